/** Coin Metrics Community API v4, `timeseries/asset-metrics`: daily prices and MVRV of one asset, in one page. */

import type { StatedFigures } from "../figures.js";
import { usdOf } from "../listing.js";
import type { Coin } from "../market/coins.js";
import { firstDayOf } from "../market/market.js";
import { chance } from "../market/noise.js";
import { decimal, json, type Row, type Source, usualMessage } from "../source.js";
import { DAY_MS, dateText, dayNumber, dayOf, MINUTE_MS } from "../time.js";

export const coinMetrics: Source = {
  name: "coin-metrics",
  answer({ path, query, nowMs, market, spoil }) {
    const asset = ASSETS.find((each) => each === query.get("assets"));
    const metrics = (query.get("metrics") ?? "").split(",");
    const figures = metrics.flatMap((name) => METRICS[name] ?? []);
    const from = dayNumber(query.get("start_time") ?? "");
    const to = Math.min(dayNumber(query.get("end_time") ?? ""), dayOf(nowMs) - 1);
    const isKnown =
      path === "/v4/timeseries/asset-metrics" && figures.length === metrics.length && !Number.isNaN(from + to);
    if (asset === undefined || !isKnown) return undefined;
    const rows: Row[] = [];
    for (let day = Math.max(from, firstDayOf(asset)); day <= to; day += 1) {
      const numbers = figures.map((figure) => figure(market, asset, day, nowMs - (day + 1) * DAY_MS) ?? null);
      const row = { at: day * DAY_MS, name: asset, numbers };
      // A row with none of the requested values is omitted.
      if (row.numbers.some((value) => value !== null)) rows.push(row);
    }
    const data = spoil(rows).map(({ at, name, numbers }) => {
      const texts = metrics.map((metric, place) => [metric, decimal(numbers[place], 14)]);
      return { asset: name, time: `${dateText(dayOf(at))}T00:00:00.000000000Z`, ...Object.fromEntries(texts) };
    });
    return json({ data });
  },
  error(status) {
    const type = { 400: "bad_parameter", 429: "too_many_requests", 500: "internal_server_error" }[status];
    return { error: { type, message: usualMessage(status) } };
  },
};

/** The assets with prices. */
const ASSETS: readonly Coin[] = ["ada", "btc", "doge", "eth", "ltc", "xrp"];

/** @param sinceMs time since the end of the day. @returns `undefined` if it is not published yet */
type MetricOf = (market: StatedFigures, asset: Coin, day: number, sinceMs: number) => number | undefined;

/**
 * A day's price is the one at 00:00 UTC of the next, half a basis point above the market's; it appears at 00:20. The
 * full row appears between 02:45 and 03:20.
 */
const METRICS: Readonly<Record<string, MetricOf>> = {
  PriceUSD(market, asset, day, sinceMs) {
    if (sinceMs < 20 * MINUTE_MS) return undefined;
    return market.state("close", asset, (day + 1) * DAY_MS, (truth, coin, ms) => usdOf(truth, coin, ms) * 1.00005);
  },
  CapMVRVCur(market, asset, day, sinceMs) {
    if (asset !== "btc" || sinceMs < (165 + 35 * chance(803, day)) * MINUTE_MS) return undefined;
    return market.state("mvrv", "btc", (day + 1) * DAY_MS, (truth, _coin, ms) => truth.mvrvAt(ms));
  },
};
