import { UpstreamError } from "../domain/errors.js";
import { endOf, type Instant, type UtcDay, utcDay } from "../domain/instant.js";

/** The chain began on 2009-01-03; a period that ends earlier is a misread unit of time. */
const BEGINNING = endOf(utcDay("2009-01-01"));

/** The ends of the first and of the last period asked for. */
export interface Span {
  readonly first: Instant;
  readonly last: Instant;
}

/** The days `from..to`, both included. */
export function spanOfDays(from: UtcDay, to: UtcDay): Span {
  return { first: endOf(from), last: endOf(to) };
}

export interface Period {
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
 */
export function closedPeriods<T extends Period>(rows: readonly T[], receivedAt: Instant): T[] {
  const stated = new Map<Instant, T>();
  const disputed = new Set<Instant>();
  for (const row of rows.filter((each) => each.end <= receivedAt)) {
    const earlier = stated.get(row.end);
    if (earlier !== undefined && JSON.stringify(earlier) !== JSON.stringify(row)) disputed.add(row.end);
    stated.set(row.end, row);
  }
  return [...stated.values()].filter((row) => !disputed.has(row.end)).sort((a, b) => a.end - b.end);
}

/** Rows of the span. */
export function within<T extends Period>(rows: readonly T[], span: Span): T[] {
  return rows.filter((row) => row.end >= span.first && row.end <= span.last);
}

export interface Coverage {
  readonly span: Span;
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
