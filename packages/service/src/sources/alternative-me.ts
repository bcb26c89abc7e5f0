/** alternative.me: daily Fear & Greed since 2018-02-01; the source lacks a handful of days. */

import { DAY_MS, dayOf, endOf, HOUR_MS, type Instant, SECOND_MS, startOf, type UtcDay, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { readNumber, readPayload } from "./payload.js";
import { daily, periodEnd, type StatedRow, soundRows } from "./rows.js";
import type { HistorySource, SeriesBounds } from "./source.js";

const FEAR_GREED: SeriesBounds = { firstDay: utcDay("2018-02-01"), lagMs: 12 * HOUR_MS };

export const alternativeMe: HistorySource = {
  name: "alternative-me",
  title: "alternative.me",
  gives: "Fear & Greed of each day since 2018-02-01",
  baseUrl: "https://api.alternative.me",
  root: "",
  link: "https://alternative.me/crypto/fear-and-greed-index/",
  license: "Use is allowed, including commercial use, with the attribution next to the value.",
  attribution: "Source: alternative.me",
  use: {
    requestsADay: "1 to 6",
    purpose: "Fear & Greed, until today's value arrives",
    maxRequestsADay: 6,
    alarmAfterMs: 30 * HOUR_MS,
    known: "values are strings, newest first, sometimes sent as `text/html`; days are dated at a full hour",
    unverified: "which days are missing",
  },
  series: { "fear-greed": FEAR_GREED },
  faultIn: (body) => (Refusal.safeParse(body).data?.metadata.error ? "refused" : undefined),

  /** Always up to today, regardless of the last day. Possibly empty: today's value may not be published yet. */
  async history(client, _metric, { from }, signal) {
    const today = dayOf(client.clock.now());
    const limit = today - from + 1;
    if (limit < 1) return [];
    const answer = await client.getJson("/fng/", { limit, format: "json" }, signal, limit);
    const { data = [] } = readPayload(alternativeMe.name, Payload, answer.body);
    const { receivedAt } = answer;
    // A day's value is published at the beginning of the day, so today's counts as closed.
    const lastEnd = endOf(dayOf(receivedAt));
    const since = startOf(Math.max(from, FEAR_GREED.firstDay) as UtcDay);
    const series = { ...daily("fear-greed", { from, to: today }, FEAR_GREED), first: 0 as Instant, since };
    const times = { receivedAt: lastEnd, date: lastEnd };
    const rows = soundRows(
      client,
      times,
      series,
      data.map((row) => statedRow(row, lastEnd)),
    );
    if (rows.length === 0) throw new SourceError(alternativeMe.name, "malformed", "no values");
    return rows
      .map((row) => ({ ...row, observedAt: (row.observedAt - DAY_MS) as Instant, fetchedAt: receivedAt }))
      .filter(({ observedAt }) => observedAt >= startOf(from));
  },
};

const Payload = z.object({ data: z.array(z.unknown()).optional() });
const Refusal = z.object({ metadata: z.object({ error: z.unknown() }) });
const Row = z.object({ value: z.unknown(), timestamp: z.unknown() }).partial();

/** Days begin at 00:00 UTC; in 2019 they began at 05:00. So a value at a full hour belongs to the day of that hour. */
function statedRow(row: unknown, lastEnd: Instant): StatedRow {
  const { value, timestamp } = Row.safeParse(row).data ?? {};
  const opening = readNumber(timestamp);
  const openMs = typeof opening === "number" ? Math.round(opening * SECOND_MS) : Number.NaN;
  const end = periodEnd(openMs, HOUR_MS) && endOf(dayOf(openMs as Instant));
  const number = readNumber(value);
  const isWhole = typeof number !== "number" || Number.isInteger(number);
  return { end: end !== undefined && end <= lastEnd ? end : undefined, value: isWhole ? value : "not whole" };
}
