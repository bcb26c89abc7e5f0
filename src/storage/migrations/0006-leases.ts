import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { SchemaDialect } from "../schema-dialect.js";

/** Who does the jobs, where several processes may have the database open. Stays empty in SQLite. */
export function leasesMigration(dialect: SchemaDialect): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable("leases")
        .addColumn("name", dialect.text, (column) => column.notNull().primaryKey())
        .addColumn("holder", dialect.text, (column) => column.notNull())
        .addColumn("epoch", dialect.instant, (column) => column.notNull())
        .addColumn("expires_at", dialect.instant, (column) => column.notNull())
        .modifyEnd(dialect.tableEnd)
        .execute();
    },
  };
}
