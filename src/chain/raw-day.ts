import type { StoredDay, StoredRow } from "../domain/chain.js";
import type { Instant, UtcDay } from "../domain/instant.js";
import { SEALED_COINS } from "./link.js";

/** An unchecked row of a database. */
export type Raw = Readonly<Record<string, unknown>>;

/** All rows of all tables about one closed day. In correct tables that is one each, and at most one a coin. */
export interface RawDay {
  readonly day: number;
  readonly closed: readonly Raw[];
  readonly majors: readonly Raw[];
  /** Of `history`: the row of the day after. */
  readonly rows: readonly Raw[];
  readonly links: readonly Raw[];
}

/**
 * The day that the rows are about.
 *
 * @throws RangeError naming the column that holds a value that the service never stores
 */
export function storedDayOf({ day, closed: [closed = {}], majors, rows: [row] }: RawDay): StoredDay {
  return {
    day: day as UtcDay,
    closedAt: numberIn(closed, "closed_at") as Instant,
    price: optionalIn(closed, "btc_close"),
    mvrv: optionalIn(closed, "mvrv"),
    fearGreed: optionalIn(closed, "fear_greed"),
    dominance: optionalIn(closed, "dominance"),
    sources: textIn(closed, "sources"),
    majors: majorsOf(majors),
    row: row && rowOf(row),
  };
}

function majorsOf(majors: readonly Raw[]): StoredDay["majors"] {
  const basket = new Map<string, number>();
  for (const major of majors) {
    const coin = textIn(major, "coin");
    const place = `closed_majors: ${JSON.stringify(coin)}`;
    if (!SEALED_COINS.includes(coin)) throw new RangeError(`${place} is not a coin of the basket`);
    if (basket.has(coin)) throw new RangeError(`${place} is there twice`);
    basket.set(coin, numberIn(major, "close"));
  }
  return Object.fromEntries(basket);
}

function rowOf(row: Raw): StoredRow {
  return {
    day: numberIn(row, "day") as UtcDay,
    computedAt: numberIn(row, "computed_at") as Instant,
    modelVersion: textIn(row, "model_version"),
    raw: numberIn(row, "raw"),
    score: numberIn(row, "score"),
    smoothed: numberIn(row, "smoothed"),
    phase: textIn(row, "phase"),
    btcPriceUsd: numberIn(row, "btc_price_usd"),
    priceSource: textIn(row, "price_source"),
    origin: textIn(row, "origin"),
  };
}

/** @throws RangeError naming the column */
export function numberIn(row: Raw, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new RangeError(`${column} is no number`);
}

/** @throws RangeError naming the column */
export function textIn(row: Raw, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new RangeError(`${column} is no text`);
}

function optionalIn(row: Raw, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column);
}
