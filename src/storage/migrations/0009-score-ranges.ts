import type { Kysely } from "kysely";
import type { SchemaDialect } from "../schema-dialect.js";

const COLUMNS = ["place_low", "place_high", "disagreement_low", "disagreement_high"] as const;

/** With each hourly score, where the price's later place may lie and how far the components disagree. */
export async function addScoreRanges(db: Kysely<unknown>, dialect: SchemaDialect): Promise<void> {
  for (const column of COLUMNS) await db.schema.alterTable("scores").addColumn(column, dialect.double).execute();
}
