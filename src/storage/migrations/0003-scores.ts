import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

/** Hourly scores. */
export async function createScores(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  await db.schema
    .createTable("scores")
    .addColumn("hour", dialect.instant, (column) => column.notNull().primaryKey())
    .addColumn("computed_at", dialect.instant, (column) => column.notNull())
    .addColumn("model_version", dialect.text, (column) => column.notNull())
    .addColumn("btc_raw", dialect.double, (column) => column.notNull())
    .addColumn("btc_score", dialect.double, (column) => column.notNull())
    .addColumn("btc_phase", dialect.text, (column) => column.notNull())
    .addColumn("btc_signal", dialect.text, (column) => column.notNull())
    .addColumn("crypto_raw", dialect.double, (column) => column.notNull())
    .addColumn("crypto_score", dialect.double, (column) => column.notNull())
    .addColumn("crypto_phase", dialect.text, (column) => column.notNull())
    .addColumn("descent_guard", dialect.text)
    .addColumn("top_risk", dialect.text)
    .addColumn("coverage", dialect.double, (column) => column.notNull())
    .addColumn("btc_price_usd", dialect.double, (column) => column.notNull())
    .modifyEnd(dialect.tableEnd)
    .execute();
  for (const statement of dialect.appendOnly("scores")) await statement.execute(db);
}
