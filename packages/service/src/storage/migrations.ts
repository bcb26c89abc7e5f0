import type { CreateTableBuilder, Expression, Kysely, RawBuilder } from "kysely";
import type { Migration } from "kysely/migration";

/** The part of a schema that differs between the engines. */
export interface Schema {
  /** Every migration by the name that databases record, in the order of the names. A change of a released one is a new one. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /** The names of the tables that are there. */
  readonly tables: RawBuilder<{ readonly name: string }>;
  /** Where a new table goes, when the engine has more than one such place. */
  readonly place?: RawBuilder<{ readonly name: string }>;
}

/** How an engine spells the types of columns. Queries are the same text for both. */
export interface ColumnTypes {
  /** Milliseconds since 1970, exact up to 2^53. */
  readonly instant: "integer" | "bigint";
  /** A 64-bit binary number, exact to the bit. */
  readonly double: "real" | "double precision";
  /** Compared and sorted byte by byte: an answer must not depend on the language of a server. */
  readonly text: "text" | RawBuilder<unknown>;
  /** What follows the closing bracket of CREATE TABLE. */
  readonly tableEnd: Expression<unknown>;
}

export function migrationsFor(types: ColumnTypes): Schema["migrations"] {
  return {
    "0001-tables": {
      async up(db: Kysely<unknown>): Promise<void> {
        for (const make of [makeInputs, makeScores, makeChain, makeLatest, makeProcesses, makeKeys])
          await make(db, types);
      },
    },
  };
}

/** What sources stated, and the frozen inputs of closed days. */
async function makeInputs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, double, text } = types;
  await makeTable(
    { db, types, name: "observations" },
    { metric: text, source: text, observed_at: instant, fetched_at: instant, value: double },
    (table) => table.addUniqueConstraint("observations_known", ["metric", "source", "observed_at", "value"]),
  );
  await db.schema
    .createIndex("observations_by_time")
    .on("observations")
    .columns(["metric", "observed_at", "fetched_at"])
    .execute();
  await makeTable(
    { db, types, name: "closed_days" },
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
  await makeTable({ db, types, name: "closed_majors" }, { day: "integer", coin: text, close: double }, (table) =>
    table
      .addPrimaryKeyConstraint("closed_majors_once", ["day", "coin"])
      .addForeignKeyConstraint("closed_majors_day_fkey", ["day"], "closed_days", ["day"]),
  );
}

/** History rows, on top of closed days, and hourly scores. */
async function makeScores(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, double, text } = types;
  await makeTable(
    { db, types, name: "history" },
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
    { db, types, name: "scores" },
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
async function makeChain(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, double, text } = types;
  await makeTable(
    { db, types, name: "links" },
    { position: "integer", day: "integer", entry: text, leaf: text, hash: text },
    (table) => table.addPrimaryKeyConstraint("links_pkey", ["position"]).addUniqueConstraint("links_day_key", ["day"]),
  );
  await makeTable(
    { db, types, name: "statements" },
    { number: "integer", position: "integer", text, key_id: text, signature: text, signed_at: instant },
  );
  await makeTable(
    { db, types, name: "signing_keys" },
    { number: "integer", key_id: text, x: text, added_at: instant, "endorsed_by?": text, "endorsement?": text },
    (table) =>
      table
        .addPrimaryKeyConstraint("signing_keys_pkey", ["number"])
        .addUniqueConstraint("signing_keys_key_id_key", ["key_id"]),
  );
  await makeTable(
    { db, types, name: "revisions" },
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
async function makeLatest(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, double, text } = types;
  const columns = { part: text, value: double, source: text, observed_at: instant, fetched_at: instant };
  await makeTable({ db, types, name: "market" }, columns);
  const state = { source: text, asked_at: instant, "answered_at?": instant, "fault?": text };
  await makeTable({ db, types, name: "source_states" }, state);
  await makeTable({ db, types, name: "reports" }, { name: text, mark: text, body: text });
  await makeTable({ db, types, name: "installation" }, { key: text, value: text });
}

/** Who does the jobs, where several processes may have the database open. */
async function makeProcesses(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, text } = types;
  await makeTable({ db, types, name: "leases" }, { name: text, holder: text, epoch: instant, expires_at: instant });
}

/** The keys of API Pro. */
async function makeKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, text } = types;
  await makeTable(
    { db, types, name: "api_keys" },
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
  readonly db: Kysely<unknown>;
  readonly types: ColumnTypes;
  readonly name: string;
}

/**
 * @param columns types by name; one whose name ends in a question mark may be null
 * @param constrain adds the keys; without it the first column is the primary key
 */
async function makeTable(
  { db, types, name }: MadeTable,
  columns: Readonly<Record<string, "integer" | ColumnTypes["double" | "instant" | "text"]>>,
  constrain?: (table: TableBuilder) => TableBuilder,
): Promise<void> {
  let table: TableBuilder = db.schema.createTable(name);
  for (const [index, [column, type]] of Object.entries(columns).entries()) {
    table = table.addColumn(column.replace("?", ""), type, (made) => {
      if (column.endsWith("?")) return made;
      return index === 0 && constrain === undefined ? made.notNull().primaryKey() : made.notNull();
    });
  }
  await (constrain?.(table) ?? table).modifyEnd(types.tableEnd).execute();
}

type TableBuilder = CreateTableBuilder<string, string>;
