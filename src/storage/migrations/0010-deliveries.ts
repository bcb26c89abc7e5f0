import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** The receivers of announcements, and what each of them has got and has to get. */
export async function createDeliveries(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("receivers")
    .addColumn("receiver", dialect.text, (column) => column.notNull().primaryKey())
    .addColumn("activated_at", dialect.instant, (column) => column.notNull())
    .addColumn("disabled_at", dialect.instant)
    .modifyEnd(dialect.tableEnd)
    .execute();
  await db.schema
    .createTable("deliveries")
    .addColumn("receiver", dialect.text, (column) => column.notNull())
    .addColumn("message", dialect.text, (column) => column.notNull())
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("body", dialect.text, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("due_at", dialect.instant, (column) => column.notNull())
    .addColumn("ended_at", dialect.instant)
    .addColumn("outcome", dialect.text)
    .addPrimaryKeyConstraint("deliveries_key", ["receiver", "message"])
    .modifyEnd(dialect.tableEnd)
    .execute();
}
