import type { ClosedDay } from "../domain/day.js";
import { StorageError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import type { UtcDay } from "../domain/instant.js";
import { MAJORS } from "../domain/observation.js";
import type { ClosedDaysTable, ClosedMajorsTable, HistoryTable } from "./tables.js";

/** The row of a closed day. @throws StorageError for NaN, which SQLite would silently store as a missing value */
export function toDayRow(closed: ClosedDay): ClosedDaysTable {
  return {
    day: closed.day,
    closed_at: closed.closedAt,
    btc_close: orNull(closed.price),
    mvrv: orNull(closed.mvrv),
    fear_greed: orNull(closed.fearGreed),
    dominance: orNull(closed.dominance),
    sources: JSON.stringify(closed.sources),
  };
}

/** The rows of a closed day's basket, one a coin that has a price. */
export function toMajorRows({ day, majors }: ClosedDay): readonly ClosedMajorsTable[] {
  return MAJORS.flatMap((coin) => {
    const close = majors[coin];
    return close === undefined ? [] : [{ day, coin, close }];
  });
}

/** Puts both tables together again. Days and majors in any order; the result is in the order of `days`. */
export function toClosedDays(
  days: readonly ClosedDaysTable[],
  majors: readonly ClosedMajorsTable[],
): readonly ClosedDay[] {
  const baskets = toBaskets(majors);
  return days.map((row) => ({
    ...toFigures(row, baskets),
    sources: JSON.parse(row.sources) as ClosedDay["sources"],
  }));
}

/** The prices of each day's coins, by day. */
type Baskets = ReadonlyMap<UtcDay, ClosedDay["majors"]>;

/** A closed day without its sources. */
export function toFigures(row: ClosedDaysTable, baskets: Baskets): Omit<ClosedDay, "sources"> {
  return {
    day: row.day,
    closedAt: row.closed_at,
    price: row.btc_close ?? undefined,
    mvrv: row.mvrv ?? undefined,
    fearGreed: row.fear_greed ?? undefined,
    dominance: row.dominance ?? undefined,
    majors: baskets.get(row.day) ?? {},
  };
}

export function toBaskets(majors: readonly ClosedMajorsTable[]): Baskets {
  const baskets = new Map<UtcDay, { -readonly [Coin in keyof ClosedDay["majors"]]: number }>();
  for (const { day, coin, close } of majors) {
    const basket = baskets.get(day);
    if (basket === undefined) baskets.set(day, { [coin]: close });
    else basket[coin] = close;
  }
  return baskets;
}

function orNull(value: number | undefined): number | null {
  if (Number.isNaN(value)) throw new StorageError("NaN cannot be stored: a missing value is undefined");
  return value ?? null;
}

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
