import {
  addDays,
  DAY_MS,
  dayOf,
  endOf,
  formatDay,
  HOUR_MS,
  parseDay,
  startOf,
  type UtcDay,
  utcDay,
} from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { DayRange } from "../ingest/data-source.js";
import { checkedFigures, type StatedDay } from "./daily-figures.js";
import { refuseEmpty, spanOfDays } from "./history-checks.js";
import { RequiredNumber, readNumber, readPayload } from "./payload.js";
import { type Handlers, type OpenDeps, source } from "./source.js";

const BRK = "brk";

/**
 * Asks a Bitcoin Research Kit for daily closes and MVRV of Bitcoin, derived from its chain. In 2026 within 0.5 % of exchange prices; in January 2015, where
 * the derivation begins, up to a third off.
 */
export const brk = source({
  name: BRK,
  title: "Bitcoin Research Kit",
  gives: "daily closes and MVRV of Bitcoin, derived from its chain",
  baseUrl: "https://bitview.space",
  link: "https://bitview.space",
  license: "MIT code; data derived from the chain, no published terms for the hosted data.",
  attribution: "Bitcoin Research Kit / bitview.space",
  spacingFactor: 1,
  faultIn: brkFault,
  root: "/api",
  lists: (coin) => coin === "btc",
  open: openBrk,
});

/** Prices before this day are zeros, which mean that there is none. */
const SINCE = utcDay("2010-08-16");

/** A day is complete with the first block of the next; half a day allows for a node that fell behind. */
const LAG_MS = 12 * HOUR_MS;

function openBrk({ fetchJson, url, clock, onDropped }: OpenDeps): Handlers {
  async function history(metric: Metric, { from, to }: DayRange, signal: AbortSignal): Promise<readonly Observation[]> {
    const span = spanOfDays(from, to);
    const first = Math.max(from, SINCE) as UtcDay;
    if (first > Math.min(to, dayOf(clock.now()) - 1)) return [];
    const end = addDays(to, 2); // exclusive, and the newest day it states may still be forming
    const query = { series: BRK_SERIES, index: "day1", start: formatDay(first), end: formatDay(end) };
    const { body, ...times } = await fetchJson(url("/series/bulk", query), { signal, rows: end - first });
    const page = { source: BRK, closeMetric: "btc-close", stated: readBulk(body), times, onDropped } as const;
    const observations = checkedFigures({ ...page, metric, span });
    const now = clock.now();
    refuseEmpty(BRK, observations.length, { span, stepMs: DAY_MS, since: startOf(SINCE), lagMs: LAG_MS, now });
    return observations;
  }

  return {
    mvrv: (days, signal) => history("mvrv", days, signal),
    daily: (days, signal) => history("btc-close", days, signal),
  };
}

const Refusal = z.object({ error: z.object({ type: z.string() }) });

function brkFault(payload: unknown): SourceFault | undefined {
  const type = Refusal.safeParse(payload).data?.error.type;
  if (type === undefined) return undefined;
  return ["unavailable", "internal"].includes(type) ? "unreachable" : "refused";
}

/** The series to ask for, in the order in which the envelopes come back. */
const BRK_SERIES = "date,price_close,mvrv";

const Dates = z.object({ start: RequiredNumber, end: RequiredNumber, data: z.array(z.string()) });
const Figures = z.object({ start: RequiredNumber, end: RequiredNumber, data: z.array(z.unknown()) });
const Bulk = z.tuple([Dates, Figures, Figures]);

/**
 * The days of a bulk answer but the newest one, which is still forming, also when the source's chain stands still.
 * Dates come from the `date` series: positions have been counted from three different days by this source's own clients.
 *
 * @throws SourceError `malformed` when the three series do not cover the same consecutive days
 */
function readBulk(payload: unknown): StatedDay[] {
  const [dates, prices, valuations] = readPayload(BRK, Bulk, payload);
  for (const series of [dates, prices, valuations]) {
    const isWhole = series.end - series.start === series.data.length;
    if (!isWhole || series.start !== dates.start || series.end !== dates.end) {
      throw new SourceError(BRK, "malformed", "the series do not cover the same days");
    }
  }
  const days = dates.data.map((text) => parseDay(text));
  const first = days[0];
  return days.slice(0, -1).map((day, i) => {
    if (day === undefined || first === undefined || day !== first + i) {
      throw new SourceError(BRK, "malformed", "the dates are not consecutive days");
    }
    const price = noneIfZero(prices.data[i]);
    return { end: endOf(day), price, mvrv: price === undefined ? undefined : noneIfZero(valuations.data[i]) };
  });
}

/** This source writes 0 where it has no price, and NaN as null where a ratio cannot be made. */
function noneIfZero(value: unknown): unknown {
  const number = readNumber(value);
  return number === 0 || number === "missing" ? undefined : value;
}
