import type { Json } from "../json.js";
import { DAY_MS } from "../market/calendar.js";
import { oneRowUnder, type UpstreamRequest, type WireShape } from "../upstream.js";

/**
 * Series come as columns without dates. A row is one position across all of them: `[value of the first, value of the second, ...]`;
 * taking a row out moves every later one a position to the front, as a real hole would.
 */
export function brkShape({ path, query }: UpstreamRequest): WireShape | undefined {
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
  const isList =
    Array.isArray(body) && body.every((each) => each !== null && typeof each === "object" && !Array.isArray(each));
  return isList ? body : [body];
}

function dataOf(each: Json): Json[] {
  if (Array.isArray(each)) return each;
  const data = each !== null && typeof each === "object" ? each["data"] : undefined;
  return Array.isArray(data) ? data : [];
}

function withData(each: Json, data: Json[]): Json {
  if (each === null || typeof each !== "object" || Array.isArray(each)) return data;
  return { ...each, end: Number(each["start"] ?? 0) + data.length, data };
}
