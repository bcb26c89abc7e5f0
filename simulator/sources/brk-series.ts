import type { Json } from "../json.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { chance } from "../market/noise.js";
import { bitcoinSupplyAt } from "../market/supply.js";

/** Position 0 of every daily series. */
export const FIRST_DAY = dayNumber("2009-01-01");
/** Prices are read off the chain, not an exchange: off by up to a quarter of a percent, another part each day. */
const NOISE = 0.0025;
/** The running day is renewed with every block. */
const BLOCK_MS = 600_000;

/** One daily series. */
export interface BrkSeries {
  readonly type: string;
  /** The value of a day, as it looks at an instant while the day runs. */
  value(day: number, nowMs: number): Json;
}

/** Every daily series served, by name. */
export function brkSeries(market: Market): ReadonlyMap<string, BrkSeries> {
  const firstPriced = dayOf(market.coins.BTC.firstMs);
  const { BTC: coin } = market.coins;
  const { BTC: realized } = market.realized;
  const factor = (day: number) => 1 + NOISE * (2 * chance(901, day) - 1);
  /** The end of a day, or the last block of a running one. */
  const end = (day: number, nowMs: number) => Math.min((day + 1) * DAY_MS, Math.floor(nowMs / BLOCK_MS) * BLOCK_MS);
  const price = (day: number, nowMs: number) => coin.priceAt(Math.max(end(day, nowMs), day * DAY_MS)) * factor(day);
  const supply = (day: number, nowMs: number) => bitcoinSupplyAt(end(day, nowMs) / DAY_MS);
  const mvrv = (day: number, nowMs: number) =>
    day < dayOf(nowMs) ? realized.mvrvOf(day) : realized.mvrvAt(Math.max(end(day, nowMs), day * DAY_MS));
  const average = (days: number) => (day: number, nowMs: number) => {
    let sum = price(day, nowMs);
    for (let back = 1; back < days; back += 1) sum += coin.closeOf(day - back) * factor(day - back);
    return sum / days;
  };
  type Formula = (day: number, nowMs: number) => number;
  /** Rounded as a 32-bit float looks in JSON. */
  const short = (value: number) => Number(value.toPrecision(8));
  const since = (first: number, missing: Json, type: string, formula: Formula): BrkSeries => ({
    type,
    value: (day, nowMs) => (day < first ? missing : short(formula(day, nowMs))),
  });
  const usd = (formula: Formula) => since(firstPriced, 0, "Dollars", formula);
  const ratio = (formula: Formula) => since(firstPriced, null, "StoredF32", formula);
  const later = (days: number, formula: Formula) => since(firstPriced + days - 1, null, "Dollars", formula);
  return new Map<string, BrkSeries>([
    ["date", { type: "Date", value: (day) => dateText(day) }],
    ["price", usd(price)],
    ["price_close", usd(price)],
    ["price_ohlc", ohlc(market, factor)],
    ["price_sma_200d", later(200, average(200))],
    ["market_cap", usd((day, nowMs) => price(day, nowMs) * supply(day, nowMs))],
    ["realized_price", usd((day, nowMs) => price(day, nowMs) / mvrv(day, nowMs))],
    ["realized_cap", usd((day, nowMs) => (price(day, nowMs) * supply(day, nowMs)) / mvrv(day, nowMs))],
    ["mvrv", ratio(mvrv)],
    ["nupl", ratio((day, nowMs) => 1 - 1 / mvrv(day, nowMs))],
    ["circulating_supply", since(FIRST_DAY, null, "Bitcoin", supply)],
  ]);
}

/** `[open, high, low, close]`; zeros before there was a price. */
function ohlc(market: Market, factor: (day: number) => number): BrkSeries {
  const { BTC: coin } = market.coins;
  return {
    type: "OHLCDollars",
    value: (day, nowMs) => {
      const openMs = day * DAY_MS;
      const block = Math.max(Math.floor(nowMs / BLOCK_MS) * BLOCK_MS, openMs + 1);
      const candle = coin.candle({ openMs, lengthMs: DAY_MS, nowMs: block });
      if (candle === undefined) return [0, 0, 0, 0];
      return [candle.open, candle.high, candle.low, candle.close].map((usd) =>
        Number((usd * factor(day)).toPrecision(8)),
      );
    },
  };
}
