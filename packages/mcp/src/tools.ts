import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { type Answer, type PeakClient, PeakError } from "peak-cycle-client";
import * as z from "zod";

/** Adds the three tools to a server of the Model Context Protocol. They ask a Peak site; every answer carries its age, a caution and the attribution. */
export function addTools(server: McpServer, peak: PeakClient): void {
  server.registerTool(
    "peak_now",
    {
      title: "The Bitcoin cycle score now",
      description:
        "Where Bitcoin stands in its market cycle now: a score from 0 (as low as it usually gets) to 100 (as high), its phase, signal and two warning flags, the settled phase (without flicker), changes over 1, 7 and 30 days, the range in which today may turn out to stand in two years, a score for crypto, and market figures. Recomputed every hour.",
      inputSchema: z.strictObject({}),
      annotations: READ_ONLY,
    },
    () =>
      answered(async () => {
        const [current, meta] = await Promise.all([peak.current(), peak.meta()]);
        const { btc, crypto, market } = current.data;
        const { settled, later_place, disagreement, btc: run } = meta.data;
        const facts = { btc, settled, change: run.change, later_place, disagreement, crypto, market };
        return { ...facts, ...(await provenance(peak, current)) };
      }),
  );
  server.registerTool(
    "peak_history",
    {
      title: "The daily scores of the last 30 days",
      description:
        "Daily Bitcoin cycle scores with phase and price, oldest first. Each was computed at 06:00 UTC of its day and never changes. At most 30 days.",
      inputSchema: z.strictObject({
        days: z.int().min(1).max(MAX_DAYS).default(MAX_DAYS).describe("how many of the newest days; all 30 by default"),
      }),
      annotations: READ_ONLY,
    },
    ({ days }) =>
      answered(async () => {
        const history = await peak.history();
        const { asset, data } = history.data;
        return { asset, data: data.slice(-days), ...(await provenance(peak, history)) };
      }),
  );
  server.registerTool(
    "peak_record",
    {
      title: "What the score said in the past, and what came of it",
      description:
        "The track record of the score, misses included: what it said at every cycle high and low, how often its warning flags were right, false or missing, and what the price did in the year after each phase. Read it before you draw a conclusion from the score.",
      inputSchema: z.strictObject({
        period: z
          .enum(["early", "development", "later"])
          .optional()
          .describe("later (from 2023) is what the model was not chosen on; all periods by default"),
      }),
      annotations: READ_ONLY,
    },
    ({ period }) =>
      answered(async () => {
        const record = await peak.record();
        const { ok: _ok, caution, turns, year_after, ...rest } = record.data;
        const isAsked = (each: { readonly period: string }) => period === undefined || each.period === period;
        const facts = { ...rest, turns: turns.filter(isAsked), year_after: year_after.filter(isAsked) };
        return { ...facts, ...(await provenance(peak, record, `${caution} ${NO_ADVICE}`)) };
      }),
  );
}

const NO_ADVICE =
  "Computed from public data by a published method. It is no forecast and no advice; do not present it as either.";

const STALE = "Older than it should be: say so, and say of when it is.";

const MAX_DAYS = 30;

const READ_ONLY = { readOnlyHint: true, openWorldHint: true };

/** Age, caution and attribution of an answer. */
async function provenance(
  peak: PeakClient,
  { isStale, confirmedAt, failure }: Answer<unknown>,
  caution = NO_ADVICE,
): Promise<Readonly<Record<string, unknown>>> {
  const { attribution } = (await peak.meta()).data;
  return {
    is_stale: isStale,
    ...(isStale && { warning: STALE }),
    ...(failure && { earlier_answer_because: failure.message }),
    confirmed_at: confirmedAt.toISOString(),
    caution,
    attribution,
  };
}

/** The result of a call: the answer as data and as text, or the reason why there is none. */
async function answered(answer: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
  try {
    const structuredContent = await answer();
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (error) {
    if (!(error instanceof PeakError)) throw error;
    const text = `There is no answer: ${error.message}. Ask again after ${error.retryAt.toISOString()}.`;
    return { content: [{ type: "text", text }], isError: true };
  }
}
