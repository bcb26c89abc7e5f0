/** A coin as an exchange lists it: its price there, and its candles. */

import type { Figure, Quoted, StatedFigures, Truth } from "./figures.js";
import type { Market } from "./market/market.js";
import type { Row } from "./source.js";
import { DAY_MS, dayNumber } from "./time.js";

export interface Listing {
  /** The exchange's own name for the pair. */
  readonly name: string;
  readonly coin: Quoted;
  /** Decimals of its prices. */
  readonly decimals: number;
  /** The first instant with a price, milliseconds since 1970. */
  readonly firstMs: number;
  /** The exchange's price at an instant, in the unit that it quotes. */
  readonly truth: Truth;
}

/**
 * @param from first listed day, `YYYY-MM-DD`
 * @param factor exchange price over market price: 1.0001 is one basis point above the market
 */
export function listing(
  name: string,
  coin: Quoted,
  decimals: number,
  from: string,
  factor: number | ((market: Market, ms: number) => number) = 1,
): Listing {
  const firstMs = dayNumber(from) * DAY_MS;
  const truth: Truth = (market, each, ms) => {
    return usdOf(market, each, ms) * (typeof factor === "number" ? factor : factor(market, ms));
  };
  return { name, coin, decimals, firstMs, truth };
}

/** USD of a coin, or of one tether, at an instant. */
export function usdOf(market: Market, coin: Quoted, ms: number): number {
  return coin === "usdt" ? market.tetherAt(ms) : market.priceAt(coin, ms);
}

/** An exchange's newest price; `undefined` if the pair is unknown. */
export function livePrice({ coin, truth }: Listing, market: StatedFigures, nowMs: number): number | undefined {
  return market.state("live", coin, market.newestMs("live", coin, nowMs), truth);
}

/** Candles that open between two instants, both included; none in the future, none before the listing. */
export function candles(
  of: Listing,
  market: StatedFigures,
  from: number,
  to: number,
  stepMs: number,
  nowMs: number,
): readonly Row[] {
  const rows: Row[] = [];
  const first = Math.max(Math.ceil(from / stepMs), Math.floor(of.firstMs / stepMs)) * stepMs;
  const figure = stepMs === DAY_MS ? "close" : "hour";
  for (let at = first; at <= Math.min(to, nowMs); at += stepMs) {
    const row = candle(of, market, figure, at, stepMs, nowMs);
    if (row !== undefined) rows.push(row);
  }
  return rows;
}

/**
 * The price at both ends of a period, and the higher and the lower of the two as its high and low, which nobody uses. A
 * period that is still open ends now.
 *
 * @returns `undefined` if the exchange does not have it
 */
export function candle(
  { name, coin, firstMs, truth }: Listing,
  market: StatedFigures,
  figure: Extract<Figure, "live" | "close" | "hour">,
  at: number,
  lengthMs: number,
  nowMs: number,
): Row | undefined {
  const close = market.state(figure, coin, Math.max(Math.min(at + lengthMs, nowMs), firstMs), truth);
  if (close === undefined) return undefined;
  const open = market.state(figure, coin, Math.max(at, firstMs), truth) ?? close;
  return { at, name, numbers: [open, Math.max(open, close), Math.min(open, close), close] };
}
