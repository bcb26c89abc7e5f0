import type { Kysely, Transaction } from "kysely";
import { addDays, formatDay, type UtcDay } from "peak-cycle-model";
import {
  type Link,
  nextLink,
  type PublicKey,
  type Statement,
  type StoredDay,
  sealOf,
  storedDayOf,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { StorageError } from "../domain/errors.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import { type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";
import type { RevisionsTable, SigningKeysTable, Tables } from "./tables.js";

/**
 * What proves that stored days have not been changed: their links, what was signed about them, the public keys and the
 * revisions. Everything in it is append-only; days get their links from `linkDays` when they are appended.
 */
export function chainStore(database: OpenDatabase, fence?: FencingCheck) {
  const { queries } = database;
  const write = storeWriter(database, fence);
  return {
    /**
     * Adds a statement, and with it the key it was signed with: a key without a statement would look as if somebody else
     * had added it.
     *
     * @param key one that is stored already stays as it is
     */
    async addStatement(statement: Statement, key: PublicKey): Promise<void> {
      await write.locked("add a statement", async (transaction) => {
        await addKey(transaction, key);
        const number = await nextNumber(transaction, "statements");
        await transaction
          .insertInto("statements")
          .values({ number, ...statement })
          .execute();
      });
    },

    /** The one that was signed last. */
    newestStatement: () => withStorageErrors("read the newest statement", () => readNewestStatement(queries)),

    /** @throws StorageError unless its number is the one that follows */
    async addRevision(revision: Revision): Promise<void> {
      await write.locked("add a revision", async (transaction) => {
        const number = await nextNumber(transaction, "revisions");
        if (number !== revision.number) throw new StorageError(`the next revision has the number ${number}`);
        const { corrected, ...rest } = revision;
        await transaction
          .insertInto("revisions")
          .values({ ...rest, ...corrected })
          .execute();
      });
    },

    /** In the order of their numbers. */
    async revisions(): Promise<readonly Revision[]> {
      const query = queries.selectFrom("revisions").selectAll().orderBy("number");
      return (await withStorageErrors("read revisions", () => query.execute())).map(toRevision);
    },
  };
}

export type ChainStore = ReturnType<typeof chainStore>;

/** Days that are linked at once: 6,000 of them with their coins would take 20 MB. */
const PAGE = 400;

/**
 * Links every closed day after the newest linked one, from the stored rows, not from the arguments of the append.
 *
 * @param transaction in which no other process stores days, see `lockForWrite`
 * @throws RangeError when a day is missing: its link would stay for ever
 */
export async function linkDays(transaction: Transaction<Tables>): Promise<void> {
  let previous = await readNewestLink(transaction);
  for (;;) {
    const days = await readStoredDays(transaction, previous?.day);
    if (days.length === 0) return;
    const links: Link[] = [];
    for (const day of days) {
      previous = nextLink(previous, day);
      links.push(previous);
    }
    await transaction.insertInto("links").values(links).execute();
  }
}

/** What the links of days seal, by day: their inputs, and the rows of the days after them. */
export function sealsOf(days: readonly ClosedDay[], rows: readonly HistoryRow[]): ReadonlyMap<UtcDay, string> {
  const rowOf = new Map(rows.toReversed().map((row) => [addDays(row.day, -1), row])); // the first of two of a day
  return new Map(
    days.map((day) => [day.day, sealOf({ ...day, sources: JSON.stringify(day.sources), row: rowOf.get(day.day) })]),
  );
}

/**
 * Reads days again that were just stored: a trigger or a rule that somebody has put into the database may have made
 * something else of them, and their links would vouch for that.
 *
 * @throws StorageError when one is not what was given: nothing of the transaction stays
 */
export async function refuseAltered(
  transaction: Transaction<Tables>,
  days: readonly ClosedDay[],
  rows: readonly HistoryRow[],
): Promise<void> {
  const seals = sealsOf(days, rows);
  let [first] = seals.keys();
  while (first !== undefined) {
    const stored = await readStoredDays(transaction, addDays(first, -1));
    const other = stored.find((each) => seals.has(each.day) && seals.get(each.day) !== sealOf(each));
    if (other !== undefined) {
      throw new StorageError(
        `${formatDay(other.day)} was changed while it was stored, by a trigger of somebody else's`,
      );
    }
    const last = stored.at(-1)?.day;
    first = last === undefined ? undefined : addDays(last, 1);
  }
}

export function readNewestStatement(queries: Kysely<Tables>): Promise<Statement | undefined> {
  const all = queries.selectFrom("statements").select(["position", "text", "keyId", "signature", "signedAt"]);
  return all.orderBy("number", "desc").limit(1).executeTakeFirst();
}

/** In the order in which they were added. */
export async function readKeys(queries: Kysely<Tables>): Promise<readonly PublicKey[]> {
  return (await queries.selectFrom("signing_keys").selectAll().orderBy("number").execute()).map(toKey);
}

async function readNewestLink(queries: Kysely<Tables>): Promise<Link | undefined> {
  return queries.selectFrom("links").selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
}

/**
 * Days are stored together with their links. A day without one was stored by somebody else, and would look like ours
 * once it is linked with the next day.
 *
 * @param last the newest stored day
 * @throws StorageError when it is newer than the newest link
 */
export async function refuseUnlinkedDays(transaction: Transaction<Tables>, last: UtcDay | undefined): Promise<void> {
  const newest = await readNewestLink(transaction);
  if (last === undefined || (newest !== undefined && last <= newest.day)) return;
  throw new StorageError(`${formatDay(last)} is closed, but not linked: no day is stored after it`);
}

/**
 * A row is part of the link of the day before it. That link fixes the row, or that there is none, for ever.
 *
 * @throws StorageError for a new row of which the day before is linked already
 */
export async function refuseLateRows(transaction: Transaction<Tables>, rows: readonly HistoryRow[]): Promise<void> {
  if (rows.length === 0) return;
  const newest = await readNewestLink(transaction);
  if (newest === undefined) return;
  const days = rows.map((row) => row.day).filter((day) => day <= addDays(newest.day, 1));
  if (days.length === 0) return;
  const query = transaction.selectFrom("history").select("day").where("day", "in", days);
  const known = new Set((await query.execute()).map((row) => row.day));
  const late = days.find((day) => !known.has(day));
  if (late === undefined) return;
  throw new StorageError(`the row of ${formatDay(late)} comes too late: the day before it was closed without one`);
}

/** Closed days after a day, or from the first one, a page at most: as they are stored, oldest first. */
async function readStoredDays(inside: Transaction<Tables>, after: UtcDay | undefined): Promise<readonly StoredDay[]> {
  const queries = inside.withoutPlugins(); // the chain reads columns by the names of the database
  const all = queries.selectFrom("closed_days").selectAll().orderBy("day").limit(PAGE);
  const closed = await (after === undefined ? all : all.where("day", ">", after)).execute();
  const first = closed.at(0)?.day;
  const last = closed.at(-1)?.day;
  if (first === undefined || last === undefined) return [];
  const coins = queries.selectFrom("closed_majors").selectAll().where("day", ">=", first).where("day", "<=", last);
  const history = queries.selectFrom("history").selectAll();
  const above = history.where("day", ">=", addDays(first, 1)).where("day", "<=", addDays(last, 1));
  const majors = Map.groupBy(await coins.execute(), ({ day }) => day);
  const rows = Map.groupBy(await above.execute(), ({ day }) => addDays(day, -1));
  return closed.map((row) =>
    storedDayOf({
      day: row.day,
      closed: [row],
      majors: majors.get(row.day) ?? [],
      rows: rows.get(row.day) ?? [],
      links: [],
    }),
  );
}

async function addKey(transaction: Transaction<Tables>, key: PublicKey): Promise<void> {
  const row = toKeyRow(await nextNumber(transaction, "signing_keys"), key);
  const adding = transaction.insertInto("signing_keys").values(row);
  await adding.onConflict((conflict) => conflict.column("keyId").doNothing()).execute();
}

/** 1 for the first, then one more each. */
async function nextNumber(
  transaction: Transaction<Tables>,
  table: "statements" | "signing_keys" | "revisions",
): Promise<number> {
  const query = transaction.selectFrom(table).select(({ fn }) => fn.max("number").as("last"));
  return ((await query.executeTakeFirstOrThrow()).last ?? 0) + 1;
}

function toKeyRow(number: number, { endorsement, ...key }: PublicKey): SigningKeysTable {
  return { number, ...key, endorsedBy: endorsement?.keyId ?? null, endorsement: endorsement?.signature ?? null };
}

function toKey({ keyId, x, addedAt, endorsedBy, endorsement }: SigningKeysTable): PublicKey {
  const isEndorsed = endorsedBy !== null && endorsement !== null;
  return { keyId, x, addedAt, endorsement: isEndorsed ? { keyId: endorsedBy, signature: endorsement } : undefined };
}

function toRevision({ number, day, revisedAt, reason, ...corrected }: RevisionsTable): Revision {
  return { number, day, revisedAt, reason, corrected };
}
