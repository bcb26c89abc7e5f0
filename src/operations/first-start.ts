import { FIRST_DAY } from "../domain/day.js";
import { newestRowDay } from "../domain/history.js";
import { SECOND_MS, type UtcDay } from "../domain/instant.js";
import { type Progress, STEPS, type WeeklyPrices } from "./backfill-steps.js";
import type { Clock } from "./ports.js";

/** How far one part of the first fetch of the past has come, in days. */
interface PartProgress {
  /** A metric of `STEPS`, or `history`: the scores of all past days. */
  readonly part: string;
  readonly done: number;
  readonly total: number;
}

/** How far an installation is from its first score. */
export interface FirstStart {
  /** All parts, in the order in which they are done. */
  readonly parts: readonly PartProgress[];
  /** Of all days of all parts, 0..1. */
  readonly share: number;
  /** Estimated from the pace so far; `undefined` until there is one. */
  readonly secondsLeft: number | undefined;
  /** As far as they are fetched. */
  readonly prices: WeeklyPrices;
}

/** Before this the pace is not known: what an earlier run has left is counted at once. */
const MIN_PACE_MS = 2 * SECOND_MS;

/** Adds up what the parts of the first fetch report. @param onChange called after each report */
export function trackFirstStart(clock: Pick<Clock, "now">, onChange: (state: FirstStart) => void): Progress {
  const newest = newestRowDay(clock.now());
  const parts = new Map<string, PartProgress>(
    STEPS.map(({ metric, from }) => [metric, { part: metric, done: 0, total: newest - from }]),
  );
  parts.set("history", { part: "history", done: 0, total: newest - FIRST_DAY });
  const startedAt = clock.now();
  const reported = new Set<string>();
  const closes = new Map<UtcDay, number>();
  let prices: WeeklyPrices = [];
  let atStart = 0;
  return (part, done, total, newPrices = []) => {
    for (const [day, priceUsd] of newPrices) closes.set(day, priceUsd);
    if (newPrices.length > 0) prices = [...closes].sort(([one], [other]) => one - other);
    // What is done when a part first reports was done by an earlier run, and does not count for the pace.
    if (!reported.has(part)) atStart += done;
    reported.add(part);
    parts.set(part, { part, done, total });
    const all = [...parts.values()];
    const sum = (of: (each: PartProgress) => number) => all.reduce((whole, each) => whole + of(each), 0);
    const [finished, wanted] = [sum((each) => each.done), sum((each) => each.total)];
    const [elapsed, fetched] = [clock.now() - startedAt, finished - atStart];
    const isPaced = elapsed >= MIN_PACE_MS && fetched > 0;
    onChange({
      parts: all,
      share: finished / wanted,
      secondsLeft: isPaced ? Math.round(((wanted - finished) / fetched) * (elapsed / SECOND_MS)) : undefined,
      prices,
    });
  };
}
