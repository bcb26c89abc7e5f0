import type { Kysely, Transaction } from "kysely";
import { type Link, nextLink, type PublicKey, type Statement, type StoredDay } from "peak-cycle-verify";
import { StorageError } from "../domain/errors.js";
import type { Revision } from "../domain/history.js";
import { chunks, type FencingCheck, type OpenDatabase, storeWriter, withStorageErrors } from "./database.js";
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

/** Adds the links of days that follow the newest linked one, made of what is given and not of what the database has made of it. */
export async function linkDays(transaction: Transaction<Tables>, days: readonly StoredDay[]): Promise<void> {
  const newest = transaction.selectFrom("links").selectAll().orderBy("position", "desc").limit(1);
  let previous = await newest.executeTakeFirst();
  const links: Link[] = [];
  for (const day of days) {
    previous = nextLink(previous, day);
    links.push(previous);
  }
  for (const chunk of chunks(links)) await transaction.insertInto("links").values(chunk).execute();
}

export function readNewestStatement(queries: Kysely<Tables>): Promise<Statement | undefined> {
  const all = queries.selectFrom("statements").select(["position", "text", "keyId", "signature", "signedAt"]);
  return all.orderBy("number", "desc").limit(1).executeTakeFirst();
}

/** In the order in which they were added. */
export async function readKeys(queries: Kysely<Tables>): Promise<readonly PublicKey[]> {
  return (await queries.selectFrom("signing_keys").selectAll().orderBy("number").execute()).map(toKey);
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
