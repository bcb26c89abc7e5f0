import type { UtcDay } from "../instant.js";
import { PHASES, phaseOf, type SettledPhase } from "../score.js";

/**
 * The phase without its flicker: one step with the score of a day. Moves outward (to 60 and 80, below 40 and 20) count
 * at once; moves back toward the middle count after a retreat of 6 points or after ten days in a row. A value is never
 * changed, so a provisional step needs no copy, and days up to a cut give the same whatever follows.
 *
 * Source: docs/method.md#settled-phase.
 *
 * @param before after the day before; `undefined` at the first score
 * @param score published: one decimal
 * @param day of the score; one that is not after `before.day` is the running day once more and counts no day again
 * @throws RangeError as `phaseOf`
 */
export function settle(before: SettledPhase | undefined, score: number, day: UtcDay): SettledPhase {
  const plain = phaseOf(score).key;
  if (before === undefined) return { phase: plain, since: day, day, daysAway: 0 };
  const moved = PHASES[moveFrom(placeOf(before.phase), score)]?.key ?? plain;
  const passed = day > before.day ? 1 : 0;
  const away = moved === plain ? 0 : before.daysAway + passed;
  const [phase, daysAway] = away >= DAYS_AWAY ? [plain, 0] : [moved, away];
  return { phase, since: phase === before.phase ? before.since : day, day, daysAway };
}

/** Points by which a score has to lie behind a bound before a move back toward the middle counts. */
const RETREAT = 6;

/** Days in a row on the other side after which it counts without them. */
const DAYS_AWAY = 10;

/** From this phase on, bounds lead outward when the score rises; below it, when it falls. */
const FIRST_UPPER = 3;

function placeOf(phase: SettledPhase["phase"]): number {
  return PHASES.findIndex(({ key }) => key === phase);
}

/** As far up or down as the score reaches, over several bounds if need be. */
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
