/** `/api/public/nhci/history.csv`: the last 30 daily rows and their settled phases, for spreadsheets. */
import type { FastifyInstance } from "fastify";
import { type HistoryRow, PUBLIC_DAYS } from "../../domain/history.js";
import { Row, rowForm } from "../../published/history-reply.js";
import { publicRows } from "../../published/published.js";
import { historyCache } from "../cache-control.js";
import { cachedRoute, type Doc, type Edge } from "../edge.js";
import { NO_HISTORY } from "../problems.js";

const DOC: Doc = {
  id: "historyCsv",
  tag: "data",
  summary: `The last ${PUBLIC_DAYS} daily rows as CSV`,
  description:
    "The rows of `/api/public/nhci/history` as CSV (RFC 4180) with a header line, for spreadsheets. There is no " +
    "limit.",
  type: "text/csv",
};

export function historyCsvRoute(app: FastifyInstance, edge: Edge): void {
  cachedRoute(app, edge, "/api/public/nhci/history.csv", DOC, () => {
    const publication = publicRows(edge.published);
    if (publication === undefined) return NO_HISTORY;
    const { rows, newest } = publication;
    const make = () => ({ type: CSV_TYPE, body: csvText(COLUMNS, rows.map(cellsOf)) });
    return { cache: historyCache(newest.day, edge.clock.now()), dependsOn: [newest], make };
  });
}

export const CSV_TYPE = "text/csv; charset=utf-8";

/** The columns of both histories: the fields of a row, and its settled phase. */
export const COLUMNS = [...Object.keys(Row.shape), "settled_phase_key"];

export function cellsOf(row: HistoryRow): readonly (string | number)[] {
  return [...Object.values(rowForm(row)), row.settled];
}

/**
 * CSV (RFC 4180) with a header and one line per day, with the numbers of the JSON. Days, numbers and fixed words
 * contain nothing that needs quotes or that a spreadsheet would run as a formula.
 */
export function csvText(columns: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  return [columns, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}
