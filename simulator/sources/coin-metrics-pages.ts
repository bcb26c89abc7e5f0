import { dateText } from "../market/calendar.js";
import { type Answer, jsonAnswer, type UpstreamRequest } from "../upstream.js";
import { bad, type MetricsRow, refused } from "./coin-metrics-refusals.js";

const USUAL_ROWS = 100;
const MOST_ROWS = 10_000;

/**
 * One page of rows. From the start the pages go forward; from the end (the default) the first page holds the newest rows and the
 * next one those before them. Inside a page rows keep their order.
 */
export function pageOf(rows: readonly MetricsRow[], { query, url }: UpstreamRequest): Answer {
  const size = Number(query.get("page_size") ?? USUAL_ROWS);
  if (!Number.isInteger(size) || size < 1 || size > MOST_ROWS)
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
