import type { HistoryRow } from "../domain/history.js";
import type { HistoryTable } from "./tables.js";

/** The table's form of a history row. */
export function toHistoryTable(row: HistoryRow): HistoryTable {
  return {
    day: row.day,
    computed_at: row.computedAt,
    model_version: row.modelVersion,
    raw: row.raw,
    score: row.score,
    smoothed: row.smoothed,
    phase: row.phase,
    btc_price_usd: row.btcPriceUsd,
    price_source: row.priceSource,
    origin: row.origin,
  };
}

/** A history row as it was given. */
export function toHistoryRow(row: HistoryTable): HistoryRow {
  return {
    day: row.day,
    computedAt: row.computed_at,
    modelVersion: row.model_version,
    raw: row.raw,
    score: row.score,
    smoothed: row.smoothed,
    phase: row.phase,
    btcPriceUsd: row.btc_price_usd,
    priceSource: row.price_source,
    origin: row.origin,
  };
}
