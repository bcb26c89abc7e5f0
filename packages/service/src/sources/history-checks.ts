/**
 * What rows of a history have to pass, whatever source they come from: closed periods, in the range asked for,
 * plausible, and none that leaps away from its neighbors.
 */

import { DAY_MS, endOf, type Instant, type UtcDay, utcDay } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
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

/**
 * The end of the period that opens at `openMs`, in ms since 1970.
 *
 * @returns `undefined` when no period of `stepMs` opens then: seconds taken for milliseconds, or another grid
 */
export function periodEnd(openMs: number, stepMs: number): Instant | undefined {
  const end = (openMs + stepMs) as Instant;
  return Number.isSafeInteger(openMs) && openMs % stepMs === 0 && end >= BEGINNING ? end : undefined;
}

/** Whether two figures for one period differ by no more than 1 %, or are both missing. */
export function figuresAgree(a: number | undefined, b: number | undefined): boolean {
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
export function closedPeriods<T extends Pick<Figure, "end">>(
  rows: readonly T[],
  { receivedAt, dateHeader }: Pick<AnswerTimes, "receivedAt" | "dateHeader">,
  sieve: Pick<RowSieve, "drop">,
  isSame: (a: T, b: T) => boolean,
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
  for (const end of disputed) sieve.drop(end, "stated twice");
  return [...stated.values()].filter((row) => !disputed.has(row.end)).sort((a, b) => a.end - b.end);
}

/** The rows whose period ends in the span. */
export function within<T extends Pick<Figure, "end">>(rows: readonly T[], span: RequestedRange): T[] {
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

/** @throws SourceError `malformed` for an answer without a row where rows are due */
export function refuseEmpty(source: string, rows: number, coverage: Coverage): void {
  if (rows === 0 && rowsAreDue(coverage)) throw new SourceError(source, "malformed", "no rows where rows are due");
}

/** Why a row of an answer is left out. */
type DropReason = "no number" | "no moment" | "stated twice" | "out of range" | "a jump";

/** A row that was left out: what it is about, and the moment, where it states one. */
export interface DroppedRow {
  readonly source: string;
  readonly metric: Metric;
  readonly end: Instant | undefined;
  readonly reason: DropReason;
}

/** Takes the rows that were left out of one answer. */
export type OnDropped = (rows: readonly DroppedRow[]) => void;

/** Of fifty rows one may be bad, and one of fewer; more of them, or as many as good ones, and the answer is not trusted. */
const TOLERATED_SHARE = 1 / 50;

export type RowSieve = ReturnType<typeof rowSieve>;

/** Collects the rows of one answer that cannot be true. */
export function rowSieve(source: string, metric: Metric, onDropped: OnDropped) {
  const dropped: DroppedRow[] = [];
  return {
    source,
    metric,
    drop: (end: Instant | undefined, reason: DropReason) => void dropped.push({ source, metric, end, reason }),
    /**
     * Reports what was dropped.
     *
     * @param kept how many rows are left
     * @throws SourceError when too many were dropped: `malformed` for their form, `implausible` for their values
     */
    finish(kept: number): void {
      const bad = dropped.length;
      const [first] = dropped;
      if (first === undefined) return;
      if (bad >= kept || bad > Math.max(1, (bad + kept) * TOLERATED_SHARE)) {
        const fault = ["no number", "no moment"].includes(first.reason) ? "malformed" : "implausible";
        throw new SourceError(source, fault, `${bad} of ${bad + kept} rows of ${metric} are bad: ${first.reason}`);
      }
      onDropped(dropped);
    },
  };
}

/** A figure of a period. */
export interface Figure {
  readonly end: Instant;
  readonly value: number;
}

/** Rows on either side that a suspicious one is compared with. */
const NEIGHBORS = 3;

/** Over a longer gap than this a large move is no fault of the source. */
const NEAR_MS = 7 * DAY_MS;

/**
 * Leaves out figures that jump against their neighbors while the neighbors agree: a misplaced decimal point, a figure of
 * another day.
 *
 * @param figures oldest first, each period once
 * @param factor of a jump, which no true figure makes in a week
 * @param known the period whose figure is believed already, as it was on the page before
 * @throws SourceError `implausible` when a jump remains: from there on one cannot tell which side is right
 */
export function withoutOutliers<T extends Figure>(
  figures: readonly T[],
  factor: number,
  sieve: RowSieve,
  known?: Instant | undefined,
): readonly T[] {
  const isJump = (a: T | undefined, b: T | undefined): boolean =>
    a !== undefined && b !== undefined && b.end - a.end <= NEAR_MS && hasJumped(a.value, b.value, factor);
  const isOutlier = (figure: T, at: number): boolean => {
    if (figure.end === known || !(isJump(figures[at - 1], figure) || isJump(figure, figures[at + 1]))) return false;
    const others = [...figures.slice(Math.max(0, at - NEIGHBORS), at), ...figures.slice(at + 1, at + 1 + NEIGHBORS)];
    return medians(others).every((median) => hasJumped(median, figure.value, factor));
  };
  const kept = figures.filter((figure, at) => {
    if (!isOutlier(figure, at)) return true;
    sieve.drop(figure.end, "a jump");
    return false;
  });
  if (kept.some((figure, at) => isJump(kept[at - 1], figure))) {
    throw new SourceError(sieve.source, "implausible", `${sieve.metric} jumps by more than a factor of ${factor}`);
  }
  return kept;
}

/** Leaves out figures that are out of their metric's range. */
export function inRange<T extends Figure>(figures: readonly T[], sieve: RowSieve): readonly T[] {
  return figures.filter(({ end, value }) => {
    const isGood = isPlausible(sieve.metric, value);
    if (!isGood) sieve.drop(end, "out of range");
    return isGood;
  });
}

/** The middle value, or the two around the middle. */
function medians(figures: readonly Figure[]): readonly number[] {
  const sorted = figures.map(({ value }) => value).sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return sorted.slice(Math.floor(middle), Math.ceil(middle) + 1);
}

function hasJumped(from: number, to: number, factor: number): boolean {
  return to > from * factor || to * factor < from;
}
