import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** Frozen inputs of closed days, and the history rows on top of them. */
export async function createDays(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await createClosedDays(db, dialect);
  await createClosedMajors(db, dialect);
  await createHistory(db, dialect);
  for (const table of ["closed_days", "closed_majors", "history"]) {
    for (const statement of dialect.appendOnly(table)) await statement.execute(db);
  }
}

async function createClosedDays(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("closed_days")
    .addColumn("day", "integer", (column) => column.notNull().primaryKey())
    .addColumn("closed_at", dialect.instant, (column) => column.notNull())
    .addColumn("btc_close", dialect.double)
    .addColumn("mvrv", dialect.double)
    .addColumn("fear_greed", dialect.double)
    .addColumn("dominance", dialect.double)
    .addColumn("sources", dialect.text, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}

async function createClosedMajors(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("closed_majors")
    .addColumn("day", "integer", (column) => column.notNull().references("closed_days.day"))
    .addColumn("coin", dialect.text, (column) => column.notNull())
    .addColumn("close", dialect.double, (column) => column.notNull())
    .addPrimaryKeyConstraint("closed_majors_once", ["day", "coin"])
    .modifyEnd(dialect.tableEnd)
    .execute();
}

async function createHistory(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("history")
    .addColumn("day", "integer", (column) => column.notNull().primaryKey())
    .addColumn("computed_at", dialect.instant, (column) => column.notNull())
    .addColumn("model_version", dialect.text, (column) => column.notNull())
    .addColumn("raw", dialect.double, (column) => column.notNull())
    .addColumn("score", dialect.double, (column) => column.notNull())
    .addColumn("smoothed", dialect.double, (column) => column.notNull())
    .addColumn("phase", dialect.text, (column) => column.notNull())
    .addColumn("btc_price_usd", dialect.double, (column) => column.notNull())
    .addColumn("price_source", dialect.text, (column) => column.notNull())
    .addColumn("origin", dialect.text, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}
