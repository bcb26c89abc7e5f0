import { isObject, type Json } from "../json.js";
import { DAY_MS, dateText, dayNumber, dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { chance } from "../market/noise.js";
import {
  jsonAnswer,
  type SourceRequest,
  type SourceResponse,
  simulatedSource,
  usualMessage,
  type WireShape,
} from "../source.js";

/** Bitcoin Research Kit, `/api/series/bulk`: dates, prices and MVRV of days as columns. */
export const brk = simulatedSource({
  name: "brk",
  pagePosition: ["start"],
  shape: brkShape,
  errorBody: brkError,
  ownFaults: {
    redeploy: () => jsonAnswer(brkError(404), 404),
    "missing-key": (said) => (said.json === undefined ? said : { ...said, json: withoutData(said.json) }),
  },
  open(market) {
    const all = brkSeries(market);
    return (request) => answer(all, request);
  },
});

const ROUTE = "/api/series/bulk";
const KNOWN = ["series", "index", "start", "end"];

/** Several series of one index: an array of envelopes in the order asked for. Unknown parameters are never passed over. */
function answer(all: Readonly<Record<string, BrkSeries>>, request: SourceRequest): SourceResponse {
  const { path, method, query, nowMs } = request;
  if (path !== ROUTE || method !== "GET") return refused(404, "not_found", "not_found", "no route");
  const unknown = [...query.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return unreadable(`Failed to deserialize query string: unknown field \`${unknown}\``);
  if (query.get("index") !== "day1") return unreadable("missing field `index`");
  const length = dayOf(nowMs) - FIRST_DAY + 1;
  const start = position(query.get("start"), 0, length);
  const end = Math.max(start, position(query.get("end"), length, length)); // exclusive
  if (Number.isNaN(end)) return unreadable("start or end is no date");
  const stamp = `${new Date(nowMs).toISOString().slice(0, 19)}Z`;
  const envelopes: Json[] = [];
  for (const name of namesIn(query)) {
    const series = all[name];
    if (series === undefined) return refused(404, "not_found", "series_not_found", `'${name}' not found`);
    const data = Array.from({ length: end - start }, (_, at) => series.value(FIRST_DAY + start + at, nowMs));
    envelopes.push({ version: VERSION, index: "day1", type: series.type, start, end, stamp, data });
  }
  return jsonAnswer(envelopes);
}

const VERSION = 12;

/** Position 0 of every daily series. */
const FIRST_DAY = dayNumber("2009-01-01");

function namesIn(query: URLSearchParams): string[] {
  return (query.get("series") ?? "").split(",");
}

/** The position of a date; NaN for text that is none. */
function position(date: string | null, otherwise: number, length: number): number {
  return date === null ? otherwise : Math.max(0, Math.min(dayNumber(date) - FIRST_DAY, length));
}

function refused(status: number, type: string, code: string, message: string): SourceResponse {
  const json = { error: { type, code, message, doc_url: "/api" } };
  return jsonAnswer(json, status, { "content-type": "application/problem+json" });
}

const unreadable = (message: string) => refused(400, "invalid_request", "parse_error", message);

/**
 * Series come as columns without dates. A row is one position across all of them: `[value of the first, value of the second, ...]`;
 * taking a row out moves every later one a position to the front, as a real hole would.
 */
function brkShape({ path, query }: SourceRequest): WireShape | undefined {
  if (path !== ROUTE) return undefined;
  return {
    rows: (body) => {
      const columns = envelopesOf(body).map(dataOf);
      return (columns[0] ?? []).map((_value, place) => columns.map((column) => column[place] ?? null));
    },
    withRows: (body, rows) =>
      envelopesOf(body).map((each, place) => {
        const data = rows.map((row) => (Array.isArray(row) ? (row[place] ?? null) : row));
        return isObject(each) ? { ...each, end: Number(each["start"] ?? 0) + data.length, data } : data;
      }),
    newest: "last",
    values: namesIn(query).flatMap((name, place) => (name === "date" ? [] : [[place]])),
    stepMs: DAY_MS,
  };
}

function envelopesOf(body: Json): Json[] {
  return Array.isArray(body) ? body : [body];
}

function dataOf(each: Json): Json[] {
  const data = isObject(each) ? each["data"] : undefined;
  return Array.isArray(data) ? data : [];
}

/** One daily series. */
interface BrkSeries {
  readonly type: string;
  /** The value of a day, as it looks at an instant while the day runs. */
  value(day: number, nowMs: number): Json;
}

/** Every daily series served, by name. */
function brkSeries(market: Market): Readonly<Record<string, BrkSeries>> {
  const { BTC: coin } = market.coins;
  const { BTC: realized } = market.realized;
  const factor = (day: number) => FALTERING.get(day) ?? 1 + NOISE * (2 * chance(901, day) - 1);
  /** The end of a day, or the last block of a running one. */
  const end = (day: number, nowMs: number) =>
    Math.max(Math.min((day + 1) * DAY_MS, Math.floor(nowMs / BLOCK_MS) * BLOCK_MS), day * DAY_MS);
  const price = (day: number, nowMs: number) => coin.priceAt(end(day, nowMs)) * factor(day);
  const rounded = (value: number) => Number(value.toPrecision(8)); // as a 32-bit float looks in JSON
  const isPriced = (day: number) => day >= FIRST_PRICED;
  return {
    date: { type: "Date", value: dateText },
    price_close: { type: "Dollars", value: (day, nowMs) => (isPriced(day) ? rounded(price(day, nowMs)) : 0) },
    mvrv: {
      type: "StoredF32",
      // Made with its own price, so as far off as that; of the running day there is none yet.
      value: (day, nowMs) => (isPriced(day) && day < dayOf(nowMs) ? rounded(factor(day) * realized.mvrvOf(day)) : null),
    },
  };
}

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

function brkError(status: number): Json {
  const clientError = status === 404 ? ["not_found", "series_not_found"] : ["invalid_request", "parse_error"];
  const [type = "", code = ""] = status >= 500 ? ["unavailable", "unavailable"] : clientError;
  return { error: { type, code, message: usualMessage(status), doc_url: "/api" } };
}

/** The last series loses its values. */
function withoutData(body: Json): Json {
  const { data: _, ...last } = Object(envelopesOf(body).at(-1));
  return [...envelopesOf(body).slice(0, -1), last];
}
