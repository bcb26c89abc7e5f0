import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** Every version of the scripts for other people's pages. */
export async function createEmbedScripts(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("embed_scripts")
    .addColumn("version", dialect.text, (column) => column.notNull())
    .addColumn("name", dialect.text, (column) => column.notNull())
    .addColumn("body", dialect.text, (column) => column.notNull())
    .addColumn("kept_at", dialect.instant, (column) => column.notNull())
    .addPrimaryKeyConstraint("embed_scripts_once", ["version", "name"])
    .modifyEnd(dialect.tableEnd)
    .execute();
  for (const statement of dialect.appendOnly("embed_scripts")) await statement.execute(db);
}
