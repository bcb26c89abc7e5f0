import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** What is replaced in place: the last value of each live figure, and facts about this installation. */
export async function createLatest(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("market")
    .addColumn("part", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("value", dialect.double, (column) => column.notNull())
    .addColumn("source", dialect.text, (column) => column.notNull())
    .addColumn("observed_at", dialect.instant, (column) => column.notNull())
    .addColumn("fetched_at", dialect.instant, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
  await db.schema
    .createTable("installation")
    .addColumn("key", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("value", dialect.text, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}
