import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** How each source was when it was last asked, and reports on everything stored. Both are replaced in place. */
export async function createReports(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("source_states")
    .addColumn("source", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("asked_at", dialect.instant, (column) => column.notNull())
    .addColumn("answered_at", dialect.instant)
    .addColumn("fault", dialect.text)
    .modifyEnd(dialect.tableEnd)
    .execute();
  await db.schema
    .createTable("reports")
    .addColumn("name", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("mark", dialect.text, (column) => column.notNull())
    .addColumn("body", dialect.text, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}
