import { UpstreamError } from "../domain/errors.js";
import { DAY_MS, endOf, type Instant, type UtcDay, utcDay } from "../domain/instant.js";
import { isPlausible, type Metric } from "../domain/observation.js";
import type { AnswerTimes } from "./fetch-json.js";

/** The chain began on 2009-01-03; a period that ends earlier is a misread unit of time. */
const BEGINNING = endOf(utcDay("2009-01-01"));

/** The ends of the first and of the last period asked for. */
export interface RequestedRange {
  readonly first: Instant;
  readonly last: Instant;
}

/** The days `from..to`, both included. */
export function spanOfDays(from: UtcDay, to: UtcDay): RequestedRange {
  return { first: endOf(from), last: endOf(to) };
}

export interface HistoryPeriod {
  /** The moment the period is over. */
  readonly end: Instant;
}

/**
 * The end of the period that opens at `openMs`, in ms since 1970.
 *
 * @throws UpstreamError `malformed` when no period of `stepMs` opens then: seconds taken for milliseconds, or another grid
 */
export function periodEnd(source: string, openMs: number, stepMs: number): Instant {
  const end = (openMs + stepMs) as Instant;
  if (!Number.isSafeInteger(openMs) || openMs % stepMs !== 0 || end < BEGINNING) {
    throw new UpstreamError(source, "malformed", "a period opens at a moment that is off the grid");
  }
  return end;
}

/**
 * Periods that were over when the answer came, oldest first, each once. A period stated twice with different values
 * counts as not stated.
 *
 * Our clock alone does not close a period, since a wrong one would freeze a price that still moves: the source has to say
 * so too, by a later period beside it or by its `Date`.
 */
export function closedPeriods<T extends HistoryPeriod>(
  rows: readonly T[],
  { receivedAt, dateHeader }: Pick<AnswerTimes, "receivedAt" | "dateHeader">,
): T[] {
  const newest = rows.reduce((latest, { end }) => Math.max(latest, end), 0);
  const isOver = ({ end }: T): boolean =>
    end <= receivedAt && (end < newest || (dateHeader !== undefined && end <= dateHeader));
  const stated = new Map<Instant, T>();
  const disputed = new Set<Instant>();
  for (const row of rows.filter(isOver)) {
    const earlier = stated.get(row.end);
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(row)) disputed.add(row.end);
    stated.set(row.end, row);
  }
  return [...stated.values()].filter((row) => !disputed.has(row.end)).sort((a, b) => a.end - b.end);
}

/** Rows of the span. */
export function within<T extends HistoryPeriod>(rows: readonly T[], span: RequestedRange): T[] {
  return rows.filter((row) => row.end >= span.first && row.end <= span.last);
}

export interface Coverage {
  readonly span: RequestedRange;
  readonly stepMs: number;
  /** From here on the source is known to have every period. */
  readonly since: Instant;
  /** How long after its end a period may still be missing. */
  readonly lagMs: number;
  readonly now: Instant;
}

/** Whether at least one period of the span has to be in the answer. */
export function rowsAreDue({ span, stepMs, since, lagMs, now }: Coverage): boolean {
  const last = Math.min(span.last, Math.floor((now - lagMs) / stepMs) * stepMs);
  return Math.max(span.first, since + stepMs) <= last;
}

/** @throws UpstreamError `malformed` for an answer without a row where rows are due */
export function refuseEmpty(source: string, rows: number, coverage: Coverage): void {
  if (rows === 0 && rowsAreDue(coverage)) throw new UpstreamError(source, "malformed", "no rows where rows are due");
}

/** A price in USD at the end of a period. */
export interface Close {
  readonly end: Instant;
  readonly value: number;
}

/** Bitcoin's close moved by 0.51..1.55 from one day to the next since 2010. */
const BTC_JUMP = 3;

/** DOGE moved by 4.92 on 2021-01-28 and LTC by 3.04 on 2013-04-02; a misplaced decimal point moves by 10. */
const MAJOR_JUMP = 6;

/** Realized value per coin moved by 0.93..1.23 a day once the first year of prices was over. */
const REALIZED_JUMP = 1.5;
const REALIZED_SETTLED = endOf(utcDay("2011-07-18"));

/** Over a longer gap than this a large move is no fault of the source. */
const NEIGHBORS_MS = 7 * DAY_MS;

export interface CloseSeries {
  readonly source: string;
  readonly metric: Metric;
  /** Oldest first, without duplicates. */
  readonly closes: readonly Close[];
}

/**
 * Refuses a whole series for one close that cannot be true, since its neighbors come from the same place.
 *
 * @throws UpstreamError `implausible` for a value out of range or a jump between neighbors
 */
export function checkCloses({ source, metric, closes }: CloseSeries): void {
  const jump = metric.startsWith("btc-") ? BTC_JUMP : MAJOR_JUMP;
  for (const [i, close] of closes.entries()) {
    if (!isPlausible(metric, close.value))
      throw new UpstreamError(source, "implausible", `a ${metric} is out of range`);
    const before = closes[i - 1];
    if (before === undefined || close.end - before.end > NEIGHBORS_MS) continue;
    if (hasJumped(before.value, close.value, jump)) {
      throw new UpstreamError(source, "implausible", `${metric} jumps by more than a factor of ${jump}`);
    }
  }
}

/** A Bitcoin close and the MVRV that goes with it. */
export interface Valuation extends Close {
  readonly mvrv: number;
}

/**
 * Refuses MVRV whose implied realized price (close / MVRV) jumps: that price is an average over all coins and moves slowly.
 *
 * @param days oldest first, without duplicates
 * @throws UpstreamError `implausible` for a value out of range or a jump between neighbors
 */
export function checkValuations(source: string, days: readonly Valuation[]): void {
  for (const [i, day] of days.entries()) {
    if (!isPlausible("mvrv", day.mvrv)) throw new UpstreamError(source, "implausible", "an mvrv is out of range");
    const before = days[i - 1];
    if (before === undefined || before.end < REALIZED_SETTLED || day.end - before.end > NEIGHBORS_MS) continue;
    if (hasJumped(before.value / before.mvrv, day.value / day.mvrv, REALIZED_JUMP)) {
      throw new UpstreamError(
        source,
        "implausible",
        `the realized price jumps by more than a factor of ${REALIZED_JUMP}`,
      );
    }
  }
}

function hasJumped(from: number, to: number, factor: number): boolean {
  return to > from * factor || to * factor < from;
}
