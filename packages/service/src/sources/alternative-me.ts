import { DAY_MS, dayOf, endOf, HOUR_MS, type Instant, SECOND_MS, startOf, type UtcDay } from "peak-cycle-model";
import * as z from "zod";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import {
  closedPeriods,
  type Figure,
  inRange,
  type OnDropped,
  periodEnd,
  type RowSieve,
  rowSieve,
} from "./history-checks.js";
import { readNumber, readPayload } from "./payload.js";
import { source } from "./source.js";

const ALTERNATIVE_ME = "alternative-me";

/** Asks alternative.me for Fear & Greed of each day since 2018-02-01; a handful of days is missing at the source. */
export const alternativeMe = source({
  name: ALTERNATIVE_ME,
  title: "alternative.me",
  gives: "Fear & Greed of each day since 2018-02-01",
  baseUrl: "https://api.alternative.me",
  link: "https://alternative.me/crypto/fear-and-greed-index/",
  license: "Use is allowed, also commercially, with the attribution beside the value.",
  attribution: "Source: alternative.me",
  spacingFactor: 1,
  faultIn: alternativeMeFault,
  root: "",
  open: ({ fetchJson, url, clock, onDropped }) => ({
    async "fear-greed"({ from }, signal) {
      const days = dayOf(clock.now()) - from + 1;
      if (days < 1) return [];
      const call = url("/fng/", { limit: days, format: "json" });
      const { body, receivedAt } = await fetchJson(call, { signal, rows: days });
      return readFearGreed(body, from, receivedAt, onDropped);
    },
  }),
});

const Payload = z.object({
  data: z.array(z.unknown()).optional(),
});

const Refusal = z.object({ metadata: z.object({ error: z.unknown() }) });

function alternativeMeFault(payload: unknown): SourceFault | undefined {
  return Refusal.safeParse(payload).data?.metadata.error ? "refused" : undefined;
}

const Row = z.object({ value: z.unknown(), timestamp: z.unknown() }).partial();

/**
 * Fear & Greed of the days from `from` on, oldest first. Possibly none: today's value may not be there yet. A bad row is
 * dropped and reported.
 *
 * @throws SourceError `malformed` without any value, and when too many are bad
 */
function readFearGreed(payload: unknown, from: UtcDay, receivedAt: Instant, onDropped: OnDropped): Observation[] {
  const { data = [] } = readPayload(ALTERNATIVE_ME, Payload, payload);
  const sieve = rowSieve(ALTERNATIVE_ME, "fear-greed", onDropped);
  const lastEnd = endOf(dayOf(receivedAt));
  const rows = data.flatMap((row) => readRow(row, lastEnd, sieve));
  // A value is stated for the whole day at its beginning, so today's counts as over.
  const times = { receivedAt: lastEnd, dateHeader: lastEnd };
  const stated = closedPeriods(rows, times, sieve, (a, b) => a.value === b.value);
  const sound = inRange(stated, sieve);
  sieve.finish(sound.length);
  if (sound.length === 0) throw new SourceError(ALTERNATIVE_ME, "malformed", "no values");
  return sound
    .filter((row) => row.end > startOf(from))
    .map(({ end, value }) => ({
      metric: "fear-greed",
      source: ALTERNATIVE_ME,
      observedAt: (end - DAY_MS) as Instant,
      fetchedAt: receivedAt,
      value,
    }));
}

/**
 * Its days begin at 00:00 UTC, and began at 05:00 in 2019: a value stated at a full hour is that of the day of that
 * hour.
 */
function dayEnd(openMs: number): Instant | undefined {
  return periodEnd(openMs, HOUR_MS) && endOf(dayOf(openMs as Instant));
}

/** @param lastEnd the end of today */
function readRow(row: unknown, lastEnd: Instant, sieve: RowSieve): Figure[] {
  const { value, timestamp } = Row.safeParse(row).data ?? {};
  const opening = readNumber(timestamp);
  const end = typeof opening === "number" ? dayEnd(Math.round(opening * SECOND_MS)) : undefined;
  const figure = readNumber(value);
  if (end === undefined || end > lastEnd) sieve.drop(end, "no moment");
  else if (figure === "wrong" || (figure !== "missing" && !Number.isInteger(figure))) sieve.drop(end, "no number");
  else if (figure !== "missing") return [{ end, value: figure }];
  return [];
}
