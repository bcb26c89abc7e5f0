/** Days of a record, from what a test sets for each. */
import { settle } from "../../src/engine/settled-phase.js";
import { addDays, type UtcDay, utcDay } from "../../src/instant.js";
import type { RecordDay } from "../../src/record/record-day.js";
import type { Baseline } from "../../src/record/track-record.js";
import { phaseOf, roundScore, type SettledPhase, signalOf } from "../../src/score.js";

/** What a test sets for one day; the rest has defaults. */
export interface Sketch {
  readonly price?: number;
  /** 0..100; `null` for a day without a score. */
  readonly score?: number | null;
  readonly topRisk?: boolean;
  readonly descentGuard?: boolean;
  readonly readings?: Partial<Record<Baseline, number>>;
}

/** Any day of the development period, long before its end. */
const SOME_DAY = utcDay("2015-01-01");

/** Consecutive made-up days: price 100, score 50, no flag and no baseline, unless a sketch overrides them. */
export function recordDays(sketches: readonly Sketch[], first: UtcDay = SOME_DAY): readonly RecordDay[] {
  let settled: SettledPhase | undefined;
  return sketches.map((sketch, row) => {
    const day = recordDay(sketch, addDays(first, row), settled);
    settled = day.settled;
    return day;
  });
}

/** @param before the settled phase of the day before */
function recordDay(sketch: Sketch, day: UtcDay, before: SettledPhase | undefined): RecordDay {
  const raw = sketch.score === null ? undefined : (sketch.score ?? 50);
  const context = {
    topRisk: sketch.topRisk === true ? "TOP_DISTRIBUTION" : null,
    descentGuard: sketch.descentGuard === true ? "BEAR_DESCENT" : null,
  } as const;
  const none = { score: raw, mvrv: undefined, mayer: undefined, powerLaw: undefined, fearGreed: undefined };
  const readings = { ...none, ...sketch.readings };
  const base = { day, price: sketch.price ?? 100, context, readings };
  if (raw === undefined) return { ...base, btc: undefined, settled: before };
  const score = roundScore(raw);
  const phase = phaseOf(score).key;
  const btc = { raw, score, smoothed: raw, phase, signal: signalOf(phase, context) };
  return { ...base, btc, settled: settle(before, score, day) };
}

/** Daily prices on straight lines between points: `path([0, 100], [10, 50])` falls by 5 a day. */
export function path(...corners: readonly (readonly [row: number, price: number])[]): readonly number[] {
  const last = corners.at(-1)?.[0] ?? 0;
  return Array.from({ length: last + 1 }, (_, row) => {
    const next = corners.findIndex(([at]) => at >= row);
    const [to, end] = corners[next] as readonly [number, number];
    const [from, begin] = corners[next - 1] ?? [to, end];
    return to === from ? end : begin + ((end - begin) * (row - from)) / (to - from);
  });
}
