import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** What sources stated. */
export async function createObservations(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("observations")
    .addColumn("metric", dialect.text, (column) => column.notNull())
    .addColumn("source", dialect.text, (column) => column.notNull())
    .addColumn("observed_at", dialect.instant, (column) => column.notNull())
    .addColumn("fetched_at", dialect.instant, (column) => column.notNull())
    .addColumn("value", dialect.double, (column) => column.notNull())
    .addUniqueConstraint("observations_known", ["metric", "source", "observed_at", "value"])
    .modifyEnd(dialect.tableEnd)
    .execute();
  await db.schema
    .createIndex("observations_by_time")
    .on("observations")
    .columns(["metric", "observed_at", "fetched_at"])
    .execute();
  for (const statement of dialect.appendOnly("observations")) await statement.execute(db);
}
