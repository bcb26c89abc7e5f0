import { createHash } from "node:crypto";
import { readInstant } from "../clock.js";
import { isObject, type Json } from "../json.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { chance } from "../market/noise.js";
import { bitcoinSupplyAt } from "../market/supply.js";
import {
  jsonAnswer,
  oneRowUnder,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  textAnswer,
  usualMessage,
  type WireShape,
} from "../source.js";

/** Bitcoin Research Kit below `/api`: daily series one by one and in bulk, and the price from the mempool. */
export const brk = simulatedSource({
  name: "brk",
  pagePosition: ["start"],
  shape: brkShape,
  errorBody: brkError,
  ownFaults: {
    redeploy: () => jsonAnswer(brkError(404, "series not found"), 404),
    "missing-key": (said, _request, { key = "data" }) =>
      said.json === undefined ? said : { ...said, json: withoutKey(said.json, key) },
  },
  open(market) {
    const all = brkSeries(market);
    return (request) => tagged(answer(market, all, request), request);
  },
});

const VERSION = 12;
const DAILY = new Set(["1d", "d", "day", "date", "daily", "day1", "dateindex"]);
const PRICE_PATHS = new Set(["/api/mempool/price", "/api/oracle/price"]);
const SERIES_ROUTE = /^\/api\/series\/([a-z0-9_]+)\/([a-z0-9]+)(?:\/(data|latest|len|version))?$/;
const RANGE_NAMES = ["start", "end", "limit", "format"];

type AllSeries = ReadonlyMap<string, BrkSeries>;

/** Every answer carries an ETag over what it says (the time it was said aside), and honors the caller's. */
function tagged(said: SourceResponse, request: SourceRequest): SourceResponse {
  if (said.status !== 200) return said;
  const words = said.text ?? JSON.stringify(said.json).replaceAll(/"stamp":"[^"]*"/g, "");
  const etag = `"${createHash("sha1").update(words).digest("hex").slice(0, 16)}"`;
  const headers = { ...said.headers, etag, "cache-control": "public, max-age=1, must-revalidate" };
  const known = (request.headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) ? { status: 304, headers: { etag } } : { ...said, headers };
}

interface Problem {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly message: string;
}

function refused({ status, type, code, message }: Problem): SourceResponse {
  const json = { error: { type, code, message, doc_url: "/api" } };
  return { ...jsonAnswer(json, status), headers: { "content-type": "application/problem+json" } };
}

const unreadable = (message: string) => refused({ status: 400, type: "invalid_request", code: "parse_error", message });
const unknownSeries = (name: string) =>
  refused({ status: 404, type: "not_found", code: "series_not_found", message: `'${name}' not found` });

function answer(market: Market, all: AllSeries, request: SourceRequest): SourceResponse {
  const { path, method, query, nowMs } = request;
  if (method !== "GET") return refused({ status: 405, type: "invalid_request", code: "method", message: "GET only" });
  if (PRICE_PATHS.has(path)) return refuseUnknown(query, []) ?? jsonAnswer(livePrice(market, nowMs));
  if (path === "/api/series/bulk") return bulk(all, request);
  if (path === "/api/series/search") {
    const names = [...all.keys()].filter((name) => name.includes(query.get("q") ?? ""));
    return refuseUnknown(query, ["q", "limit"]) ?? jsonAnswer(names);
  }
  const [, name = "", index = "", part] = SERIES_ROUTE.exec(path) ?? [];
  if (name !== "") return single(all, { name, index, part, request });
  const alone = /^\/api\/series\/([a-z0-9_]+)$/.exec(path)?.[1];
  if (alone === undefined) return refused({ status: 404, type: "not_found", code: "not_found", message: "no route" });
  const series = all.get(alone);
  return series === undefined ? unknownSeries(alone) : jsonAnswer({ indexes: ["day1"], type: series.type });
}

/** Unknown query parameters are never passed over. */
function refuseUnknown(query: URLSearchParams, known: readonly string[]): SourceResponse | undefined {
  const unknown = [...query.keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return undefined;
  const expected =
    known.length === 0 ? "there are no fields" : `expected one of ${known.map((name) => `\`${name}\``).join(", ")}`;
  return unreadable(`Failed to deserialize query string: unknown field \`${unknown}\`, ${expected}`);
}

function livePrice(market: Market, nowMs: number): number {
  return Number((market.coins.BTC.priceAt(nowMs) * 0.9995).toFixed(2));
}

const lengthAt = (nowMs: number) => dayOf(nowMs) - FIRST_DAY + 1;

function envelope(series: BrkSeries, range: BrkRange, nowMs: number): { [key: string]: Json } {
  const data: Json[] = [];
  for (let at = range.start; at < range.end; at += 1) data.push(series.value(FIRST_DAY + at, nowMs));
  const stamp = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  return { version: VERSION, index: "day1", type: series.type, start: range.start, end: range.end, stamp, data };
}

interface SingleAsk {
  readonly name: string;
  readonly index: string;
  readonly part: string | undefined;
  readonly request: SourceRequest;
}

function single(all: AllSeries, { name, index, part, request }: SingleAsk): SourceResponse {
  const { query, nowMs } = request;
  const series = all.get(name);
  if (series === undefined) return unknownSeries(name);
  if (!DAILY.has(index)) return unsupported(index);
  const isWhole = part === undefined || part === "data";
  const refusal = refuseUnknown(query, isWhole ? RANGE_NAMES : []);
  if (refusal !== undefined) return refusal;
  if (part === "len") return jsonAnswer(lengthAt(nowMs));
  if (part === "version") return jsonAnswer(VERSION);
  if (part === "latest") return jsonAnswer(series.value(dayOf(nowMs), nowMs));
  const range = readRange(query, lengthAt(nowMs));
  if (range === undefined) return unreadable("start, end or limit is no position");
  const said = envelope(series, range, nowMs);
  if (query.get("format") === "csv") return csv([name], [said]);
  return jsonAnswer(part === "data" ? (said["data"] ?? []) : said);
}

function unsupported(index: string): SourceResponse {
  const message = `series does not support index '${index}'`;
  return refused({ status: 400, type: "invalid_request", code: "series_unsupported_index", message });
}

/** Several series of one index: an array of envelopes in the order asked for. */
function bulk(all: AllSeries, { query, nowMs }: SourceRequest): SourceResponse {
  const refusal = refuseUnknown(query, ["series", "index", ...RANGE_NAMES]);
  if (refusal !== undefined) return refusal;
  const names = (query.get("series") ?? "").split(",").filter((name) => name !== "");
  const index = query.get("index");
  if (names.length === 0) return unreadable("missing field `series`");
  if (index === null) return unreadable("missing field `index`");
  if (!DAILY.has(index)) return unsupported(index);
  const range = readRange(query, lengthAt(nowMs));
  if (range === undefined) return unreadable("start, end or limit is no position");
  const envelopes: { [key: string]: Json }[] = [];
  for (const name of names) {
    const series = all.get(name);
    if (series === undefined) return unknownSeries(name);
    envelopes.push(envelope(series, range, nowMs));
  }
  return query.get("format") === "csv" ? csv(names, envelopes) : jsonAnswer(envelopes);
}

function csv(names: readonly string[], envelopes: readonly { readonly [key: string]: Json }[]): SourceResponse {
  const columns = envelopes.map((each) => (Array.isArray(each["data"]) ? each["data"] : []));
  const rows = (columns[0] ?? []).map((_value, place) =>
    columns.map((column) => String(column[place] ?? "")).join(","),
  );
  return textAnswer(`${[names.join(","), ...rows].join("\n")}\n`, "text/csv");
}

/** Positions of a daily series; the end is exclusive. */
interface BrkRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads `start`, `end` and `limit`: each end a position, a negative position from the end, a date or an ISO instant.
 * @param length how many positions the series has now
 * @returns undefined when something is none of these
 */
function readRange(query: URLSearchParams, length: number): BrkRange | undefined {
  const start = position(query.get("start"), length) ?? 0;
  const end = position(query.get("end"), length);
  const limit = Number(query.get("limit") ?? length);
  if (Number.isNaN(start) || Number.isNaN(end) || !Number.isInteger(limit) || limit < 0) return undefined;
  const from = Math.max(0, Math.min(start, length));
  // `limit` counts only where no end is given.
  const to = end === undefined ? from + limit : end;
  return { start: from, end: Math.max(from, Math.min(to, length)) };
}

/** NaN for text that is no position. */
function position(text: string | null, length: number): number | undefined {
  if (text === null) return undefined;
  if (/^-?\d+$/.test(text)) return Number(text) < 0 ? length + Number(text) : Number(text);
  const ms = readInstant(text);
  return ms === undefined ? Number.NaN : dayOf(ms) - FIRST_DAY;
}

/**
 * Series come as columns without dates. A row is one position across all of them: `[value of the first, value of the second, ...]`;
 * taking a row out moves every later one a position to the front, as a real hole would.
 */
function brkShape({ path, query }: SourceRequest): WireShape | undefined {
  if (path.endsWith("/price")) return { ...oneRowUnder([]), values: [[]] };
  const isBulk = path === "/api/series/bulk";
  if (!isBulk && !/^\/api\/series\/[a-z0-9_]+\/[a-z0-9]+(\/data)?$/.test(path)) return undefined;
  const names = isBulk ? (query.get("series") ?? "").split(",") : [path.split("/")[3] ?? ""];
  return {
    rows: (body) => {
      const columns = envelopesOf(body).map(dataOf);
      return (columns[0] ?? []).map((_value, place) => columns.map((column) => column[place] ?? null));
    },
    withRows: (body, rows) => {
      const columns = envelopesOf(body).map((_each, place) =>
        rows.map((row) => (Array.isArray(row) ? (row[place] ?? null) : row)),
      );
      if (isBulk) return envelopesOf(body).map((each, place) => withData(each, columns[place] ?? []));
      return withData(envelopesOf(body)[0] ?? null, columns[0] ?? []);
    },
    newest: "last",
    values: names.flatMap((name, place) => (name === "date" ? [] : [[place]])),
    stepMs: DAY_MS,
  };
}

function envelopesOf(body: Json): Json[] {
  const isList = Array.isArray(body) && body.every(isObject);
  return isList ? body : [body];
}

function dataOf(each: Json): Json[] {
  if (Array.isArray(each)) return each;
  const data = each !== null && typeof each === "object" ? each["data"] : undefined;
  return Array.isArray(data) ? data : [];
}

function withData(each: Json, data: Json[]): Json {
  if (!isObject(each)) return data;
  return { ...each, end: Number(each["start"] ?? 0) + data.length, data };
}

/** Position 0 of every daily series. */
const FIRST_DAY = dayNumber("2009-01-01");
/** No price before this day, which every price series says as 0. */
const FIRST_PRICED = dayNumber("2010-08-16");
/** Prices are read off the chain, not an exchange: off by up to half a percent, another part each day. */
const NOISE = 0.005;
/** Where the derivation begins it is far off for a week: share of the market's price. */
const FALTERING: ReadonlyMap<number, number> = new Map(
  [1.16, 0.68, 1.37, 1.37, 1.37, 1.36, 1.35].map((factor, place) => [dayNumber("2015-01-13") + place, factor]),
);
/** The running day is renewed with every block. */
const BLOCK_MS = 600_000;

/** One daily series. */
interface BrkSeries {
  readonly type: string;
  /** The value of a day, as it looks at an instant while the day runs. */
  value(day: number, nowMs: number): Json;
}

/** Every daily series served, by name. */
function brkSeries(market: Market): ReadonlyMap<string, BrkSeries> {
  const firstPriced = FIRST_PRICED;
  const { BTC: coin } = market.coins;
  const { BTC: realized } = market.realized;
  const factor = (day: number) => FALTERING.get(day) ?? 1 + NOISE * (2 * chance(901, day) - 1);
  /** The end of a day, or the last block of a running one. */
  const end = (day: number, nowMs: number) => Math.min((day + 1) * DAY_MS, Math.floor(nowMs / BLOCK_MS) * BLOCK_MS);
  const price = (day: number, nowMs: number) => coin.priceAt(Math.max(end(day, nowMs), day * DAY_MS)) * factor(day);
  const supply = (day: number, nowMs: number) => bitcoinSupplyAt(end(day, nowMs) / DAY_MS);
  // Made with its own price, so as far off as that.
  const mvrv = (day: number, nowMs: number) =>
    factor(day) *
    (day < dayOf(nowMs) ? realized.mvrvOf(day) : realized.mvrvAt(Math.max(end(day, nowMs), day * DAY_MS)));
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
      if (candle === undefined || day < FIRST_PRICED) return [0, 0, 0, 0];
      return [candle.open, candle.high, candle.low, candle.close].map((usd) =>
        Number((usd * factor(day)).toPrecision(8)),
      );
    },
  };
}

function brkError(status: number, message: string | undefined): Json {
  const clientError = status === 404 ? ["not_found", "series_not_found"] : ["invalid_request", "parse_error"];
  const [type = "", code = ""] = status >= 500 ? ["unavailable", "unavailable"] : clientError;
  return { error: { type, code, message: message ?? usualMessage(status), doc_url: "/api" } };
}

/** The last series loses a key; a series alone is the last. */
function withoutKey(json: Json, key: string): Json {
  if (Array.isArray(json)) return [...json.slice(0, -1), ...json.slice(-1).map((last) => withoutKey(last, key))];
  if (json === null || typeof json !== "object") return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => name !== key));
}
