import { isObject, type Json } from "../json.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../market/calendar.js";
import type { CoinSymbol } from "../market/landmarks.js";
import type { Market } from "../market/market.js";
import { chance } from "../market/noise.js";
import {
  jsonAnswer,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  usualMessage,
} from "../source.js";

/** Coin Metrics Community API v4, `timeseries/asset-metrics`: daily prices and MVRV of one asset, in one page. */
export const coinMetrics = simulatedSource({
  name: "coin-metrics",
  pagePosition: [],
  shape: ({ path, query }) =>
    path === ROUTE
      ? {
          ...rowsUnder(["data"]),
          newest: "last",
          time: { path: ["time"], unitMs: 1 },
          values: metricsIn(query).map((name) => [name]),
          stepMs: DAY_MS,
        }
      : undefined,
  errorBody: coinMetricsError,
  ownFaults: {
    "page-loop": pageLoop,
    "refused-metric": (said, { query }, { key = "CapMVRVCur" }) =>
      metricsIn(query).includes(key) ? forbidden(key, query.get("assets") ?? "") : said,
  },
  open: (market) => (request) => answer(market, request),
});

const ROUTE = "/v4/timeseries/asset-metrics";
const MAX_ROWS = 10_000;

function metricsIn(query: URLSearchParams): string[] {
  return (query.get("metrics") ?? "").split(",");
}

function answer(market: Market, { path, method, query, nowMs }: SourceRequest): SourceResponse {
  if (path !== ROUTE || method !== "GET") return refused(404, "not_found", "Requested resource was not found.");
  const asset = ASSETS[query.get("assets") ?? ""];
  if (asset === undefined) return bad("assets", query);
  const metrics = metricsIn(query);
  if (metrics.some((name) => name !== "PriceUSD" && !(name === "CapMVRVCur" && asset.hasValuation))) {
    return bad("metrics", query);
  }
  const [from, to] = ["start_time", "end_time"].map((name) => dayNumber(query.get(name) ?? ""));
  if (from === undefined || to === undefined || Number.isNaN(from + to)) return bad("start_time", query);
  const first = Math.max(from, dayNumber(asset.pricedFrom));
  const last = Math.min(to, dayOf(nowMs) - 1);
  const data: Json[] = [];
  for (let day = first; day <= last && data.length < MAX_ROWS; day += 1) {
    const { priceMs, fullMs } = publication(day);
    const values: Readonly<Record<string, string | null>> = {
      PriceUSD: nowMs < priceMs ? null : priceOf(market, asset.coin, day),
      CapMVRVCur: nowMs < fullMs ? null : market.realized[asset.coin].mvrvOf(day).toFixed(18),
    };
    const entries = metrics.map((name) => [name, values[name] ?? null] as const);
    // A row without any of the asked values is not there at all.
    if (entries.every(([, value]) => value === null)) continue;
    const time = `${dateText(day)}T00:00:00.000000000Z`;
    data.push({ asset: query.get("assets"), time, ...Object.fromEntries(entries) });
  }
  return jsonAnswer({ data });
}

/** The price of a day is that of 00:00 UTC of the next, half a basis point above the market's. */
function priceOf(market: Market, coin: CoinSymbol, day: number): string {
  return (market.coins[coin].closeOf(day) * 1.00005).toFixed(coin === "DOGE" ? 14 : 10);
}

/** When the full row of a day appears: between 02:45 and 03:20 UTC of the next day; its price stands from 00:20 on. */
function publication(day: number): { readonly priceMs: number; readonly fullMs: number } {
  const nextDayMs = (day + 1) * DAY_MS;
  return { priceMs: nextDayMs + 20 * 60_000, fullMs: nextDayMs + (165 + 35 * chance(803, day)) * 60_000 };
}

interface MetricsAsset {
  readonly coin: CoinSymbol;
  readonly pricedFrom: string;
  readonly hasValuation: boolean;
}

/** The assets with prices. */
const ASSETS: Readonly<Record<string, MetricsAsset>> = {
  ada: { coin: "ADA", pricedFrom: "2017-12-01", hasValuation: false },
  btc: { coin: "BTC", pricedFrom: "2010-07-18", hasValuation: true },
  doge: { coin: "DOGE", pricedFrom: "2014-01-23", hasValuation: true },
  eth: { coin: "ETH", pricedFrom: "2015-08-08", hasValuation: true },
  ltc: { coin: "LTC", pricedFrom: "2013-04-01", hasValuation: true },
  xrp: { coin: "XRP", pricedFrom: "2014-08-15", hasValuation: false },
};

function refused(status: number, type: string, message: string): SourceResponse {
  return jsonAnswer({ error: { type, message } }, status);
}

function bad(name: string, query: URLSearchParams): SourceResponse {
  return refused(400, "bad_parameter", `Bad parameter '${name}'. Value '${query.get(name)}' is not supported.`);
}

function forbidden(metric: string, asset: string): SourceResponse {
  const about = `'${metric}' with frequency '1d' for asset '${asset}'`;
  return refused(403, "forbidden", `Requested metric ${about} is not available with supplied credentials.`);
}

function coinMetricsError(status: number): Json {
  if (status === 429) return { error: { type: "too_many_requests", message: "Too many requests." } };
  const clientError = status === 403 ? "forbidden" : "bad_parameter";
  const type = status >= 500 ? "internal_server_error" : clientError;
  return { error: { type, message: usualMessage(status) } };
}

/** Names the page itself as the next one. */
function pageLoop(said: SourceResponse, { url }: SourceRequest): SourceResponse {
  const next = new URL(url.href);
  next.searchParams.set("next_page_token", "loop");
  return isObject(said.json) ? { ...said, json: { ...said.json, next_page_url: next.href } } : said;
}
