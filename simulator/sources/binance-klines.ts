import type { Json } from "../json.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../market/calendar.js";
import { type Candle, meanPrice } from "../market/candle.js";
import type { VenueCoin } from "../market/venue.js";

/** Candle lengths by name, milliseconds. */
export const INTERVALS: Readonly<Record<string, number>> = {
  "1m": MINUTE_MS,
  "3m": 3 * MINUTE_MS,
  "5m": 5 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "4h": 4 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "8h": 8 * HOUR_MS,
  "12h": 12 * HOUR_MS,
  "1d": DAY_MS,
  "3d": 3 * DAY_MS,
  "1w": 7 * DAY_MS,
};
/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
const MONDAY_MS = 4 * DAY_MS;

/** One listed symbol, priced in USDT. */
export interface BinanceSymbol extends VenueCoin {
  readonly symbol: string;
  readonly decimals: number;
}

/** One page of candles, times in milliseconds. */
export interface KlinesAsk {
  readonly stepMs: number;
  readonly limit: number;
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/** Opens of the asked periods, oldest first: from `start` on, else the newest up to `end`, else the newest. */
export function openTimes({ stepMs, limit, start, end }: KlinesAsk, firstMs: number, nowMs: number): number[] {
  const shift = stepMs === 7 * DAY_MS ? MONDAY_MS : 0;
  const floor = (ms: number) => Math.floor((ms - shift) / stepMs) * stepMs + shift;
  const newest = floor(Math.min(end ?? nowMs, nowMs));
  const oldest = floor(firstMs);
  const from =
    start === undefined ? newest - (limit - 1) * stepMs : Math.ceil((start - shift) / stepMs) * stepMs + shift;
  const opens: number[] = [];
  for (let openMs = Math.max(from, oldest); openMs <= newest && opens.length < limit; openMs += stepMs)
    opens.push(openMs);
  return opens;
}

export interface RowTerms {
  readonly symbol: BinanceSymbol;
  readonly openMs: number;
  readonly stepMs: number;
  readonly unit: number;
}

/** One candle as twelve cells. */
export function row(candle: Candle, { symbol, openMs, stepMs, unit }: RowTerms): Json {
  const text = (amount: number) => amount.toFixed(8);
  const money = (usdt: number) => Number(usdt.toFixed(symbol.decimals)).toFixed(8);
  const quote = candle.volume * meanPrice(candle);
  return [
    openMs * unit,
    money(candle.open),
    money(candle.high),
    money(candle.low),
    money(candle.close),
    text(candle.volume),
    // In microseconds too the close is the next open less one.
    (openMs + stepMs) * unit - 1,
    text(quote),
    candle.trades,
    text(candle.volume / 2),
    text(quote / 2),
    "0",
  ];
}
