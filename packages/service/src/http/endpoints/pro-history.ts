/** `/api/pro/nhci/history`: every daily row since 2017, a page of JSON at a time or all of it as CSV. For holders of a key. */
import { formatDay, utcDay } from "peak-cycle-model";
import * as z from "zod";
import type { HistoryRow, Revision } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import { whole } from "../../platform/setting-types.js";
import { settledOver } from "../../published/settled-rows.js";
import { HISTORY_SECONDS, historyCache } from "../cache-control.js";
import { dayParameter, type Endpoint, oncePerServer } from "../endpoint.js";
import { KEY_HEADER, NOTHING_YET } from "../problems.js";
import { parsedQuery, queryWith } from "../query.js";
import { okField, phaseKeyField } from "../reply-fields.js";
import { shallowMemo } from "../responders.js";
import { JSON_HEADERS, responseOnce, weightsOf } from "../response-variants.js";
import { HISTORY_EXAMPLE, presentRow, Row } from "./history.js";
import { COLUMNS } from "./history-csv.js";
import { presentRevision, Revised } from "./revisions.js";

/** The first day of which holders of a key get the row. */
const FIRST_PRO_DAY = utcDay("2017-01-01");

const MAX_ROWS = 1000;

const ProRow = Row.extend({
  settled_phase_key: phaseKeyField("the settled phase after this row"),
}).meta({ id: "ProHistoryRow" });

type ProRow = z.infer<typeof ProRow>;

const ProHistoryReply = z.strictObject({
  ok: okField,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.int().min(0).max(MAX_ROWS).describe("number of rows on this page"),
  data: z.array(ProRow).describe("rows as they were published, oldest first; a day that has none is left out"),
  revisions: z.array(Revised).describe("every correction of these rows, oldest first; the rows themselves stay"),
  next: z.url().nullable().describe("address of the next page; null on the last one"),
});

const PATH = "/api/pro/nhci/history";

export const proHistory: Endpoint = {
  path: PATH,
  group: "extra",
  needsKey: true,
  api: {
    id: "proHistory",
    tag: "pro",
    summary: "Every daily row since 2017-01-01, a page at a time; as CSV all of them",
    parameters: [
      dayParameter("from"),
      dayParameter("to"),
      { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: MAX_ROWS, default: MAX_ROWS } },
      { name: "cursor", in: "query", schema: { type: "string" } },
    ],
    success: {
      description: "a page of rows",
      mediaType: "application/json",
      reply: { name: "ProHistoryReply", schema: ProHistoryReply },
      otherForm: "text/csv",
      example: {
        ok: true,
        asset: "BTC",
        days: 2,
        data: HISTORY_EXAMPLE.data.slice(-2).map((row) => ({ ...row, settled_phase_key: row.phase_key })),
        revisions: [],
        next: null,
      },
    },
    others: { 429: "TooManyRequests", 503: "NotReady" },
    maxAgeSeconds: HISTORY_SECONDS,
  },
  responder: rowsResponder((accept) => {
    const weights = weightsOf(accept);
    return (weights.get("text/csv") ?? 0) > (weights.get("application/json") ?? 0);
  }),
};

export const proHistoryCsv: Endpoint = {
  path: `${PATH}.csv`,
  group: "extra",
  needsKey: true,
  api: {
    id: "proHistoryCsv",
    tag: "pro",
    summary: "The same as CSV, with the number of its newest correction behind each row",
    parameters: [dayParameter("from"), dayParameter("to")],
    success: { description: "all rows", mediaType: "text/csv", schema: { type: "string" } },
    others: { 429: "TooManyRequests", 503: "NotReady" },
    maxAgeSeconds: HISTORY_SECONDS,
  },
  responder: rowsResponder(() => true),
};

/** @param wantsCsv whether an `Accept` asks for CSV */
function rowsResponder(wantsCsv: (accept: string) => boolean): Endpoint["responder"] {
  return (deps) => {
    const { clock, published, config } = deps;
    const presented = presentedRows(deps);
    return ({ url = "", headers }) => {
      const query = parsedQuery(AskedRows, url);
      if ("refusal" in query) return query.refusal;
      const { rows = [], revisions = [] } = published.history.get() ?? {};
      const newest = rows.at(-1);
      if (newest === undefined) return NOTHING_YET;
      const { from, to, limit, cursor = from } = query.asked;
      const asked = presented(rows).filter(({ date }) => date >= cursor && date <= to);
      const next = (day: string) => `${addressOf(config, PATH)}?${queryWith(url, "cursor", day)}`;
      const isCsv = wantsCsv(headers.accept ?? "");
      const text = isCsv ? csvOf(asked, revisions) : JSON.stringify(pageOf(asked, limit, revisions, next));
      const contentType = isCsv ? CSV : JSON_HEADERS.contentType;
      const own = { contentType, vary: [KEY_HEADER, "Accept"] };
      return responseOnce(text, historyCache(newest.day, clock.now()), own, headers);
    };
  };
}

const CSV = "text/csv; charset=utf-8";

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

/** Made when a row has come: some 3,600 rows in 20 ms, once a day. */
const presentedRows = oncePerServer(() =>
  shallowMemo((rows: readonly HistoryRow[]) => {
    const settled = settledOver(rows);
    const shown = rows.map((row, i) => ({ ...presentRow(row), settled_phase_key: settled[i]?.phase }));
    return z.array(ProRow).parse(shown.filter((_row, i) => (rows[i]?.day ?? 0) >= FIRST_PRO_DAY));
  }),
);

function pageOf(
  asked: readonly ProRow[],
  limit: number,
  revisions: readonly Revision[],
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

function csvOf(rows: readonly ProRow[], revisions: readonly Revision[]): string {
  const newest = new Map(revisions.map(({ day: revised, number }) => [formatDay(revised), number]));
  const lines = rows.map((row) => [...COLUMNS.map((name) => row[name]), newest.get(row.date) ?? ""]);
  return [[...COLUMNS, "revision"], ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}
