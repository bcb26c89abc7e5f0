import type { CreateTableBuilder, Expression, Kysely, RawBuilder } from "kysely";
import type { Tables } from "./tables.js";

/**
 * Every migration by the name that databases record, applied in the order of the names. A published one is never
 * changed; a change is a new one, at the end.
 */
export const MIGRATIONS = {
  "0001-tables": makeTables,
  "0002-keys": makeKeys,
} satisfies Migrations;

export type Migrations = Readonly<Record<string, (db: SchemaQueries, dialect: SchemaDialect) => Promise<void>>>;

/** What differs between the engines when tables are made. Queries are the same text for both. */
export interface SchemaDialect {
  /** Milliseconds since 1970, exact up to 2^53. */
  readonly instant: "integer" | "bigint";
  /** A 64-bit binary number, exact to the bit. */
  readonly double: "real" | "double precision";
  /** Compared and sorted byte by byte: an answer must not depend on the language of a server. */
  readonly text: "text" | RawBuilder<unknown>;
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableEnd: Expression<unknown>;
  /** The queries that make the database itself refuse to change or remove rows of a table. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
  /** Returns one row when there is a table of that name, else none. */
  findTable(table: string): RawBuilder<unknown>;
  /**
   * What is not as the applied migrations have made it and could change what is stored or read, since the service would
   * sign that; `undefined` when there is nothing.
   *
   * @param make runs the same migrations on another database
   */
  schemaFault(db: SchemaQueries, make: (other: Kysely<Tables>) => Promise<void>): Promise<SchemaFault | undefined>;
  /** Executed first in a transaction that migrates: waits until no other process does. */
  readonly lockForMigration: readonly RawBuilder<unknown>[];
}

export interface SchemaFault {
  /** Such as `the trigger x on history`. */
  readonly what: string;
  /** Whether Peak makes nothing of that name; else it is missing, or another than Peak has made. */
  readonly isForeign: boolean;
}

/** The part of a database that makes tables. */
export type SchemaQueries = Pick<Kysely<unknown>, "schema" | "getExecutor">;

/** All tables of the first version, those of one subject together. */
async function makeTables(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  for (const make of [makeInputs, makeScores, makeChain, makeLatest, makeProcesses]) {
    await make(db, dialect);
  }
}

/** What sources stated, and the frozen inputs of closed days. */
async function makeInputs(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text } = dialect;
  await makeTable(
    { db, dialect, name: "observations", isAppendOnly: true },
    { metric: text, source: text, observed_at: instant, fetched_at: instant, value: double },
    (table) => table.addUniqueConstraint("observations_known", ["metric", "source", "observed_at", "value"]),
  );
  await db.schema
    .createIndex("observations_by_time")
    .on("observations")
    .columns(["metric", "observed_at", "fetched_at"])
    .execute();
  await makeTable(
    { db, dialect, name: "closed_days", isAppendOnly: true },
    {
      day: "integer",
      closed_at: instant,
      "btc_close?": double,
      "mvrv?": double,
      "fear_greed?": double,
      "dominance?": double,
      sources: text,
    },
  );
  await makeTable(
    { db, dialect, name: "closed_majors", isAppendOnly: true },
    { day: "integer", coin: text, close: double },
    (table) =>
      table
        .addPrimaryKeyConstraint("closed_majors_once", ["day", "coin"])
        .addForeignKeyConstraint("closed_majors_day_fkey", ["day"], "closed_days", ["day"]),
  );
}

/** History rows, on top of closed days, and hourly scores. */
async function makeScores(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text } = dialect;
  await makeTable(
    { db, dialect, name: "history", isAppendOnly: true },
    {
      day: "integer",
      computed_at: instant,
      model_version: text,
      raw: double,
      score: double,
      smoothed: double,
      phase: text,
      btc_price_usd: double,
      price_source: text,
      origin: text,
    },
  );
  await makeTable(
    { db, dialect, name: "scores", isAppendOnly: true },
    {
      hour: instant,
      computed_at: instant,
      model_version: text,
      btc_raw: double,
      btc_score: double,
      btc_phase: text,
      btc_signal: text,
      crypto_raw: double,
      crypto_score: double,
      crypto_phase: text,
      "descent_guard?": text,
      "top_risk?": text,
      coverage: double,
      btc_price_usd: double,
    },
  );
}

/** What proves that closed days and history rows have not been changed, and the list of revisions. */
async function makeChain(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text } = dialect;
  await makeTable(
    { db, dialect, name: "links", isAppendOnly: true },
    { position: "integer", day: "integer", entry: text, leaf: text, hash: text },
    (table) => table.addPrimaryKeyConstraint("links_pkey", ["position"]).addUniqueConstraint("links_day_key", ["day"]),
  );
  await makeTable(
    { db, dialect, name: "statements", isAppendOnly: true },
    { number: "integer", position: "integer", text, key_id: text, signature: text, signed_at: instant },
  );
  await makeTable(
    { db, dialect, name: "signing_keys", isAppendOnly: true },
    { number: "integer", key_id: text, x: text, added_at: instant, "endorsed_by?": text, "endorsement?": text },
    (table) =>
      table
        .addPrimaryKeyConstraint("signing_keys_pkey", ["number"])
        .addUniqueConstraint("signing_keys_key_id_key", ["key_id"]),
  );
  await makeTable(
    { db, dialect, name: "revisions", isAppendOnly: true },
    {
      number: "integer",
      day: "integer",
      revised_at: instant,
      reason: text,
      score: double,
      smoothed: double,
      phase: text,
      btc_price_usd: double,
    },
  );
}

/** What is replaced in place: live figures, how each source was when it was last asked, reports, facts. */
async function makeLatest(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text } = dialect;
  const columns = { part: text, value: double, source: text, observed_at: instant, fetched_at: instant };
  await makeTable({ db, dialect, name: "market" }, columns);
  const state = { source: text, asked_at: instant, "answered_at?": instant, "fault?": text };
  await makeTable({ db, dialect, name: "source_states" }, state);
  await makeTable({ db, dialect, name: "reports" }, { name: text, mark: text, body: text });
  await makeTable({ db, dialect, name: "installation" }, { key: text, value: text });
}

/** Who does the jobs, where several processes may have the database open. */
async function makeProcesses(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, text } = dialect;
  await makeTable({ db, dialect, name: "leases" }, { name: text, holder: text, epoch: instant, expires_at: instant });
}

/** The keys of API Pro. */
async function makeKeys(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, text } = dialect;
  await makeTable(
    { db, dialect, name: "api_keys" },
    {
      hash: text,
      prefix: text,
      name: text,
      per_minute: "integer",
      made_at: instant,
      "last_used_day?": "integer",
      "until?": "integer",
      "revoked_at?": instant,
    },
  );
}

interface MadeTable {
  readonly db: SchemaQueries;
  readonly dialect: SchemaDialect;
  readonly name: string;
  /** Whether the database itself refuses to change or remove its rows. */
  readonly isAppendOnly?: true;
}

/**
 * @param columns types by name; one whose name ends in a question mark may be null
 * @param constrain adds the keys; without it the first column is the primary key
 */
async function makeTable(
  { db, dialect, name, isAppendOnly }: MadeTable,
  columns: Readonly<Record<string, "integer" | SchemaDialect["double" | "instant" | "text"]>>,
  constrain?: (table: TableBuilder) => TableBuilder,
): Promise<void> {
  let table: TableBuilder = db.schema.createTable(name);
  for (const [index, [column, type]] of Object.entries(columns).entries()) {
    table = table.addColumn(column.replace("?", ""), type, (made) => {
      if (column.endsWith("?")) return made;
      return index === 0 && constrain === undefined ? made.notNull().primaryKey() : made.notNull();
    });
  }
  await (constrain?.(table) ?? table).modifyEnd(dialect.tableEnd).execute();
  if (isAppendOnly) for (const query of dialect.appendOnly(name)) await query.execute(db);
}

type TableBuilder = CreateTableBuilder<string, string>;
