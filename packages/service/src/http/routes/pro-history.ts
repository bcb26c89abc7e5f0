/**
 * `/api/pro/nhci/history`: every daily row since 2017, a page of JSON at a time, and all of it as `.csv`. For holders of a
 * key.
 */
import type { FastifyInstance } from "fastify";
import { formatDay, utcDay } from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import * as z from "zod";
import type { HistoryRow } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import { whole } from "../../platform/setting-types.js";
import { type Content, json, send, uncompressed } from "../answers.js";
import { HISTORY_SECONDS, historyCache } from "../cache-control.js";
import type { Edge } from "../edge.js";
import { NOTHING_YET, type Problem, problem, sendProblem } from "../problems.js";
import { type Query, queryOf } from "../query.js";
import * as fields from "../reply-fields.js";
import type { Doc } from "../route-doc.js";
import { presentRow, Row } from "./history.js";
import { COLUMNS, CSV_TYPE } from "./history-csv.js";
import { presentRevision, Revised } from "./revisions.js";

/** The first day of which holders of a key get the row. */
const FIRST_PRO_DAY = utcDay("2017-01-01");

const MAX_ROWS = 1000;

const ProRow = Row.extend({
  settled_phase_key: fields.phaseKey("the settled phase after this row"),
}).meta({ id: "ProHistoryRow" });

type ProRow = z.infer<typeof ProRow>;

const ProHistoryReply = z.strictObject({
  ok: fields.ok,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.int().min(0).max(MAX_ROWS).describe("number of rows on this page"),
  data: z.array(ProRow).describe("rows as they were published, oldest first; a day that has none is left out"),
  revisions: z.array(Revised).describe("every correction of these rows, oldest first; the rows themselves stay"),
  next: z.url().nullable().describe("address of the next page; null on the last one"),
});

const PATH = "/api/pro/nhci/history";

export function proHistory(app: FastifyInstance, edge: Edge): void {
  const answer = (path: string, doc: Doc, content: (asked: Asked) => Pick<Content, "type" | "body">) => {
    app.get(path, { ...edge.limiter.keyed, config: { doc } }, (request, reply) => {
      const query = queryOf(request);
      const asked = AskedRows.safeParse(query);
      if (!asked.success) return sendProblem(reply, wrongParameter(asked.error));
      const { rows = [], revisions = [] } = edge.published.history.get() ?? {};
      const newest = rows.at(-1);
      if (newest === undefined) return sendProblem(reply, NOTHING_YET);
      const { from, to, limit, cursor = from } = asked.data;
      const made = uncompressed(content({ rows: rowsOf(rows, cursor, to), limit, revisions, query }));
      return send(request, reply, made, historyCache(newest.day, edge.clock.now()));
    });
  };
  answer(PATH, DOC, ({ rows, limit, revisions, query }) => {
    const next = (day: string) => {
      const params = new URLSearchParams({ ...query, cursor: day } as Record<string, string>);
      return `${addressOf(edge.site, PATH)}?${params}`;
    };
    return json(ProHistoryReply, pageOf(rows, limit, revisions, next));
  });
  answer(`${PATH}.csv`, CSV_DOC, ({ rows, revisions }) => ({ type: CSV_TYPE, body: csvOf(rows, revisions) }));
}

interface Asked {
  readonly rows: readonly ProRow[];
  readonly limit: number;
  readonly revisions: readonly RevisionEntry[];
  readonly query: Query;
}

/** A parameter that cannot be what was meant: the fault goes on in the sentence that its name begins. */
function wrongParameter({ issues: [issue] }: z.ZodError): Problem {
  const parameter = String(issue?.path[0]);
  return problem(400, `${parameter} ${issue?.message}.`, {}, { parameter });
}

const day = z.iso.date("must be a UTC day such as 2024-01-31");

const AskedRows = z
  .object({
    from: day.default(formatDay(FIRST_PRO_DAY)),
    to: day.default("9999-12-31"),
    limit: whole(1, MAX_ROWS).default(MAX_ROWS),
    /** The first day of the page. */
    cursor: day.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "must not lie before the first day" })
  .refine(({ from, to, cursor = from }) => cursor >= from && cursor <= to, {
    path: ["cursor"],
    error: "must be that of a next page",
  });

/** The rows of some days, with the settled phase after each. */
function rowsOf(all: readonly HistoryRow[], from: string, to: string): readonly ProRow[] {
  const isAsked = (day: string) => day >= from && day <= to;
  const rows = all.filter(({ day: date }) => date >= FIRST_PRO_DAY && isAsked(formatDay(date)));
  return rows.map((row) => ({ ...presentRow(row), settled_phase_key: row.settled }));
}

function pageOf(
  asked: readonly ProRow[],
  limit: number,
  revisions: readonly RevisionEntry[],
  next: (day: string) => string,
): z.infer<typeof ProHistoryReply> {
  const data = asked.slice(0, limit);
  const days = new Set(data.map(({ date }) => date));
  const following = asked[limit];
  return {
    ok: true,
    asset: "BTC",
    days: data.length,
    data,
    revisions: revisions.map(presentRevision).filter(({ date }) => days.has(date)),
    next: following === undefined ? null : next(following.date),
  };
}

function csvOf(rows: readonly ProRow[], revisions: readonly RevisionEntry[]): string {
  const newest = new Map(revisions.map(({ date, number }) => [date, number]));
  const lines = rows.map((row) => [...COLUMNS.map((name) => row[name]), newest.get(row.date) ?? ""]);
  return [[...COLUMNS, "revision"], ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

const DAYS = ["from", "to"].map((name) => ({ name, in: "query", schema: { type: "string", format: "date" } }) as const);

const COMMON = { tag: "pro", maxAge: HISTORY_SECONDS, failures: [401, 429, 503] } as const;

const DOC: Doc = {
  ...COMMON,
  id: "proHistory",
  summary: "Every daily row since 2017-01-01, a page at a time",
  reply: ProHistoryReply,
  parameters: [
    ...DAYS,
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS } },
    { name: "cursor", in: "query", schema: { type: "string", format: "date" } },
  ],
};

const CSV_DOC: Doc = {
  ...COMMON,
  id: "proHistoryCsv",
  summary: "The same as CSV, with the number of its newest correction behind each row",
  type: "text/csv",
  parameters: DAYS,
};
