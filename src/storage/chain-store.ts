import { type Kysely, sql, type Transaction } from "kysely";
import type { PublicKey, Statement } from "../domain/chain.js";
import { StorageError } from "../domain/errors.js";
import type { Revision } from "../domain/history.js";
import type { ChainStore } from "../operations/store-ports.js";
import { type FencingCheck, fencedWriter, type OpenDatabase, withStorageErrors } from "./database.js";
import { linkDays, readNewestLink } from "./link-days.js";
import type { RevisionsTable, SigningKeysTable, StatementsTable, Tables } from "./tables.js";

/** The chain in `links`, what was signed about it in `statements`, the keys in `signing_keys`, and `revisions`. */
export function chainStore(database: Pick<OpenDatabase, "queries" | "lockForWrite">, fence?: FencingCheck): ChainStore {
  const { queries } = database;
  const inLockedTransaction = lockedTransactions(database, fence);
  return {
    link: () => withStorageErrors("link days", () => inLockedTransaction(linkDays)),

    links(from, to) {
      const query = queries.selectFrom("links").selectAll().where("position", ">=", from).where("position", "<=", to);
      return withStorageErrors("read links", () => query.orderBy("position").execute());
    },

    newestLink: () => withStorageErrors("read the newest link", () => readNewestLink(queries)),

    async leaves(to) {
      // One text of 390 kB and not 6,000 rows, which would cost the process that answers a megabyte.
      const joined = sql<string>`coalesce(string_agg(leaf || ${"\n"}, '' order by position), '')`;
      const query = queries.selectFrom("links").select(joined.as("leaves")).where("position", "<=", to);
      return (await withStorageErrors("read leaves", () => query.executeTakeFirstOrThrow())).leaves;
    },
    ...statements(queries, inLockedTransaction),
    ...revisions(queries, inLockedTransaction),
  };
}

/** Runs work in a transaction that excludes other writers. */
type InLockedTransaction = <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;

function lockedTransactions(
  { queries, lockForWrite }: Pick<OpenDatabase, "queries" | "lockForWrite">,
  fence: FencingCheck | undefined,
): InLockedTransaction {
  const write = fencedWriter(queries, fence);
  return (work) =>
    write.transaction(async (transaction) => {
      await lockForWrite(transaction);
      return work(transaction);
    });
}

function statements(queries: Kysely<Tables>, inLockedTransaction: InLockedTransaction) {
  return {
    async addStatement(statement, key) {
      const insert: Parameters<InLockedTransaction>[0] = async (transaction) => {
        await addKey(transaction, key);
        const number = await nextNumber(transaction, "statements");
        await transaction.insertInto("statements").values(toStatementRow(number, statement)).execute();
      };
      await withStorageErrors("add a statement", () => inLockedTransaction(insert));
    },

    async keys() {
      const query = queries.selectFrom("signing_keys").selectAll().orderBy("number");
      return (await withStorageErrors("read public keys", () => query.execute())).map(toKey);
    },

    async statements() {
      const query = queries.selectFrom("statements").selectAll().orderBy("number");
      return (await withStorageErrors("read statements", () => query.execute())).map(toStatement);
    },

    async newestStatement() {
      const query = queries.selectFrom("statements").selectAll().orderBy("number", "desc").limit(1);
      const row = await withStorageErrors("read the newest statement", () => query.executeTakeFirst());
      return row && toStatement(row);
    },
  } satisfies Partial<ChainStore>;
}

async function addKey(transaction: Transaction<Tables>, key: PublicKey): Promise<void> {
  const row = toKeyRow(await nextNumber(transaction, "signing_keys"), key);
  const adding = transaction.insertInto("signing_keys").values(row);
  await adding.onConflict((conflict) => conflict.column("key_id").doNothing()).execute();
}

function revisions(queries: Kysely<Tables>, inLockedTransaction: InLockedTransaction) {
  return {
    async addRevision(revision) {
      const insert: Parameters<InLockedTransaction>[0] = async (transaction) => {
        const number = await nextNumber(transaction, "revisions");
        if (number !== revision.number) throw new StorageError(`the next revision has the number ${number}`);
        await transaction.insertInto("revisions").values(toRevisionRow(revision)).execute();
      };
      await withStorageErrors("add a revision", () => inLockedTransaction(insert));
    },

    async revisions() {
      const query = queries.selectFrom("revisions").selectAll().orderBy("number");
      return (await withStorageErrors("read revisions", () => query.execute())).map(toRevision);
    },
  } satisfies Partial<ChainStore>;
}

/** 1 for the first, then one more each. */
async function nextNumber(
  transaction: Transaction<Tables>,
  table: "statements" | "signing_keys" | "revisions",
): Promise<number> {
  const query = transaction.selectFrom(table).select(({ fn }) => fn.max("number").as("last"));
  return ((await query.executeTakeFirstOrThrow()).last ?? 0) + 1;
}

/** The table's form of a statement. */
function toStatementRow(number: number, statement: Statement): StatementsTable {
  const { position, text, keyId, signature, signedAt } = statement;
  return { number, position, text, key_id: keyId, signature, signed_at: signedAt };
}

export function toStatement({ position, text, key_id, signature, signed_at }: StatementsTable): Statement {
  return { position, text, keyId: key_id, signature, signedAt: signed_at };
}

/** The table's form of a public key. */
function toKeyRow(number: number, { keyId, x, addedAt, endorsement }: PublicKey): SigningKeysTable {
  const endorsed = { endorsed_by: endorsement?.keyId ?? null, endorsement: endorsement?.signature ?? null };
  return { number, key_id: keyId, x, added_at: addedAt, ...endorsed };
}

function toKey({ key_id, x, added_at, endorsed_by, endorsement }: SigningKeysTable): PublicKey {
  const isEndorsed = endorsed_by !== null && endorsement !== null;
  return {
    keyId: key_id,
    x,
    addedAt: added_at,
    endorsement: isEndorsed ? { keyId: endorsed_by, signature: endorsement } : undefined,
  };
}

/** The table's form of a correction. */
function toRevisionRow({ number, day, revisedAt, reason, corrected }: Revision): RevisionsTable {
  const { score, smoothed, phase, btcPriceUsd } = corrected;
  return { number, day, revised_at: revisedAt, reason, score, smoothed, phase, btc_price_usd: btcPriceUsd };
}

function toRevision(row: RevisionsTable): Revision {
  return {
    number: row.number,
    day: row.day,
    revisedAt: row.revised_at,
    reason: row.reason,
    corrected: { score: row.score, smoothed: row.smoothed, phase: row.phase, btcPriceUsd: row.btc_price_usd },
  };
}
