import type { CreateTableBuilder, Expression, Kysely, RawBuilder } from "kysely";
import type { Migration } from "kysely/migration";

/** The part of a schema that differs between the engines. */
export interface Schema {
  /**
   * Every migration by the name that databases record, in the order of the names. A change of a released one is a new
   * one.
   */
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
    "0001-ledger": {
      async up(db: Kysely<unknown>): Promise<void> {
        for (const make of [makeLedger, makeObservations, makeScores, makeState, makeKeys]) await make(db, types);
      },
    },
  };
}

/** The history: closed days with their rows, revisions, keys and statements. */
async function makeLedger(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { text } = types;
  const columns = { position: "integer", kind: text, "day?": "integer", body: text, hash: text } as const;
  await makeTable({ db, types, name: "ledger" }, columns);
}

/** What sources stated. */
async function makeObservations(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
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
}

/** One score an hour. */
async function makeScores(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, double, text } = types;
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

/** What the jobs last knew. */
async function makeState(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const { instant, text } = types;
  await makeTable({ db, types, name: "state" }, { name: text, version: instant, body: text });
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
