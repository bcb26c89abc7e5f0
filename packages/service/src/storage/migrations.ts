import type { ColumnDefinitionBuilder, Expression, Kysely, RawBuilder } from "kysely";

/**
 * Every migration by the name that databases record, applied in the order of the names. A published one is never
 * changed; a change is a new one, at the end.
 */
export const MIGRATIONS = { "0001-tables": makeTables } satisfies Migrations;

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
  /** The statements that make the database itself refuse to change or remove rows of a table. */
  appendOnly(table: string): readonly RawBuilder<unknown>[];
  /** Returns one row when there is a table of that name, else none. */
  findTable(table: string): RawBuilder<unknown>;
  /** Executed first in a transaction that migrates: waits until no other process does. */
  readonly lockForMigration: readonly RawBuilder<unknown>[];
}

/** The part of a database that makes tables. */
type SchemaQueries = Pick<Kysely<unknown>, "schema" | "getExecutor">;

/** All tables of the first version, those of one subject together. */
async function makeTables(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  await makeObservations(db, dialect);
  await makeDays(db, dialect);
  await makeScores(db, dialect);
  await makeLatest(db, dialect);
  await makeScripts(db, dialect);
  await makeLeases(db, dialect);
  await makeChain(db, dialect);
  await makeReports(db, dialect);
  await makeDeliveries(db, dialect);
}

/** What sources stated. */
async function makeObservations(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text, tableEnd } = dialect;
  await db.schema
    .createTable("observations")
    .addColumn("metric", text, notNull)
    .addColumn("source", text, notNull)
    .addColumn("observed_at", instant, notNull)
    .addColumn("fetched_at", instant, notNull)
    .addColumn("value", double, notNull)
    .addUniqueConstraint("observations_known", ["metric", "source", "observed_at", "value"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createIndex("observations_by_time")
    .on("observations")
    .columns(["metric", "observed_at", "fetched_at"])
    .execute();
  await refuseChanges(db, dialect, ["observations"]);
}

/** Frozen inputs of closed days, and the history rows on top of them. */
async function makeDays(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text, tableEnd } = dialect;
  await db.schema
    .createTable("closed_days")
    .addColumn("day", "integer", primaryKey)
    .addColumn("closed_at", instant, notNull)
    .addColumn("btc_close", double)
    .addColumn("mvrv", double)
    .addColumn("fear_greed", double)
    .addColumn("dominance", double)
    .addColumn("sources", text, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("closed_majors")
    .addColumn("day", "integer", (column) => column.notNull().references("closed_days.day"))
    .addColumn("coin", text, notNull)
    .addColumn("close", double, notNull)
    .addPrimaryKeyConstraint("closed_majors_once", ["day", "coin"])
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("history")
    .addColumn("day", "integer", primaryKey)
    .addColumn("computed_at", instant, notNull)
    .addColumn("model_version", text, notNull)
    .addColumn("raw", double, notNull)
    .addColumn("score", double, notNull)
    .addColumn("smoothed", double, notNull)
    .addColumn("phase", text, notNull)
    .addColumn("btc_price_usd", double, notNull)
    .addColumn("price_source", text, notNull)
    .addColumn("origin", text, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await refuseChanges(db, dialect, ["closed_days", "closed_majors", "history"]);
}

/** Hourly scores; with each, where the price's later place may lie and how far the components disagree. */
async function makeScores(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text, tableEnd } = dialect;
  await db.schema
    .createTable("scores")
    .addColumn("hour", instant, primaryKey)
    .addColumn("computed_at", instant, notNull)
    .addColumn("model_version", text, notNull)
    .addColumn("btc_raw", double, notNull)
    .addColumn("btc_score", double, notNull)
    .addColumn("btc_phase", text, notNull)
    .addColumn("btc_signal", text, notNull)
    .addColumn("crypto_raw", double, notNull)
    .addColumn("crypto_score", double, notNull)
    .addColumn("crypto_phase", text, notNull)
    .addColumn("descent_guard", text)
    .addColumn("top_risk", text)
    .addColumn("coverage", double, notNull)
    .addColumn("btc_price_usd", double, notNull)
    .addColumn("place_low", double)
    .addColumn("place_high", double)
    .addColumn("disagreement_low", double)
    .addColumn("disagreement_high", double)
    .modifyEnd(tableEnd)
    .execute();
  await refuseChanges(db, dialect, ["scores"]);
}

/** What is replaced in place: the last value of each live figure, and facts about this installation. */
async function makeLatest(db: SchemaQueries, { instant, double, text, tableEnd }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("market")
    .addColumn("part", text, primaryKey)
    .addColumn("value", double, notNull)
    .addColumn("source", text, notNull)
    .addColumn("observed_at", instant, notNull)
    .addColumn("fetched_at", instant, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("installation")
    .addColumn("key", text, primaryKey)
    .addColumn("value", text, notNull)
    .modifyEnd(tableEnd)
    .execute();
}

/** Every version of the scripts for other people's pages. */
async function makeScripts(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, text, tableEnd } = dialect;
  await db.schema
    .createTable("embed_scripts")
    .addColumn("version", text, notNull)
    .addColumn("name", text, notNull)
    .addColumn("body", text, notNull)
    .addColumn("kept_at", instant, notNull)
    .addPrimaryKeyConstraint("embed_scripts_once", ["version", "name"])
    .modifyEnd(tableEnd)
    .execute();
  await refuseChanges(db, dialect, ["embed_scripts"]);
}

/** Who does the jobs, where several processes may have the database open. Stays empty in SQLite. */
async function makeLeases(db: SchemaQueries, { instant, text, tableEnd }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("name", text, primaryKey)
    .addColumn("holder", text, notNull)
    .addColumn("epoch", instant, notNull)
    .addColumn("expires_at", instant, notNull)
    .modifyEnd(tableEnd)
    .execute();
}

/** What proves that closed days and history rows have not been changed, and the list of corrections. */
async function makeChain(db: SchemaQueries, dialect: SchemaDialect): Promise<void> {
  const { instant, double, text, tableEnd } = dialect;
  await db.schema
    .createTable("links")
    .addColumn("position", "integer", primaryKey)
    .addColumn("day", "integer", (column) => column.notNull().unique())
    .addColumn("entry", text, notNull)
    .addColumn("leaf", text, notNull)
    .addColumn("hash", text, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("statements")
    .addColumn("number", "integer", primaryKey)
    .addColumn("position", "integer", notNull)
    .addColumn("text", text, notNull)
    .addColumn("key_id", text, notNull)
    .addColumn("signature", text, notNull)
    .addColumn("signed_at", instant, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("signing_keys")
    .addColumn("number", "integer", primaryKey)
    .addColumn("key_id", text, (column) => column.notNull().unique())
    .addColumn("x", text, notNull)
    .addColumn("added_at", instant, notNull)
    .addColumn("endorsed_by", text)
    .addColumn("endorsement", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("revisions")
    .addColumn("number", "integer", primaryKey)
    .addColumn("day", "integer", notNull)
    .addColumn("revised_at", instant, notNull)
    .addColumn("reason", text, notNull)
    .addColumn("score", double, notNull)
    .addColumn("smoothed", double, notNull)
    .addColumn("phase", text, notNull)
    .addColumn("btc_price_usd", double, notNull)
    .modifyEnd(tableEnd)
    .execute();
  await refuseChanges(db, dialect, ["links", "statements", "signing_keys", "revisions"]);
}

/** How each source was when it was last asked, and reports on everything stored. Both are replaced in place. */
async function makeReports(db: SchemaQueries, { instant, text, tableEnd }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("source_states")
    .addColumn("source", text, primaryKey)
    .addColumn("asked_at", instant, notNull)
    .addColumn("answered_at", instant)
    .addColumn("fault", text)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("reports")
    .addColumn("name", text, primaryKey)
    .addColumn("mark", text, notNull)
    .addColumn("body", text, notNull)
    .modifyEnd(tableEnd)
    .execute();
}

/** The receivers of announcements, and what each of them has got and has to get. */
async function makeDeliveries(db: SchemaQueries, { instant, text, tableEnd }: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("receivers")
    .addColumn("receiver", text, primaryKey)
    .addColumn("activated_at", instant, notNull)
    .addColumn("disabled_at", instant)
    .modifyEnd(tableEnd)
    .execute();
  await db.schema
    .createTable("deliveries")
    .addColumn("receiver", text, notNull)
    .addColumn("message", text, notNull)
    .addColumn("position", "integer", notNull)
    .addColumn("body", text, notNull)
    .addColumn("attempts", "integer", notNull)
    .addColumn("due_at", instant, notNull)
    .addColumn("ended_at", instant)
    .addColumn("outcome", text)
    .addPrimaryKeyConstraint("deliveries_key", ["receiver", "message"])
    .modifyEnd(tableEnd)
    .execute();
}

function notNull(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}

function primaryKey(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull().primaryKey();
}

/** Makes tables append-only. */
async function refuseChanges(db: SchemaQueries, dialect: SchemaDialect, tables: readonly string[]): Promise<void> {
  for (const statement of tables.flatMap((table) => dialect.appendOnly(table))) await statement.execute(db);
}
