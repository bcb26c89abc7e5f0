import { readInstant } from "../clock.js";
import { isObject, type Json } from "../json.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../market/calendar.js";
import type { CoinSymbol } from "../market/landmarks.js";
import type { Market } from "../market/market.js";
import { chance, smoothNoise } from "../market/noise.js";
import { bitcoinSupplyAt, GENESIS_DAY, supplyAt } from "../market/supply.js";
import {
  jsonAnswer,
  rowsUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  usualMessage,
} from "../source.js";

/** Coin Metrics Community API v4, `timeseries/asset-metrics`, daily. */
export const coinMetrics = simulatedSource({
  name: "coin-metrics",
  pagePosition: ["next_page_token"],
  shape: ({ path, query }) =>
    path === ROUTE
      ? {
          ...rowsUnder(["data"]),
          newest: "last",
          time: { path: ["time"], unitMs: 1 },
          values: list(query, "metrics").map((name) => [name]),
          stepMs: DAY_MS,
        }
      : undefined,
  errorBody: coinMetricsError,
  ownFaults: {
    "page-loop": pageLoop,
    "refused-metric": (said, { query }, { key = "CapMVRVCur" }) =>
      list(query, "metrics").includes(key) ? forbidden(key, list(query, "assets")[0] ?? "") : said,
  },
  open(market) {
    const metrics = communityMetrics(market);
    return (request) => answer(metrics, request);
  },
});

const ROUTE = "/v4/timeseries/asset-metrics";

function list(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? "").split(",").filter((item) => item !== "");
}

function answer(metrics: ReadonlyMap<string, CommunityMetric>, request: SourceRequest): SourceResponse {
  if (request.path !== ROUTE || request.method !== "GET") {
    return refused({ status: 404, type: "not_found", message: "Requested resource was not found." });
  }
  if (request.url.href.length > 10_000) return refused({ status: 414, type: "uri_too_long", message: "URI too long." });
  const chosen = choose(metrics, request.query);
  if ("type" in chosen) return refused(chosen);
  const span = readSpan(request.query);
  if ("type" in span) return refused(span);
  const limit = Number(request.query.get("limit_per_asset") ?? Number.POSITIVE_INFINITY);
  const perAsset = chosen.assets.map((asset) => assetRows(chosen, { asset, span, nowMs: request.nowMs }));
  const fromEnd = (request.query.get("paging_from") ?? "end") === "end";
  const rows = perAsset.flatMap((each) => (fromEnd ? each.slice(-limit) : each.slice(0, limit)));
  if (request.query.get("sort") === "time") rows.sort((a, b) => a.day - b.day || (a.asset < b.asset ? -1 : 1));
  return pageOf(rows, request);
}

interface Chosen {
  readonly assets: readonly MetricsAsset[];
  readonly metrics: readonly (readonly [string, CommunityMetric])[];
  readonly nullText: string | null;
}

function choose(known: ReadonlyMap<string, CommunityMetric>, query: URLSearchParams): Chosen | Refusal {
  const frequency = query.get("frequency") ?? "1d";
  if (frequency !== "1d") return bad("frequency", frequency);
  if ((query.get("format") ?? "json") !== "json") return bad("format", query.get("format") ?? "");
  const names = list(query, "assets");
  const assets = ASSETS.filter((asset) => names.includes(asset.name));
  const unknown = names.find((name) => !ASSETS.some((asset) => asset.name === name));
  if (names.length === 0 || unknown !== undefined) return bad("assets", unknown ?? "");
  const metrics = chooseMetrics(known, { query, assets });
  if ("type" in metrics) return metrics;
  return { assets, metrics, nullText: query.get("null_as_zero") === "true" ? "0" : null };
}

type MetricsAsk = { readonly query: URLSearchParams; readonly assets: readonly MetricsAsset[] };

function chooseMetrics(
  known: ReadonlyMap<string, CommunityMetric>,
  { query, assets }: MetricsAsk,
): Chosen["metrics"] | Refusal {
  const names = list(query, "metrics");
  if (names.length === 0) return bad("metrics", "");
  const forbidden = names.find((name) => PRO_METRICS.has(name));
  if (forbidden !== undefined && query.get("ignore_forbidden_errors") !== "true") {
    return forbiddenMetric(forbidden, assets[0]?.name ?? "");
  }
  const free = names.filter((name) => !PRO_METRICS.has(name));
  const isServed = (name: string) => assets.some((asset) => known.get(name)?.supports(asset));
  const unsupported = free.find((name) => !isServed(name));
  if (unsupported !== undefined && query.get("ignore_unsupported_errors") !== "true")
    return bad("metrics", unsupported);
  return free.flatMap((name) => {
    const metric = known.get(name);
    return metric === undefined || !isServed(name) ? [] : [[name, metric] as const];
  });
}

interface Span {
  readonly fromDay: number;
  readonly toDay: number;
}

/** `start_time` and `end_time`, both inclusive unless told otherwise: the days whose 00:00 UTC lies between them. */
function readSpan(query: URLSearchParams): Span | Refusal {
  const read = (name: string, otherwise: number): number | Refusal => {
    const text = query.get(name);
    return text === null ? otherwise : (readInstant(text) ?? bad(name, text));
  };
  const start = read("start_time", 0);
  const end = read("end_time", Number.MAX_SAFE_INTEGER);
  if (typeof start !== "number") return start;
  if (typeof end !== "number") return end;
  const fromDay = Math.ceil(start / DAY_MS);
  const toDay = Math.floor(end / DAY_MS);
  return {
    fromDay: query.get("start_inclusive") === "false" && start % DAY_MS === 0 ? fromDay + 1 : fromDay,
    toDay: query.get("end_inclusive") === "false" && end % DAY_MS === 0 ? toDay - 1 : toDay,
  };
}

interface RowsAsk {
  readonly asset: MetricsAsset;
  readonly span: Span;
  readonly nowMs: number;
}

function assetRows(chosen: Chosen, { asset, span, nowMs }: RowsAsk): MetricsRow[] {
  const served = chosen.metrics.filter(([, metric]) => metric.supports(asset));
  const first = Math.min(...served.map(([, metric]) => metric.from(asset)));
  const rows: MetricsRow[] = [];
  for (let day = Math.max(first, span.fromDay); day <= Math.min(span.toDay, dayOf(nowMs) - 1); day += 1) {
    const { priceMs, fullMs } = publication(day);
    const values = served.map(([name, metric]): [string, string | null] => {
      const dueMs = name === "PriceUSD" || name === "ReferenceRateUSD" ? priceMs : fullMs;
      return [name, nowMs < dueMs || day < metric.from(asset) ? null : metric.value(asset, day)];
    });
    // A row without any of the asked values is not there at all.
    if (values.every(([, value]) => value === null)) continue;
    const entries = values.map(([name, value]) => [name, value ?? chosen.nullText]);
    const time = `${dateText(day)}T00:00:00.000000000Z`;
    rows.push({ asset: asset.name, day, json: { asset: asset.name, time, ...Object.fromEntries(entries) } });
  }
  return rows;
}

const DEFAULT_ROWS = 100;
const MAX_ROWS = 10_000;

/**
 * One page of rows. From the start the pages go forward; from the end (the default) the first page holds the newest rows and the
 * next one those before them. Inside a page rows keep their order.
 */
function pageOf(rows: readonly MetricsRow[], { query, url }: SourceRequest): SourceResponse {
  const size = Number(query.get("page_size") ?? DEFAULT_ROWS);
  if (!Number.isInteger(size) || size < 1 || size > MAX_ROWS)
    return refused(bad("page_size", query.get("page_size") ?? ""));
  const pagingFrom = query.get("paging_from") ?? "end";
  if (pagingFrom !== "start" && pagingFrom !== "end") return refused(bad("paging_from", pagingFrom));
  const token = query.get("next_page_token");
  const mark = token === null ? undefined : rows.findIndex((row) => tokenOf(row) === token);
  if (mark === -1) return refused(bad("next_page_token", token ?? ""));
  const { page, edge } = pagingFrom === "start" ? pageAfter(rows, mark, size) : pageBefore(rows, mark, size);
  const data = page.map((row) => row.json);
  if (edge === undefined) return jsonAnswer({ data });
  return jsonAnswer({ data, next_page_token: tokenOf(edge), next_page_url: nextUrl(url, tokenOf(edge)) });
}

/** One page, and the row the next page begins beside; no such row on the last page. */
interface Page {
  readonly page: readonly MetricsRow[];
  readonly edge: MetricsRow | undefined;
}

function pageAfter(rows: readonly MetricsRow[], mark: number | undefined, size: number): Page {
  const from = mark === undefined ? 0 : mark + 1;
  const page = rows.slice(from, from + size);
  return { page, edge: from + size < rows.length ? page.at(-1) : undefined };
}

function pageBefore(rows: readonly MetricsRow[], mark: number | undefined, size: number): Page {
  const to = mark ?? rows.length;
  const from = Math.max(0, to - size);
  const page = rows.slice(from, to);
  return { page, edge: from > 0 ? page[0] : undefined };
}

/** The row a page ended at, opaque to clients. */
function tokenOf(row: MetricsRow): string {
  return `0.${Buffer.from(`${row.asset}|${dateText(row.day)}T00:00:00Z`).toString("base64url")}`;
}

function nextUrl(url: URL, token: string): string {
  const next = new URL(url);
  next.searchParams.set("next_page_token", token);
  return next.href;
}

/** A refusal as the API words it; the `type` is what a client keys on. */
interface Refusal {
  readonly status: number;
  readonly type: string;
  readonly message: string;
}

/** One emitted row with the key pages are cut by. */
interface MetricsRow {
  readonly asset: string;
  readonly day: number;
  readonly json: Json;
}

function forbiddenMetric(metric: string, asset: string): Refusal {
  const message = `Requested metric '${metric}' with frequency '1d' for asset '${asset}' is not available with supplied credentials.`;
  return { status: 403, type: "forbidden", message };
}

function forbidden(metric: string, asset: string): SourceResponse {
  return refused(forbiddenMetric(metric, asset));
}

function bad(name: string, value: string): Refusal {
  return { status: 400, type: "bad_parameter", message: `Bad parameter '${name}'. Value '${value}' is not supported.` };
}

function refused({ status, type, message }: Refusal): SourceResponse {
  return jsonAnswer({ error: { type, message } }, status);
}

/** Prices here stand half a basis point above the market's. */
const FACTOR = 1.00005;

/** One asset: its coin, and the first day with a price (none: this source has no price of it). */
interface MetricsAsset {
  readonly name: string;
  readonly coin: CoinSymbol;
  readonly pricedFrom: number | undefined;
}

const asset = (name: string, coin: CoinSymbol, from?: string): MetricsAsset => ({
  name,
  coin,
  pricedFrom: from === undefined ? undefined : dayNumber(from),
});

const ASSETS: readonly MetricsAsset[] = [
  asset("ada", "ADA", "2017-12-01"),
  asset("bnb", "BNB"),
  asset("btc", "BTC", "2010-07-18"),
  asset("doge", "DOGE", "2014-01-23"),
  asset("eth", "ETH", "2015-08-08"),
  asset("ltc", "LTC", "2013-04-01"),
  asset("sol", "SOL"),
  asset("xrp", "XRP", "2014-08-15"),
];

/** Metrics that need a paid key. */
const PRO_METRICS: ReadonlySet<string> = new Set(["CapRealUSD", "NVTAdj", "SplyBMXNtv", "TxTfrValAdjUSD", "DiffMean"]);

/** One free metric: for which assets, since when, and its value on a day as decimal text. */
interface CommunityMetric {
  supports(asset: MetricsAsset): boolean;
  /** The first day with a value. */
  from(asset: MetricsAsset): number;
  value(asset: MetricsAsset, day: number): string;
}

const hasNetwork = (asset: MetricsAsset) => asset.pricedFrom !== undefined;
const isBitcoin = (asset: MetricsAsset) => asset.name === "btc";
const hasValuation = (asset: MetricsAsset) => ["btc", "eth", "ltc", "doge"].includes(asset.name);
const priceDay = (asset: MetricsAsset) => asset.pricedFrom ?? 0;
const chainDay = (asset: MetricsAsset) => (isBitcoin(asset) ? GENESIS_DAY : priceDay(asset));

/** Every free metric served, by name. The price of day D is that of 00:00 UTC of D + 1. */
function communityMetrics(market: Market): ReadonlyMap<string, CommunityMetric> {
  const close = (asset: MetricsAsset, day: number) => market.coins[asset.coin].closeOf(day) * FACTOR;
  const supply = (asset: MetricsAsset, day: number) => supplyAt(asset.coin, day + 1);
  const mined = (day: number) => bitcoinSupplyAt(day + 1) - bitcoinSupplyAt(day);
  const priced = (value: (asset: MetricsAsset, day: number) => string, supports = hasNetwork): CommunityMetric => ({
    supports,
    from: priceDay,
    value,
  });
  const counted = (value: (day: number) => string): CommunityMetric => ({
    supports: isBitcoin,
    from: chainDay,
    value: (_asset, day) => value(day),
  });
  return new Map<string, CommunityMetric>([
    ["PriceUSD", priced((asset, day) => close(asset, day).toFixed(asset.coin === "DOGE" ? 14 : 10))],
    ["CapMrktCurUSD", priced((asset, day) => (close(asset, day) * supply(asset, day)).toFixed(6))],
    ["CapMVRVCur", priced((asset, day) => market.realized[asset.coin].mvrvOf(day).toFixed(18), hasValuation)],
    ["SplyCur", { supports: hasNetwork, from: chainDay, value: (asset, day) => supply(asset, day).toFixed(8) }],
    [
      "IssTotNtv",
      counted((day) =>
        mined(day)
          .toFixed(6)
          .replace(/\.?0+$/, ""),
      ),
    ],
    ["IssTotUSD", priced((asset, day) => (mined(day) * close(asset, day)).toFixed(6), isBitcoin)],
    ["HashRate", counted((day) => hashRate(day).toFixed(12))],
    ["AdrActCnt", counted((day) => String(activity(day, 650_000)))],
    ["TxCnt", counted((day) => String(activity(day, 480_000)))],
    ["FeeTotNtv", counted((day) => (activity(day, 480_000) * 0.000_008).toFixed(8))],
    ["ReferenceRateUSD", referenceRate(market)],
  ]);
}

/** Free over this interface since this day only. */
const REFERENCE_RATE_FROM = dayNumber("2026-09-27");

function referenceRate(market: Market): CommunityMetric {
  return {
    supports: () => true,
    from: () => REFERENCE_RATE_FROM,
    value: (asset, day) => (market.coins[asset.coin].closeOf(day - 1) * FACTOR).toFixed(8),
  };
}

/** Terahashes a second: from a millionth in 2009 to about 1.1 billion in 2026, then leveling off. */
function hashRate(day: number): number {
  const years = Math.max(0, (day - GENESIS_DAY) / 365.25);
  return 10 ** (-6 + 15.05 * (1 - Math.exp(-years / 4.5))) * (1 + 0.06 * smoothNoise(801, day / 3));
}

/** A daily count that grows to its level within about eight years. */
function activity(day: number, level: number): number {
  const years = Math.max(0, (day - GENESIS_DAY) / 365.25);
  return Math.round(level * (1 - Math.exp(-((years / 5) ** 3))) * (0.85 + 0.3 * chance(802, day)));
}

/** When the full row of a day appears: between 02:45 and 03:20 UTC of the next day; its price stands from 00:20 on. */
function publication(day: number): { readonly priceMs: number; readonly fullMs: number } {
  const nextDayMs = (day + 1) * DAY_MS;
  return { priceMs: nextDayMs + 20 * 60_000, fullMs: nextDayMs + (165 + 35 * chance(803, day)) * 60_000 };
}

function coinMetricsError(status: number, message: string | undefined): Json {
  if (status === 429) return { error: { type: "too_many_requests", message: message ?? "Too many requests." } };
  const clientError = status === 403 ? "forbidden" : "bad_parameter";
  const type = status >= 500 ? "internal_server_error" : clientError;
  return { error: { type, message: message ?? usualMessage(status) } };
}

/** Names the page itself as the next one, where the answer did not already. */
function pageLoop(said: SourceResponse, { url }: SourceRequest): SourceResponse {
  const { json } = said;
  if (!isObject(json) || json["next_page_url"] !== undefined) return said;
  const next = new URL(url.href);
  next.searchParams.set("next_page_token", "loop");
  return { ...said, json: { ...json, next_page_token: "loop", next_page_url: next.href } };
}
