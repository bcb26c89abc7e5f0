/** A coin as an exchange lists it: its price there, and its candles. */

import { type Coin, priceAt } from "./market/market.js";
import type { Row } from "./source.js";
import { DAY_MS, dayNumber } from "./time.js";

export interface Listing {
  /** The exchange's own name for the pair. */
  readonly name: string;
  readonly coin: Coin;
  /** Decimals of its prices. */
  readonly decimals: number;
  /** The first instant with a price, milliseconds since 1970. */
  readonly firstMs: number;
  /** The exchange's price at an instant. */
  priceAt(ms: number): number;
}

/**
 * @param from first listed day, `YYYY-MM-DD`
 * @param factor exchange price over market price: 1.0001 is one basis point above the market
 */
export function listing(name: string, coin: Coin, decimals: number, from: string, factor = 1): Listing {
  const firstMs = dayNumber(from) * DAY_MS;
  return { name, coin, decimals, firstMs, priceAt: (ms) => priceAt(coin, ms) * factor };
}

/** Candles that open between two instants, both included; none in the future, none before the listing. */
export function candles(of: Listing, from: number, to: number, stepMs: number, nowMs: number): readonly Row[] {
  const rows: Row[] = [];
  const first = Math.max(Math.ceil(from / stepMs), Math.floor(of.firstMs / stepMs)) * stepMs;
  for (let at = first; at <= Math.min(to, nowMs); at += stepMs) rows.push(candle(of, at, stepMs, nowMs));
  return rows;
}

/**
 * The price at both ends of a period, and the higher and the lower of the two: nobody reads the real high and low. A
 * period that is still open ends now.
 */
export function candle({ name, firstMs, priceAt }: Listing, at: number, lengthMs: number, nowMs: number): Row {
  const open = priceAt(Math.max(at, firstMs));
  const close = priceAt(Math.max(Math.min(at + lengthMs, nowMs), firstMs));
  return { at, name, numbers: [open, Math.max(open, close), Math.min(open, close), close] };
}
