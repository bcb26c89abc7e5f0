import { type Kysely, sql, type Transaction } from "kysely";
import type { PublicKey } from "../domain/chain.js";
import { StorageError } from "../domain/errors.js";
import type { ChainStore } from "../operations/store-ports.js";
import { attempt } from "./attempt.js";
import { toKey, toKeyRow, toRevision, toRevisionRow, toStatement, toStatementRow } from "./chain-rows.js";
import { type FencingCheck, writing } from "./fence.js";
import { linkDays, readNewestLink } from "./link-days.js";
import type { OpenDatabase, Tables } from "./tables.js";

/** The chain in `links`, what was signed about it in `statements`, the keys in `signing_keys`, and `revisions`. */
export function chainStore(database: Pick<OpenDatabase, "queries" | "lockForWrite">, fence?: FencingCheck): ChainStore {
  const { queries } = database;
  const inTurn = turns(database, fence);
  return {
    link: () => attempt("link days", () => inTurn(linkDays)),

    links(from, to) {
      const query = queries.selectFrom("links").selectAll().where("position", ">=", from).where("position", "<=", to);
      return attempt("read links", () => query.orderBy("position").execute());
    },

    newestLink: () => attempt("read the newest link", () => readNewestLink(queries)),

    async leaves(to) {
      // One text of 390 kB and not 6,000 rows, which would cost the process that answers a megabyte.
      const joined = sql<string>`coalesce(string_agg(leaf || ${"\n"}, '' order by position), '')`;
      const query = queries.selectFrom("links").select(joined.as("leaves")).where("position", "<=", to);
      return (await attempt("read leaves", () => query.executeTakeFirstOrThrow())).leaves;
    },
    ...statements(queries, inTurn),
    ...revisions(queries, inTurn),
  };
}

/** Runs work in a transaction while no other process is in one. */
type InTurn = <T>(work: (transaction: Transaction<Tables>) => Promise<T>) => Promise<T>;

function turns(
  { queries, lockForWrite }: Pick<OpenDatabase, "queries" | "lockForWrite">,
  fence: FencingCheck | undefined,
): InTurn {
  const write = writing(queries, fence);
  return (work) =>
    write.transaction(async (transaction) => {
      await lockForWrite(transaction);
      return work(transaction);
    });
}

function statements(queries: Kysely<Tables>, inTurn: InTurn) {
  return {
    async addStatement(statement, key) {
      const insert: Parameters<InTurn>[0] = async (transaction) => {
        await addKey(transaction, key);
        const number = await nextNumber(transaction, "statements");
        await transaction.insertInto("statements").values(toStatementRow(number, statement)).execute();
      };
      await attempt("add a statement", () => inTurn(insert));
    },

    async keys() {
      const query = queries.selectFrom("signing_keys").selectAll().orderBy("number");
      return (await attempt("read public keys", () => query.execute())).map(toKey);
    },

    async statements() {
      const query = queries.selectFrom("statements").selectAll().orderBy("number");
      return (await attempt("read statements", () => query.execute())).map(toStatement);
    },

    async newestStatement() {
      const query = queries.selectFrom("statements").selectAll().orderBy("number", "desc").limit(1);
      const row = await attempt("read the newest statement", () => query.executeTakeFirst());
      return row && toStatement(row);
    },
  } satisfies Partial<ChainStore>;
}

async function addKey(transaction: Transaction<Tables>, key: PublicKey): Promise<void> {
  const row = toKeyRow(await nextNumber(transaction, "signing_keys"), key);
  const adding = transaction.insertInto("signing_keys").values(row);
  await adding.onConflict((conflict) => conflict.column("key_id").doNothing()).execute();
}

function revisions(queries: Kysely<Tables>, inTurn: InTurn) {
  return {
    async addRevision(revision) {
      const insert: Parameters<InTurn>[0] = async (transaction) => {
        const number = await nextNumber(transaction, "revisions");
        if (number !== revision.number) throw new StorageError(`the next revision has the number ${number}`);
        await transaction.insertInto("revisions").values(toRevisionRow(revision)).execute();
      };
      await attempt("add a revision", () => inTurn(insert));
    },

    async revisions() {
      const query = queries.selectFrom("revisions").selectAll().orderBy("number");
      return (await attempt("read revisions", () => query.execute())).map(toRevision);
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
