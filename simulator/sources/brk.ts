import { createHash } from "node:crypto";
import type { Json } from "../json.js";
import { dayOf } from "../market/calendar.js";
import type { Market } from "../market/market.js";
import { type Answer, jsonAnswer, type SimulatedUpstream, textAnswer, type UpstreamRequest } from "../upstream.js";
import { type BrkRange, readRange } from "./brk-range.js";
import { type BrkSeries, brkSeries, FIRST_DAY } from "./brk-series.js";
import { brkShape } from "./brk-shape.js";

const VERSION = 12;
const DAILY = new Set(["1d", "d", "day", "date", "daily", "day1", "dateindex"]);
const PRICE_PATHS = new Set(["/api/mempool/price", "/api/oracle/price"]);
const SERIES_ROUTE = /^\/api\/series\/([a-z0-9_]+)\/([a-z0-9]+)(?:\/(data|latest|len|version))?$/;
const RANGE_NAMES = ["start", "end", "limit", "format"];

type AllSeries = ReadonlyMap<string, BrkSeries>;

/** Bitcoin Research Kit below `/api`: daily series one by one and in bulk, and the price from the mempool. */
export function brk(market: Market): SimulatedUpstream {
  const all = brkSeries(market);
  return {
    name: "brk",
    pagePosition: ["start"],
    answer: (request) => tagged(answer(market, all, request), request),
    shape: brkShape,
  };
}

/** Every answer carries an ETag over what it says (the time it was said aside), and honors the caller's. */
function tagged(said: Answer, request: UpstreamRequest): Answer {
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

function refused({ status, type, code, message }: Problem): Answer {
  const json = { error: { type, code, message, doc_url: "/api" } };
  return { ...jsonAnswer(json, status), headers: { "content-type": "application/problem+json" } };
}

const unreadable = (message: string) => refused({ status: 400, type: "invalid_request", code: "parse_error", message });
const unknownSeries = (name: string) =>
  refused({ status: 404, type: "not_found", code: "series_not_found", message: `'${name}' not found` });

function answer(market: Market, all: AllSeries, request: UpstreamRequest): Answer {
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
function refuseUnknown(query: URLSearchParams, known: readonly string[]): Answer | undefined {
  const stranger = [...query.keys()].find((name) => !known.includes(name));
  if (stranger === undefined) return undefined;
  const expected =
    known.length === 0 ? "there are no fields" : `expected one of ${known.map((name) => `\`${name}\``).join(", ")}`;
  return unreadable(`Failed to deserialize query string: unknown field \`${stranger}\`, ${expected}`);
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
  readonly request: UpstreamRequest;
}

function single(all: AllSeries, { name, index, part, request }: SingleAsk): Answer {
  const { query, nowMs } = request;
  const series = all.get(name);
  if (series === undefined) return unknownSeries(name);
  if (!DAILY.has(index)) return unsupported(index);
  const isWhole = part === undefined || part === "data";
  const stranger = refuseUnknown(query, isWhole ? RANGE_NAMES : []);
  if (stranger !== undefined) return stranger;
  if (part === "len") return jsonAnswer(lengthAt(nowMs));
  if (part === "version") return jsonAnswer(VERSION);
  if (part === "latest") return jsonAnswer(series.value(dayOf(nowMs), nowMs));
  const range = readRange(query, lengthAt(nowMs));
  if (range === undefined) return unreadable("start, end or limit is no position");
  const said = envelope(series, range, nowMs);
  if (query.get("format") === "csv") return csv([name], [said]);
  return jsonAnswer(part === "data" ? (said["data"] ?? []) : said);
}

function unsupported(index: string): Answer {
  const message = `series does not support index '${index}'`;
  return refused({ status: 400, type: "invalid_request", code: "series_unsupported_index", message });
}

/** Several series of one index: an array of envelopes in the order asked for. */
function bulk(all: AllSeries, { query, nowMs }: UpstreamRequest): Answer {
  const stranger = refuseUnknown(query, ["series", "index", ...RANGE_NAMES]);
  if (stranger !== undefined) return stranger;
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

function csv(names: readonly string[], envelopes: readonly { readonly [key: string]: Json }[]): Answer {
  const columns = envelopes.map((each) => (Array.isArray(each["data"]) ? each["data"] : []));
  const rows = (columns[0] ?? []).map((_value, place) =>
    columns.map((column) => String(column[place] ?? "")).join(","),
  );
  return textAnswer(`${[names.join(","), ...rows].join("\n")}\n`, "text/csv");
}
