import { UpstreamError } from "../domain/errors.js";
import { endOf, type Instant, type UtcDay, utcDay } from "../domain/instant.js";
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

interface HistoryPeriod {
  /** The moment the period is over. */
  readonly end: Instant;
}

/**
 * The end of the period that opens at `openMs`, in ms since 1970.
 *
 * @returns `undefined` when no period of `stepMs` opens then: seconds taken for milliseconds, or another grid
 */
export function periodEnd(openMs: number, stepMs: number): Instant | undefined {
  const end = (openMs + stepMs) as Instant;
  return Number.isSafeInteger(openMs) && openMs % stepMs === 0 && end >= BEGINNING ? end : undefined;
}

/** What to do about a period that is stated twice. */
interface Duplicates<T> {
  readonly isSame: (a: T, b: T) => boolean;
  readonly onDisputed: (end: Instant) => void;
}

/** Two figures for one period agree when they differ by no more than 1 %. */
export function isClose(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined || b === 0) return a === b;
  return Math.abs(a / b - 1) <= 0.01;
}

/**
 * Periods that were over when the answer came, oldest first, each once. Of a period that is stated twice the first row
 * counts; with values that differ by more than a rounding or a late trade, none.
 *
 * Our clock alone does not close a period, since a wrong one would freeze a price that still moves: the source has to say
 * so too, by a later period beside it or by its `Date`.
 */
export function closedPeriods<T extends HistoryPeriod>(
  rows: readonly T[],
  { receivedAt, dateHeader }: Pick<AnswerTimes, "receivedAt" | "dateHeader">,
  { isSame, onDisputed }: Duplicates<T>,
): T[] {
  const newest = rows.reduce((latest, { end }) => Math.max(latest, end), 0);
  const isOver = ({ end }: T): boolean =>
    end <= receivedAt && (end < newest || (dateHeader !== undefined && end <= dateHeader));
  const stated = new Map<Instant, T>();
  const disputed = new Set<Instant>();
  for (const row of rows.filter(isOver)) {
    const earlier = stated.get(row.end);
    if (earlier === undefined) stated.set(row.end, row);
    else if (!isSame(earlier, row)) disputed.add(row.end);
  }
  for (const end of disputed) onDisputed(end);
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
