/**
 * Bitcoin Research Kit: Bitcoin's daily closes and MVRV, derived from the chain. The closes are within 0.5 % of
 * exchange prices in 2026, but up to a third off in January 2015, when the derivation begins.
 */

import { addDays, dayOf, endOf, formatDay, HOUR_MS, parseDay, type UtcDay, utcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { RequiredNumber, readNumber, readPayload } from "./payload.js";
import { daily, soundRows } from "./rows.js";
import type { HistorySource, SeriesBounds } from "./source.js";

/**
 * Before its first day prices are zero, meaning unknown. A day is complete with the first block of the next; half a day
 * allows for a node that fell behind.
 */
const DAYS: SeriesBounds = { firstDay: utcDay("2010-08-16"), lagMs: 12 * HOUR_MS };

export const brk: HistorySource = {
  name: "brk",
  title: "Bitcoin Research Kit",
  gives: "daily closes and MVRV of Bitcoin, derived from its chain",
  baseUrl: "https://bitview.space",
  root: "/api",
  link: "https://bitview.space",
  license: "MIT code; data derived from the chain, no published terms for the hosted data.",
  attribution: "Bitcoin Research Kit / bitview.space",
  use: {
    requestsADay: "about 3",
    purpose: "a second close and MVRV of each day",
    maxRequestsADay: 4,
    alarmAfterMs: 30 * HOUR_MS,
    known: "prices are zero before 2010-08-16; 120.00 instead of 175.64 on 2015-01-14",
    unverified: "its MVRV before 2010-08-16, which Peak ignores",
  },
  series: { "btc-close": DAYS, mvrv: DAYS },

  faultIn(body) {
    const type = Refusal.safeParse(body).data?.error.type;
    if (type === undefined) return undefined;
    return ["unavailable", "internal"].includes(type) ? "unreachable" : "refused";
  },

  async history(client, metric, days, signal) {
    const first = Math.max(days.from, DAYS.firstDay) as UtcDay;
    if (first > Math.min(days.to, dayOf(client.clock.now()) - 1)) return [];
    const end = addDays(days.to, 2); // exclusive, and its newest day may still be forming
    const query = { series: "date,price_close,mvrv", index: "day1", start: formatDay(first), end: formatDay(end) };
    const answer = await client.getJson("/series/bulk", query, signal, end - first);
    const [dates, prices, valuations] = readPayload(brk.name, Bulk, answer.body);
    for (const series of [dates, prices, valuations]) {
      const isWhole = series.end - series.start === series.data.length;
      if (!isWhole || series.start !== dates.start || series.end !== dates.end) {
        throw new SourceError(brk.name, "malformed", "the series do not cover the same days");
      }
    }
    const rows = consecutive(dates.data).map((day, i) => {
      const price = noneIfZero(prices.data[i]);
      const ratio = price === undefined ? undefined : noneIfZero(valuations.data[i]);
      return { end: endOf(day), value: metric === "mvrv" ? ratio : price };
    });
    return soundRows(client, answer, daily(metric, days, DAYS), rows);
  },
};

/**
 * The days of a bulk response except the newest, which is still forming even if the source's chain has stalled. Dates
 * are not derived from positions: the source's own clients have used three different first days.
 */
function consecutive(dates: readonly string[]): readonly UtcDay[] {
  const [first] = dates.map(parseDay);
  return dates.slice(0, -1).map((text, i) => {
    const day = parseDay(text);
    if (day !== undefined && first !== undefined && day === first + i) return day;
    throw new SourceError(brk.name, "malformed", "the dates are not consecutive days");
  });
}

const Refusal = z.object({ error: z.object({ type: z.string() }) });
const Dates = z.object({ start: RequiredNumber, end: RequiredNumber, data: z.array(z.string()) });
const Figures = z.object({ start: RequiredNumber, end: RequiredNumber, data: z.array(z.unknown()) });
const Bulk = z.tuple([Dates, Figures, Figures]);

/** This source writes 0 for an unknown price, and null for a ratio that is NaN. */
function noneIfZero(value: unknown): unknown {
  const number = readNumber(value);
  return number === 0 || number === "missing" ? undefined : value;
}
