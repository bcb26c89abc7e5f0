/** How the settled phase and signal compare with the plain ones: changes, short stays and delays. */

import { formatDay, type UtcDay, utcDay } from "../instant.js";
import { type PhaseKey, type Signal, signalOf } from "../score.js";
import { periodOf } from "./periods.js";
import { type RecordDay, scoredDays } from "./record-day.js";
import type { Entry, PhaseStays, SettledRecord, Stay, Turn } from "./track-record.js";
import { firstOutermost } from "./turns.js";

/** A stay of fewer days counts as short. */
const WEEK_DAYS = 7;

/**
 * Compares the settled phase with the plain one.
 *
 * @param turns the turns of `days`
 * @returns `undefined` without a day from 2014-01-01 on
 */
export function settledRecord(days: readonly RecordDay[], turns: readonly Turn[]): SettledRecord | undefined {
  const daysWithScore = scoredDays(days);
  const [first, last] = [daysWithScore[0], daysWithScore.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Time in another phase that began before the first day counts from that day on.
  const away = daysWithScore.map(({ settled }, row) => Math.min(settled?.daysAway ?? 0, row + 1));
  const turnsOfScores = turnsShown(days, turns).filter(({ day }) => day >= first.day);
  return {
    from: formatDay(first.day),
    to: formatDay(last.day),
    days: daysWithScore.length,
    plain: phaseStays(daysWithScore.map(({ btc }) => btc.phase)),
    settled: phaseStays(daysWithScore.map(({ btc, settled }) => settled?.phase ?? btc.phase)),
    plainSignal: phaseStays(daysWithScore.map(({ btc }) => btc.signal)),
    settledSignal: phaseStays(
      daysWithScore.map(({ btc, settled, context }) => signalOf(settled?.phase ?? btc.phase, context)),
    ),
    shownTurns: turnsOfScores.length,
    lostTurns: turnsOfScores.filter(({ settled }) => settled === undefined).length,
    lateTurns: turnsOfScores.filter(({ plain, settled }) => settled !== undefined && settled > plain).length,
    maxDaysLate: away.reduce((most, each) => Math.max(most, each), 0),
    equalShare: away.filter((each) => each === 0).length / daysWithScore.length,
  };
}

/** A turn that the plain phase warned of: the rows of the first warning by the plain and by the settled phase. */
interface TurnShown {
  readonly day: UtcDay;
  readonly plain: number;
  readonly settled: number | undefined;
}

function turnsShown(days: readonly RecordDay[], turns: readonly Turn[]): readonly TurnShown[] {
  const plainPhases = days.map(({ btc }) => btc?.phase);
  const settledPhases = days.map((each) => each.settled?.phase);
  const rowIndexOf = (day: UtcDay) => day - (days[0]?.day ?? day);
  return turns.flatMap(({ kind, day: text }, nth): readonly TurnShown[] => {
    const day = utcDay(text);
    const before = turns[nth - 1];
    const since = before === undefined ? 0 : rowIndexOf(utcDay(before.day)) + 1;
    const warningRow = firstOutermost(kind, plainPhases, since, rowIndexOf(day));
    return warningRow === undefined
      ? []
      : [{ day, plain: warningRow, settled: firstOutermost(kind, settledPhases, since, rowIndexOf(day)) }];
  });
}

function phaseStays(phases: readonly (PhaseKey | Signal)[]): PhaseStays {
  const starts = startsOf(phases);
  const shortStays = starts.slice(1).filter((start, nth) => start - (starts[nth] ?? start) < WEEK_DAYS).length;
  return { changes: starts.length - 1, shortStays };
}

/** Every stay in a settled phase, from the first score on, oldest first; the last one is still under way. */
export function staysOf(days: readonly RecordDay[]): readonly Stay[] {
  return startsOf(days.map(({ settled }) => settled?.phase)).flatMap((start): readonly Stay[] => {
    const first = days[start];
    return first?.settled === undefined ? [] : [{ phase: first.settled.phase, from: formatDay(first.day) }];
  });
}

/** Days from an entry to the close it is compared with. */
const YEAR_DAYS = 365;

/** Every entry of the settled phase into an outermost phase, with the price a year later, oldest first. */
export function entriesOf(days: readonly RecordDay[]): readonly Entry[] {
  return startsOf(days.map(({ settled }) => settled?.phase)).flatMap((start): readonly Entry[] => {
    const { day, price, settled } = days[start] as RecordDay;
    const phase = settled?.phase;
    if (phase !== "PEAK" && phase !== "FONDO") return [];
    const later = days[start + YEAR_DAYS]?.price;
    const yearLater = later === undefined ? undefined : later / price;
    return [{ day: formatDay(day), phase, period: periodOf(day), priceUsd: price, yearLater }];
  });
}

/** The rows whose phase or signal differs from the row before. */
function startsOf(phases: readonly (PhaseKey | Signal | undefined)[]): readonly number[] {
  return phases.flatMap((phase, row) => (phase !== undefined && phase !== phases[row - 1] ? [row] : []));
}
