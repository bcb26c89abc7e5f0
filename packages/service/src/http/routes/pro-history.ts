/** `/api/pro/nhci/history`, for holders of a key: every daily row since 2017, as pages of JSON or whole as `.csv`. */
import type { FastifyInstance } from "fastify";
import { formatDay, utcDay } from "peak-cycle-model";
import type { RevisionEntry } from "peak-cycle-verify";
import * as z from "zod";
import type { HistoryRow } from "../../domain/history.js";
import { day, wholeNumber } from "../../domain/typed-text.js";
import { addressOf } from "../../pages/site.js";
import { Row, rowForm } from "../../published/history-reply.js";
import * as fields from "../../published/public-fields.js";
import { historyCache } from "../cache-control.js";
import type { Doc, Edge } from "../edge.js";
import { NOTHING_YET, type Problem, problem, sendProblem } from "../problems.js";
import { type Query, queryOf } from "../query.js";
import { type Content, encodeUncompressed, json, send } from "../responses.js";
import { COLUMNS, CSV_TYPE, cellsOf, csvText } from "./history-csv.js";
import { presentRevision, Revised } from "./revisions.js";

/** The first day available. */
const FIRST_PRO_DAY = utcDay("2017-01-01");

const MAX_ROWS = 1000;

const ProHistoryReply = z.strictObject({
  ok: fields.ok,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.int().min(0).max(MAX_ROWS).describe("number of rows on this page"),
  data: z
    .array(
      Row.extend({ settled_phase_key: fields.phaseKey.describe("the settled phase after this row") }).meta({
        id: "ProHistoryRow",
      }),
    )
    .describe("rows as they were published, oldest first; days without a row are omitted"),
  revisions: z
    .array(Revised)
    .describe("every correction of these rows, oldest first; the rows themselves do not change"),
  next: z.url().nullable().describe("address of the next page; null on the last one"),
});

const DAYS = ["from", "to"].map((name) => ({ name, in: "query", schema: { type: "string", format: "date" } }) as const);

const PAGES_DOC: Doc = {
  id: "proHistory",
  tag: "pro",
  summary: "Every daily row since 2017-01-01, in pages",
  description:
    "Rows of the requested days as they were published, oldest first, and all their corrections. " +
    "Follow `next` for the next page.",
  reply: ProHistoryReply,
  parameters: [
    ...DAYS,
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS } },
    { name: "cursor", in: "query", schema: { type: "string", format: "date" } },
  ],
};

const CSV_DOC: Doc = {
  id: "proHistoryCsv",
  tag: "pro",
  summary: "Every daily row since 2017-01-01 as CSV, each with the number of its newest correction",
  description: "The columns of the free CSV and `revision`, all days in one response.",
  type: "text/csv",
  parameters: DAYS,
};

const PATH = "/api/pro/nhci/history";

export function proHistoryRoutes(app: FastifyInstance, edge: Edge): void {
  const keyedRoute = (path: string, doc: Doc, make: (selection: Asked) => Content) => {
    app.get(path, { ...edge.limiter.keyed, config: { doc } }, (request, reply) => {
      const query = queryOf(request);
      const { data, error } = AskedRows.safeParse(query);
      if (error !== undefined) return sendProblem(reply, wrongParameter(error));
      const { rows: all = [], revisions = [] } = edge.published.history.get() ?? {};
      const newest = all.at(-1);
      if (newest === undefined) return sendProblem(reply, NOTHING_YET);
      const { from, to, limit, cursor = from } = data;
      const rows = all.filter(({ day: each }) => each >= FIRST_PRO_DAY && each >= cursor && each <= to);
      const response = encodeUncompressed(make({ rows, limit, revisions, query }));
      return send(request, reply, response, historyCache(newest.day, edge.clock.now()));
    });
  };
  keyedRoute(PATH, PAGES_DOC, ({ rows, limit, revisions, query }) => {
    const data = rows.slice(0, limit).map((row) => ({ ...rowForm(row), settled_phase_key: row.settled }));
    const days = new Set(data.map(({ date }) => date));
    const own = revisions.map(presentRevision).filter(({ date }) => days.has(date));
    const nextRow = rows[limit];
    const next = nextRow && new URLSearchParams({ ...query, cursor: formatDay(nextRow.day) } as Record<string, string>);
    return json(ProHistoryReply, {
      ok: true,
      asset: "BTC",
      days: data.length,
      data,
      revisions: own,
      next: next === undefined ? null : `${addressOf(edge.site, PATH)}?${next}`,
    });
  });
  keyedRoute(`${PATH}.csv`, CSV_DOC, ({ rows, revisions }) => {
    const newest = new Map(revisions.map(({ date, number }) => [date, number]));
    const lines = rows.map((row) => [...cellsOf(row), newest.get(formatDay(row.day)) ?? ""]);
    return { type: CSV_TYPE, body: csvText([...COLUMNS, "revision"], lines) };
  });
}

interface Asked {
  readonly rows: readonly HistoryRow[];
  readonly limit: number;
  readonly revisions: readonly RevisionEntry[];
  readonly query: Query;
}

/** Completes the sentence "<parameter> …" in an error. */
function wrongParameter({ issues: [issue] }: z.ZodError): Problem {
  const parameter = String(issue?.path[0]);
  return problem(400, `${parameter} ${issue?.message}.`, {}, { parameter });
}

const AskedRows = z
  .object({
    from: day.default(FIRST_PRO_DAY),
    to: day.default(utcDay("9999-12-31")),
    limit: wholeNumber(1, MAX_ROWS).default(MAX_ROWS),
    /** The first day of the page. */
    cursor: day.optional(),
  })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "must not be before from" })
  .refine(({ from, to, cursor = from }) => cursor >= from && cursor <= to, {
    path: ["cursor"],
    error: "must come from the next link of a previous page",
  });
