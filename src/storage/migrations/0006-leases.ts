import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** Who does the jobs, where several processes may have the database open. Stays empty in SQLite. */
export async function createLeases(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("leases")
    .addColumn("name", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("holder", dialect.text, (column) => column.notNull())
    .addColumn("epoch", dialect.instant, (column) => column.notNull())
    .addColumn("expires_at", dialect.instant, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
}
