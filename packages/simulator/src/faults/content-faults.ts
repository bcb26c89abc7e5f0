/** Right answers with one thing wrong inside, in the source's own wire shape. */

import { isObject, type Json, type JsonPath, valueAt, withoutValueAt, withRenamedAt, withValueAt } from "../json.js";
import type { SimulatedSource, SourceRequest, SourceResponse, WireShape } from "../source.js";
import type { ContentFault, FaultOptions } from "./catalogue.js";

interface ContentCase {
  readonly source: SimulatedSource;
  readonly request: SourceRequest;
  readonly options: FaultOptions;
}

/** The request as a source with a page-loop hears it: always the first page. */
export function withoutPagePosition({ source, request }: Omit<ContentCase, "options">): SourceRequest {
  const query = new URLSearchParams(request.query);
  for (const name of source.pagePosition) query.delete(name);
  return { ...request, query };
}

/** A right answer with one thing wrong inside. Answers the fault has no hold on stay as they are. */
export function withContentFault(fault: ContentFault, response: SourceResponse, about: ContentCase): SourceResponse {
  if (response.json === undefined || response.status !== 200) return response;
  const changed = (json: Json): SourceResponse => ({ ...response, json });
  const { source, request, options } = about;
  const own = source.ownFaults?.[fault];
  if (own !== undefined) return own(response, request, options);
  switch (fault) {
    case "200-wrong-shape":
      return changed(wrongShape(response.json));
    case "200-warning-array":
      return changed(withMember(response.json, "error", ["WGeneral:Deprecated"]));
    case "page-loop":
      return response;
    case "json-as-html":
      return { ...response, headers: { ...response.headers, "content-type": "text/html; charset=UTF-8" } };
    case "shifted-start":
      return changed(Array.isArray(response.json) ? response.json.map(shifted) : shifted(response.json));
    default:
      return changed(withRowsFault(fault, response.json, about));
  }
}

function withRowsFault(fault: ContentFault, json: Json, { source, request, options }: ContentCase): Json {
  const change = ROWS_FAULTS[fault];
  const shape = source.shape(request);
  if (change === undefined || shape === undefined) return json;
  const inTime = (rows: Json[]) => (shape.newest === "first" ? rows.toReversed() : rows);
  return shape.withRows(json, inTime(change(inTime(shape.rows(json)), { shape, options, nowMs: request.nowMs })));
}

function wrongShape(json: Json): Json {
  if (Array.isArray(json)) return { rows: json };
  return json !== null && typeof json === "object" ? [json] : { value: json };
}

function withMember(json: Json, name: string, value: Json): Json {
  return isObject(json) ? { ...json, [name]: value } : json;
}

/** Days the envelope of a series is shifted: the mistake known clients make. */
const SHIFT_POSITIONS = 7;

function shifted(each: Json): Json {
  if (!isObject(each)) return each;
  const { start, end } = each;
  if (typeof start !== "number" || typeof end !== "number") return each;
  return { ...each, start: start - SHIFT_POSITIONS, end: end - SHIFT_POSITIONS };
}

interface RowsCase {
  readonly shape: WireShape;
  readonly options: FaultOptions;
  readonly nowMs: number;
}

/** Changes rows given oldest first; rows of one instant all count as the newest. */
type RowsFault = (rows: Json[], about: RowsCase) => Json[];

const SIX_HOURS_S = 21_600;
/** Rows younger than this are still open to correction; older ones should never change. */
const SETTLED_ROWS = 7;

/** What each content fault does to the rows of an answer. */
const ROWS_FAULTS: Readonly<Partial<Record<ContentFault, RowsFault>>> = {
  "empty-rows": () => [],
  "stale-timestamp": stale,
  "future-timestamp": (rows, about) => {
    const { stepMs } = about.shape;
    const seconds = about.options.seconds ?? (stepMs === undefined ? SIX_HOURS_S : (2 * stepMs) / 1000);
    return mapRows(rows, about, "newest", (row) => movedInTime(row, about.shape, seconds * 1000));
  },
  "open-last-row": openLastRow,
  "duplicate-row": (rows) =>
    rows.flatMap((row, place) => (place === Math.max(0, rows.length - 2) ? [row, row] : [row])),
  "disputed-row": (rows, about) =>
    rows.flatMap((row, place) => (place === Math.max(0, rows.length - 2) ? [row, times(about, 1.0005)(row)] : [row])),
  "bad-row": (rows, about) => rows.map((row, place) => (place === rows.length >> 1 ? times(about, -1)(row) : row)),
  "wrong-pair": (rows, about) => rows.map(times(about, 0.87)),
  "gap-day": (rows) => (rows.length < 3 ? rows : rows.toSpliced(rows.length - 3, 1)),
  unsorted: (rows) => [
    ...rows.filter((_row, place) => place % 2 === 1),
    ...rows.filter((_row, place) => place % 2 === 0),
  ],
  "null-tail": (rows, about) => mapRows(rows, about, "newest", (row) => everyValue(row, about.shape, () => null)),
  "null-hole": (rows, about) =>
    rows.map((row, place) => (place === rows.length >> 1 ? everyValue(row, about.shape, () => null) : row)),
  "missing-key": (rows, about) => mapRows(rows, about, "newest", (row) => withoutValueAt(row, keyPath(about))),
  "type-flip": (rows, { shape }) =>
    rows.map((row) => {
      const flippedValues = everyValue(row, shape, flipped);
      return shape.time === undefined ? flippedValues : withValueAt(flippedValues, shape.time.path, flipped);
    }),
  "zero-price": (rows, about) => mapRows(rows, about, about.options.rows ?? "newest", times(about, 0)),
  "10x-spike": (rows, about) =>
    mapRows(rows, about, about.options.rows ?? "newest", times(about, about.options.factor ?? 10)),
  "revised-history": (rows, about) =>
    rows.map((row, place) => (place < rows.length - SETTLED_ROWS ? times(about, 1.03)(row) : row)),
  redeploy: (rows, about) => rows.map((row) => withRenamedAt(row, outerKey(about), `${outerKey(about)[0]}_v2`)),
};

function mapRows(
  rows: Json[],
  { shape }: RowsCase,
  which: "newest" | "history" | "all",
  change: (row: Json) => Json,
): Json[] {
  const isNewest = (place: number) => shape.newest === "every" || place === rows.length - 1;
  return rows.map((row, place) => (which === "all" || isNewest(place) === (which === "newest") ? change(row) : row));
}

function everyValue(row: Json, shape: WireShape, change: (value: Json) => Json): Json {
  return shape.values.reduce<Json>((changed, path) => withValueAt(changed, path, change), row);
}

function times({ shape }: RowsCase, factor: number): (row: Json) => Json {
  return (row) => everyValue(row, shape, (value) => multiplied(value, factor));
}

/** Numbers stay numbers, texts keep their number of decimals, lists are multiplied one by one. */
function multiplied(value: Json, factor: number): Json {
  if (Array.isArray(value)) return value.map((item) => multiplied(item, factor));
  if (typeof value === "number") return value * factor;
  if (typeof value !== "string" || value === "" || Number.isNaN(Number(value))) return value;
  return (Number(value) * factor).toFixed(value.split(".")[1]?.length ?? 0);
}

function flipped(value: Json): Json {
  if (Array.isArray(value)) return value.map(flipped);
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value;
}

/** The key to take away: a path into a list under a key means the key, a path of places alone means the place. */
function keyPath({ shape }: RowsCase): JsonPath {
  const path = shape.values[0] ?? [];
  const lastKey = path.findLastIndex((part) => typeof part === "string");
  return lastKey === -1 ? path : path.slice(0, lastKey + 1);
}

function outerKey({ shape }: RowsCase): JsonPath {
  return (shape.values[0] ?? []).slice(0, 1);
}

/** When a row was, in milliseconds; undefined where it does not say. */
function rowTime(row: Json, shape: WireShape): number | undefined {
  if (shape.time === undefined) return undefined;
  const said = valueAt(row, shape.time.path);
  if (typeof said === "string" && said.includes("T")) return Date.parse(said);
  const ms = Number(said) * shape.time.unitMs;
  return said === undefined || Number.isNaN(ms) ? undefined : ms;
}

function movedInTime(row: Json, shape: WireShape, byMs: number): Json {
  const { time } = shape;
  if (time === undefined) return row;
  return withValueAt(row, time.path, (said) => {
    if (typeof said === "number") return said + byMs / time.unitMs;
    if (typeof said !== "string") return said;
    if (!said.includes("T")) return String(Number(said) + byMs / time.unitMs);
    const iso = new Date(Date.parse(said) + byMs).toISOString();
    return said.length === 30 ? iso.replace("Z", "000000Z") : iso;
  });
}

/** A series that stopped some time ago, or a number that has not been renewed. */
function stale(rows: Json[], about: RowsCase): Json[] {
  const { stepMs } = about.shape;
  if (stepMs === undefined)
    return rows.map((row) => movedInTime(row, about.shape, -1000 * (about.options.seconds ?? SIX_HOURS_S)));
  const lost = about.options.seconds === undefined ? 3 : Math.ceil((about.options.seconds * 1000) / stepMs);
  return rows.slice(0, Math.max(1, rows.length - lost));
}

/** The newest row is one that still runs and shows a value no close will have. */
function openLastRow(rows: Json[], about: RowsCase): Json[] {
  const last = rows.at(-1);
  if (last === undefined) return rows;
  const { stepMs } = about.shape;
  const openMs = rowTime(last, about.shape);
  const open = times(about, 0.5);
  const isClosed = stepMs !== undefined && openMs !== undefined && openMs + stepMs <= about.nowMs;
  return isClosed ? [...rows, open(movedInTime(last, about.shape, stepMs))] : [...rows.slice(0, -1), open(last)];
}
