/** The three tools for language models: now, history and record. */
import { type CallToolResult, fromJsonSchema, type JsonSchemaType, type McpServer } from "@modelcontextprotocol/server";
import { type Answer, type PeakClient, PeakError, type RecordReply } from "peak-cycle-client";
import * as z from "zod";
import { FIELDS } from "./fields.js";

/**
 * Adds the three tools to a Model Context Protocol server. They query a Peak site; every result includes its age, a
 * caution and the attribution.
 */
export function addTools(server: McpServer, peak: PeakClient): void {
  server.registerTool("peak_now", NOW, () =>
    result(async () => {
      const [current, meta] = await Promise.all([peak.current(), peak.meta()]);
      const { btc, crypto, market } = current.data;
      const { settled, btc: run } = meta.data;
      const facts = { btc, settled, change: run.change, crypto, market };
      return { ...facts, ...(await provenance(peak, current)) };
    }),
  );
  server.registerTool("peak_history", HISTORY, ({ days }) =>
    result(async () => {
      const history = await peak.history();
      const { asset, data } = history.data;
      return { asset, data: data.slice(-days), ...(await provenance(peak, history)) };
    }),
  );
  server.registerTool("peak_record", RECORD, ({ period }) =>
    result(async () => {
      const record = await peak.record();
      const { ok: _ok, caution, ...all } = record.data;
      const facts = period === undefined ? all : ofPeriod(record.data, period);
      if (facts === undefined) return `The record has no days in the period ${period} yet.`;
      return { ...facts, ...(await provenance(peak, record, `${caution} ${NO_ADVICE}`)) };
    }),
  );
}

type Period = RecordReply["periods"][number]["period"];

/** The record of one period, without days of any other. @returns `undefined` if the period has no days */
function ofPeriod({ model_version, turns, entries, average_cost, year_after, periods }: RecordReply, period: Period) {
  const isAsked = (each: { readonly period: string }) => each.period === period;
  const own = periods.find(isAsked);
  if (own === undefined) return undefined;
  return {
    ...{ model_version, ...own },
    turns: turns.filter(isAsked),
    entries: entries.filter(isAsked),
    average_cost: average_cost.filter(isAsked),
    year_after: year_after.filter(isAsked),
  };
}

const MAX_DAYS = 30;

const READ_ONLY = { readOnlyHint: true, openWorldHint: true };

const { CurrentReply, HistoryReply, MetaReply } = FIELDS;

const PHASES =
  "A phase is one fifth of the scale: Bottom (FONDO) 0 to 19.9, Accumulation (ACUM) 20 to 39.9, Bull Active " +
  "(BULL) 40 " +
  "to 59.9, Hot Zone (HOT) 60 to 79.9, Peak (PEAK) 80 to 100. It compares the price with Bitcoin's own past and says " +
  "nothing about where the price goes next.";

const SIGNALS =
  "A signal is a fixed table of phase and flags, not advice. ACCUMULATE: cheap compared with its own past, no flag. " +
  "HOLD: neither cheap nor expensive, or cheap in a market that may fall further. CAUTION: getting expensive, or " +
  "with a warning. REDUCE: at a level seen only near past tops. The flags warn of a bear-market descent " +
  "(descent_guard) and of a cycle top (top_risk).";

const NOW = {
  title: "The current Bitcoin cycle score",
  description:
    "Where Bitcoin is in its market cycle now: a score from 0 (as low as it usually gets) to 100 (as high), its " +
    "phase, signal and two warning flags, the settled phase and signal, changes over 1, 7 and 30 days, a score for " +
    `crypto, and market figures. Recomputed every hour. ${PHASES} ${SIGNALS} The hourly phase and signal can flip ` +
    "back and forth; the settled ones change about five times a year, so use those to say that something changed.",
  inputSchema: z.strictObject({}),
  outputSchema: output({
    btc: CurrentReply.btc,
    settled: MetaReply.settled,
    change: MetaReply.btc.properties.change,
    crypto: CurrentReply.crypto,
    market: CurrentReply.market,
  }),
  annotations: READ_ONLY,
};

const HISTORY = {
  title: "The daily scores of the last 30 days",
  description:
    "Daily Bitcoin cycle scores with phase and price, oldest first. Each was computed at 06:00 UTC of its day and " +
    `never changes. At most 30 days. ${PHASES}`,
  inputSchema: z.strictObject({
    days: z.int().min(1).max(MAX_DAYS).default(MAX_DAYS).describe("how many of the newest days; all 30 by default"),
  }),
  outputSchema: output({
    asset: HistoryReply.asset,
    data: { type: "array", items: HistoryReply.data.items, description: HistoryReply.data.description },
  }),
  annotations: READ_ONLY,
};

const {
  periods: PERIODS,
  hindsight: HINDSIGHT,
  headline: HEADLINE,
  verdicts: VERDICTS,
  ...OF_DAYS
} = FIELDS.RecordReply;

const RECORD = {
  title: "What the score said in the past, and how often it was right",
  description:
    "The track record of the score, misses included: what it said at every cycle high and low, and whether it had " +
    "warned in time, too early or not at all; what a coin cost when bought by the score; how often its two warning " +
    "flags were right, false or missing; what the price did in the year after each phase; and how far off the score " +
    `was in hindsight. Read it before you draw a conclusion from the score. ${PHASES} ${SIGNALS}`,
  inputSchema: z.strictObject({
    period: z
      .enum(["early", "development", "later"])
      .optional()
      .describe(
        "later (from 2023) was not used to choose the model; without a period, flags cover all periods together, and " +
          "periods has each",
      ),
  }),
  outputSchema: output(OF_DAYS, {
    period: PERIODS.items.properties.period,
    headline: HEADLINE,
    verdicts: VERDICTS,
    hindsight: HINDSIGHT,
    periods: PERIODS,
  }),
  annotations: READ_ONLY,
};

/**
 * The output schema of a tool: these fields of the site's responses, and what `provenance` adds.
 *
 * @param optional fields that may be missing
 */
function output(fields: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) {
  const always = {
    ...fields,
    is_stale: { type: "boolean", description: "whether it is older than it should be" },
    is_invented: {
      type: "boolean",
      description: "true if all figures are made up, in a demo or a sandbox: they describe no real market",
    },
    confirmed_at: { type: "string", format: "date-time", description: "when the site last confirmed it" },
    caution: { type: "string", description: "pass it on with every number" },
    attribution: MetaReply.attribution,
  };
  const properties = {
    ...always,
    ...optional,
    warning: { type: "string", description: "only when it is stale: what to say" },
    earlier_answer_because: { type: "string", description: "only for an earlier response: why there is no newer one" },
  };
  return fromJsonSchema({ type: "object", properties, required: Object.keys(always) } as JsonSchemaType);
}

const NO_ADVICE =
  "Computed from public data by a published method. It is neither a forecast nor advice; do not present it as either.";

const INVENTED = "These figures are invented, for a demo or a test. Say so, and never present them as the real market.";

const STALE = "Older than it should be: say so, and state its age.";

/** Age, caution and attribution of a result. */
async function provenance(
  peak: PeakClient,
  { isStale, confirmedAt, failure }: Answer<unknown>,
  caution = NO_ADVICE,
): Promise<Readonly<Record<string, unknown>>> {
  const { attribution, simulated } = (await peak.meta()).data;
  return {
    is_stale: isStale,
    is_invented: simulated,
    ...(isStale && { warning: STALE }),
    ...(failure && { earlier_answer_because: failure.message }),
    confirmed_at: confirmedAt.toISOString(),
    caution: simulated ? `${INVENTED} ${caution}` : caution,
    attribution,
  };
}

/** The result of a call: the figures as data and as text, or a sentence that says why there are none. */
async function result(answer: () => Promise<Record<string, unknown> | string>): Promise<CallToolResult> {
  try {
    const figures = await answer();
    if (typeof figures === "string") return { content: [{ type: "text", text: figures }], isError: true };
    return { content: [{ type: "text", text: JSON.stringify(figures) }], structuredContent: figures };
  } catch (error) {
    if (!(error instanceof PeakError)) throw error;
    const reason = error.message.replace(/\.$/, ""); // it may end with the service's own sentence
    const text = `No usable response: ${reason}. Try again after ${error.retryAt.toISOString()}.`;
    return { content: [{ type: "text", text }], isError: true };
  }
}
