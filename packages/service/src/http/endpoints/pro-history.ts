/** `/api/pro/nhci/history`: every daily row since 2017, a page of JSON at a time or all of it as CSV. For holders of a key. */
import { formatDay, parseDay, type UtcDay, utcDay } from "peak-cycle-model";
import * as z from "zod";
import type { HistoryRow, Revision } from "../../domain/history.js";
import { settledOver } from "../../history/settled-rows.js";
import { addressOf } from "../../pages/site.js";
import { HISTORY_SECONDS, historyCache } from "../cache-control.js";
import { dayParameter, type Endpoint, oncePerServer, type Responder } from "../endpoint.js";
import { shallowMemo } from "../memoized-response.js";
import { KEY_HEADER, NOTHING_YET, wrongParameter } from "../problems.js";
import { queryOf } from "../query.js";
import { okField, phaseKeyField } from "../reply-fields.js";
import {
  JSON_HEADERS,
  type PreparedResponse,
  type ResponseHeaders,
  selectVariant,
  unencoded,
  weightsOf,
  withHeaders,
} from "../response-variants.js";
import { HISTORY_EXAMPLE, presentRow, Row } from "./history.js";
import { COLUMNS, plain } from "./history-csv.js";
import { presentRevision, Revised } from "./revisions.js";

/** The first day of which holders of a key get the row. */
export const FIRST_PRO_DAY = utcDay("2017-01-01");

const MAX_ROWS = 1000;

const ProRow = Row.extend({
  settled_phase_key: phaseKeyField("the settled phase after this row"),
}).meta({ id: "ProHistoryRow" });

const ProHistoryReply = z.strictObject({
  ok: okField,
  asset: z.literal("BTC").describe("the asset of all rows"),
  days: z.int().min(0).max(MAX_ROWS).describe("number of rows on this page"),
  data: z.array(ProRow).describe("rows as they were published, oldest first; a day that has none is left out"),
  revisions: z.array(Revised).describe("every correction of these rows, oldest first; the rows themselves stay"),
  next: z.url().nullable().describe("address of the next page; null on the last one"),
});

const PATH = "/api/pro/nhci/history";

const HEADERS: ResponseHeaders = { ...JSON_HEADERS, vary: [KEY_HEADER, "Accept"] };
const CSV_HEADERS: ResponseHeaders = { contentType: "text/csv; charset=utf-8", vary: [KEY_HEADER, "Accept"] };

export const proHistory: Endpoint = {
  path: PATH,
  group: "extra",
  needsKey: true,
  api: {
    id: "proHistory",
    tag: "pro",
    summary: "Every daily row since 2017-01-01, a page at a time; as CSV all of them",
    docs: {
      heading: "The whole history",
      purpose: `The rows of the public history with the settled phase, from ${formatDay(FIRST_PRO_DAY)} on, oldest first, at most ${MAX_ROWS} a page. In the query: from and to (UTC days, both included), limit, and cursor, which next has; follow it until it is null. Rows from before this installation began were computed later, from the figures of their day.`,
      renewed: "daily at 06:00 UTC",
      keptUntil: "never past the next 06:00 UTC",
    },
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
  responder: historyResponder((accept) => {
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
  responder: historyResponder(() => true),
};

/** @param wantsCsv whether an `Accept` asks for CSV */
function historyResponder(wantsCsv: (accept: string) => boolean): Endpoint["responder"] {
  return (deps): Responder => {
    const { clock, published, config } = deps;
    return ({ url = "", headers }) => {
      const query = queryOf(url);
      const asked = askedPage(query);
      if ("status" in asked) return asked;
      const [rows, revisions] = [published.rows.get(), published.revisions.get() ?? NONE];
      const newest = rows?.at(-1);
      if (rows === undefined || newest === undefined) return NOTHING_YET;
      const prepared = preparedRows(deps)({ rows, revisions });
      const isCsv = wantsCsv(headers.accept ?? "");
      const text = isCsv ? csvOf(prepared, asked) : pageOf(prepared, asked, addressOf(config, PATH));
      const content = {
        representation: unencoded(Buffer.from(text)),
        cacheControl: historyCache(newest.day, clock.now()),
      };
      return selectVariant(withHeaders(content, isCsv ? CSV_HEADERS : HEADERS), headers);
    };
  };
}

const NONE: readonly Revision[] = [];

interface AskedPage {
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly limit: number;
  /** The first day of the page. */
  readonly cursor: UtcDay;
}

/** @returns the answer that names the first parameter which is wrong, if there is one */
function askedPage(query: URLSearchParams): AskedPage | PreparedResponse {
  const faults: PreparedResponse[] = [];
  const refuse = (name: string, sentence: string) => faults.push(wrongParameter(name, `${name} ${sentence}`));
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, form: string): T => {
    const text = query.get(name);
    const value = text === null ? fallback : parse(text);
    if (value === undefined) refuse(name, `must be ${form}.`);
    return value ?? fallback;
  };
  const asked = read("from", FIRST_PRO_DAY, parseDay, "a UTC day such as 2024-01-31");
  const from = asked < FIRST_PRO_DAY ? FIRST_PRO_DAY : asked;
  const to = read("to", LAST_DAY, parseDay, "a UTC day such as 2024-01-31");
  if (to < from) refuse("to", `must not lie before ${formatDay(from)}, the first day.`);
  const limit = read("limit", MAX_ROWS, wholeUpToMax, `a whole number from 1 to ${MAX_ROWS}`);
  const cursor = read("cursor", from, parseDay, "that of a next page");
  if (cursor < from || cursor > to) refuse("cursor", "must be that of a next page.");
  return faults[0] ?? { from, to, limit, cursor };
}

const LAST_DAY = utcDay("9999-12-31");

function wholeUpToMax(text: string): number | undefined {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= MAX_ROWS ? value : undefined;
}

/** A row with its texts, made once, so that a page costs little more than to copy it. */
interface PreparedRow {
  readonly day: UtcDay;
  readonly json: string;
  /** A whole line. */
  readonly csv: string;
  readonly revisions: readonly Revision[];
}

interface Rows {
  readonly rows: readonly HistoryRow[];
  readonly revisions: readonly Revision[];
}

/** Made when a row or a correction has come: some 3,600 rows in 20 ms, once a day. */
const preparedRows = oncePerServer(() =>
  shallowMemo(({ rows, revisions }: Rows): readonly PreparedRow[] => {
    const settled = settledOver(rows);
    const byDay = Map.groupBy(revisions, ({ day }) => day);
    return rows.flatMap((row, i) => {
      if (row.day < FIRST_PRO_DAY) return [];
      const shown = ProRow.parse({ ...presentRow(row), settled_phase_key: settled[i]?.phase });
      const own = byDay.get(row.day) ?? NONE;
      const cells = [...COLUMNS.map((name) => plain(shown[name])), own.at(-1)?.number ?? ""];
      return { day: row.day, json: JSON.stringify(shown), csv: `${cells.join(",")}\r\n`, revisions: own };
    });
  }),
);

function pageOf(rows: readonly PreparedRow[], { from, to, limit, cursor }: AskedPage, address: string): string {
  const left = rows.filter(({ day }) => day >= cursor && day <= to);
  const page = left.slice(0, limit);
  const following = left[limit]?.day;
  const end = to === LAST_DAY ? "" : `&to=${formatDay(to)}`;
  const query = (day: UtcDay) => `from=${formatDay(from)}${end}&limit=${limit}&cursor=${formatDay(day)}`;
  const data = page.map(({ json }) => json).join(",");
  const revisions = JSON.stringify(page.flatMap((row) => row.revisions).map(presentRevision));
  const next = JSON.stringify(following === undefined ? null : `${address}?${query(following)}`);
  return `{"ok":true,"asset":"BTC","days":${page.length},"data":[${data}],"revisions":${revisions},"next":${next}}`;
}

function csvOf(rows: readonly PreparedRow[], { from, to }: AskedPage): string {
  const lines = rows.filter(({ day }) => day >= from && day <= to).map(({ csv }) => csv);
  return `${[...COLUMNS, "revision"].join(",")}\r\n${lines.join("")}`;
}
