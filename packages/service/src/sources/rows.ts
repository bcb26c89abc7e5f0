/** Checks for rows of history, the same for every source. */

import {
  DAY_MS,
  endOf,
  formatInstant,
  HOUR_MS,
  type Instant,
  type Major,
  plus,
  startOf,
  utcDay,
} from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import { CLOSE_MS, rowInstant } from "../domain/history.js";
import { isPlausible, type Metric, type Observation, type PastMetric } from "../domain/observation.js";
import type { ResponseTimes, SourceClient } from "./get-json.js";
import { readNumber } from "./payload.js";
import type { DayRange, HistorySource, SeriesBounds } from "./source.js";

/** The wanted part of a series, and the rows that must be present. */
export interface Series {
  readonly metric: Metric;
  /** Length of a period. */
  readonly stepMs: number;
  /** Ends of the first and the last wanted period. */
  readonly first: Instant;
  readonly last: Instant;
  /** From this instant on, the source is known to have every period. */
  readonly since: Instant;
  /** How long after its end a period may still be missing. */
  readonly lagMs: number;
  /** Which periods between the first and the last are wanted; all by default. */
  readonly isWanted?: (end: Instant) => boolean;
}

/** Daily rows of the days `from..to`. */
export function daily(metric: Metric, { from, to }: DayRange, bounds: SeriesBounds): Series {
  const { firstDay, completeFrom = firstDay, lagMs } = bounds;
  return { metric, stepMs: DAY_MS, first: endOf(from), last: endOf(to), since: startOf(completeFrom), lagMs };
}

/** How long after its end an exchange's candle may still be missing. */
export const CANDLE_LAG_MS = HOUR_MS / 6;

/** An exchange's daily candles, or hourly or six-hour ones, of which only those ending at 06:00 count. */
export function candleSeries(
  metric: PastMetric,
  days: DayRange,
  bounds: SeriesBounds,
  hourStepMs = 6 * HOUR_MS,
): Series {
  const series = daily(metric, days, bounds);
  if (metric !== "btc-hour-close") return series;
  const isWanted = (end: Instant) => end % DAY_MS === CLOSE_MS;
  return { ...series, stepMs: hourStepMs, first: rowInstant(days.from), last: rowInstant(days.to), isWanted };
}

/** The daily closes of some coins, all with the same bounds. */
export function closesOf(coins: readonly ("btc" | Major)[], bounds: SeriesBounds): HistorySource["series"] {
  return Object.fromEntries(coins.map((coin) => [`${coin}-close`, bounds]));
}

/** The bounds of one of a source's series. */
export function boundsOf({ name, series }: HistorySource, metric: PastMetric): SeriesBounds {
  const bounds = series[metric];
  if (bounds === undefined) throw new RangeError(`${name} has no ${metric}`);
  return bounds;
}

/** A row as the source states it; the running period may be included. */
export interface StatedRow {
  /** `undefined` if the timestamp is missing or impossible. */
  readonly end: Instant | undefined;
  readonly value: unknown;
}

/**
 * The observations of the wanted periods, oldest first, each once. Bad rows are dropped and reported: no valid time, no
 * number, out of range, or duplicates with different values.
 *
 * @throws SourceError if over 2 % of the rows are bad, or all are missing although some are due
 */
export function soundRows(
  client: SourceClient,
  answer: ResponseTimes,
  series: Series,
  statedRows: readonly StatedRow[],
): readonly Observation[] {
  const { metric, first, last, isWanted = () => true } = series;
  const { name } = client.source;
  const bad = new Map<BadReason, (Instant | undefined)[]>();
  const leaveOut = (reason: BadReason, end: Instant | undefined) => bad.set(reason, [...(bad.get(reason) ?? []), end]);
  const newest = statedRows.reduce((latest, { end = 0 }) => Math.max(latest, end), 0);
  const values = new Map<Instant, number>();
  const disputedEnds = new Set<Instant>();
  for (const { end, value } of statedRows) {
    const number = readNumber(value);
    const reason = badReason(metric, end, number);
    if (reason !== undefined) leaveOut(reason, end);
    if (reason !== undefined || end === undefined || typeof number === "string") continue;
    if (!isOver(end, newest, answer)) continue;
    const earlier = values.get(end) ?? number; // of two almost equal rows, the first counts
    if (Math.abs(number / earlier - 1) > SAME) disputedEnds.add(end);
    values.set(end, earlier);
  }
  for (const end of disputedEnds) {
    values.delete(end);
    leaveOut("contradictory duplicate", end);
  }
  refuseBad(client, metric, bad, values.size);
  const rows = [...values].filter(([end]) => end >= first && end <= last && isWanted(end)).sort(([a], [b]) => a - b);
  if (rows.length === 0 && areDue(series, answer.receivedAt)) {
    throw new SourceError(name, "malformed", "no rows, though some are due");
  }
  reportMissing(client, series, values, answer.receivedAt);
  return rows.map(([observedAt, value]) => {
    return { metric, source: name, observedAt, fetchedAt: answer.receivedAt, value };
  });
}

function badReason(metric: Metric, end: Instant | undefined, value: ReturnType<typeof readNumber>) {
  if (end === undefined) return "invalid time";
  if (value === "wrong") return "not a number";
  return value === "missing" || isPlausible(metric, value) ? undefined : "out of range";
}

type BadReason = "invalid time" | "not a number" | "out of range" | "contradictory duplicate";

/** Two figures for one period may differ by this much: rounding, or a late trade. */
const SAME = 0.01;

/**
 * One bad row in fifty is allowed, or one in a shorter response. With more, or with as many bad rows as good ones, the
 * response is not trusted.
 */
const TOLERATED_SHARE = 1 / 50;

/**
 * Our clock alone cannot close a period, because a wrong clock would freeze a price that still moves. The source must
 * confirm it with a later period or its `Date`.
 */
function isOver(end: Instant, newest: number, { receivedAt, date }: ResponseTimes): boolean {
  return end <= receivedAt && (end < newest || (date !== undefined && end <= date));
}

function refuseBad(
  client: SourceClient,
  metric: Metric,
  bad: ReadonlyMap<BadReason, readonly (Instant | undefined)[]>,
  good: number,
): void {
  const [reason] = bad.keys();
  if (reason === undefined) return;
  const count = [...bad.values()].reduce((sum, { length }) => sum + length, 0);
  if (count >= good || count > Math.max(1, (count + good) * TOLERATED_SHARE)) {
    const fault = ["invalid time", "not a number"].includes(reason) ? "malformed" : "implausible";
    throw new SourceError(
      client.source.name,
      fault,
      `${count} of ${count + good} rows of ${metric} are bad: ${reason}`,
    );
  }
  for (const [each, ends] of bad) {
    const firstEnds = ends.slice(0, 10).flatMap((end) => (end === undefined ? [] : [formatInstant(end)]));
    const facts = { source: client.source.name, metric, reason: each, rows: ends.length, ends: firstEnds };
    client.log.warn(facts, "rows of a source skipped");
  }
  client.onRowsLeftOut?.(count);
}

/** The ends of the first and the last wanted period that must be present by now. */
function dueBounds({ first, last, stepMs, since, lagMs }: Series, now: Instant): [from: number, to: number] {
  const from = Math.ceil(Math.max(first, since + stepMs) / stepMs) * stepMs;
  return [from, Math.min(last, Math.floor((now - lagMs) / stepMs) * stepMs)];
}

/** Whether at least one wanted period must be present by now. */
function areDue(series: Series, now: Instant): boolean {
  const [from, to] = dueBounds(series, now);
  return from <= to;
}

/** Logs which due periods are missing from a source's response, once per list. */
function reportMissing(client: SourceClient, series: Series, values: ReadonlyMap<Instant, number>, now: Instant): void {
  const { metric, stepMs, isWanted = () => true } = series;
  const [from, to] = dueBounds(series, now);
  const missingEnds: Instant[] = [];
  for (let end = from as Instant; end <= to; end = plus(end, stepMs)) {
    if (isWanted(end) && !values.has(end)) missingEnds.push(end);
  }
  const ends = missingEnds.slice(0, 10).map(formatInstant);
  if (!client.isNews(metric, `${missingEnds.length} ${ends.join(" ")}`) || missingEnds.length === 0) return;
  client.log.warn(
    { source: client.source.name, metric, missing: missingEnds.length, ends },
    "days missing from a source",
  );
}

/** The chain began on 2009-01-03; an earlier period means a misread unit of time. */
const BEGINNING = endOf(utcDay("2009-01-01"));

/** The end of the period that opens at `openMs`; `undefined` if no period of `stepMs` opens there. */
export function periodEnd(openMs: number, stepMs: number): Instant | undefined {
  const end = (openMs + stepMs) as Instant;
  return Number.isSafeInteger(openMs) && openMs % stepMs === 0 && end >= BEGINNING ? end : undefined;
}

/**
 * Reads the open time and the close of each candle, at these keys or indexes.
 *
 * @param unitMs unit of the open time
 * @param width length of a candle that is an array; a shorter one has shifted cells
 */
export function candleRows(
  candles: readonly unknown[],
  [open, close]: readonly [string | number, string | number],
  { stepMs, unitMs, width = 0 }: { readonly stepMs: number; readonly unitMs: 1 | 1000; readonly width?: number },
): readonly StatedRow[] {
  return candles.map((candle) => {
    const cells: Readonly<Record<string, unknown>> = typeof candle === "object" && candle !== null ? { ...candle } : {};
    const opening = readNumber(cells[open]);
    const end = typeof opening === "number" ? periodEnd(Math.round(opening * unitMs), stepMs) : undefined;
    const isWhole = !Array.isArray(candle) || candle.length >= width;
    return { end, value: isWhole ? cells[close] : "too short" };
  });
}
