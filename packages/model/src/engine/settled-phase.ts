/** The settled phase: which moves between phases count. */
import type { UtcDay } from "../instant.js";
import { PHASES, phaseOf, type SettledPhase } from "../score.js";

/**
 * The phase with brief moves filtered out: one step per daily score. Moves outward (to 60 and 80, below 40 and 20)
 * count at once. Moves back toward the middle count after a retreat of 6 points or after ten days in a row. Values are
 * never mutated, so a provisional step needs no copy, and later days never change earlier results.
 *
 * Source: docs/method.md#settled-phase.
 *
 * @param before the result for the previous score; `undefined` at the first one
 * @param score published: one decimal
 * @param day of the score; if not after `before.day`, it is the running day again and no day is counted twice
 * @throws RangeError as `phaseOf`
 * @example
 * ```ts
 * const first = settle(undefined, 58, utcDay("2026-11-20"));
 * const second = settle(first, 61, utcDay("2026-11-21"));
 * const third = settle(second, 58, utcDay("2026-11-22")); // back below 60, but not yet by 6 points
 * [first.phase, second.phase, third.phase]; // ["BULL", "HOT", "HOT"]
 * ```
 */
export function settle(before: SettledPhase | undefined, score: number, day: UtcDay): SettledPhase {
  const plain = phaseOf(score).key;
  if (before === undefined) return { phase: plain, since: day, day, daysAway: 0 };
  const nearest = PHASES[moveFrom(placeOf(before.phase), score)]?.key ?? plain;
  const daysPassed = day > before.day ? 1 : 0;
  const away = nearest === plain ? 0 : before.daysAway + daysPassed;
  const [phase, daysAway] = away >= DAYS_AWAY ? [plain, 0] : [nearest, away];
  return { phase, since: phase === before.phase ? before.since : day, day, daysAway };
}

/** Points a score must be past a bound before a move back toward the middle counts. */
const RETREAT = 6;

/** Consecutive days on the other side after which the move counts anyway. */
const DAYS_AWAY = 10;

/** From this phase up, a rising score moves outward; below it, a falling one does. */
const FIRST_UPPER = 3;

function placeOf(phase: SettledPhase["phase"]): number {
  return PHASES.findIndex(({ key }) => key === phase);
}

/** Moves as far up or down as the score reaches, across several bounds if needed. */
function moveFrom(place: number, score: number): number {
  const above = PHASES[place + 1];
  if (above !== undefined && score >= above.from + (place + 1 < FIRST_UPPER ? RETREAT : 0)) {
    return moveFrom(place + 1, score);
  }
  const own = PHASES[place];
  if (place > 0 && own !== undefined && score < own.from - (place < FIRST_UPPER ? 0 : RETREAT)) {
    return moveFrom(place - 1, score);
  }
  return place;
}
