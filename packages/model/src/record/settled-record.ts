// How the settled phase compares with the plain one: changes, short stays and delays.

import { formatDay } from "../instant.js";
import type { PhaseKey } from "../score.js";
import { type RecordDay, scoredDays } from "./record-day.js";
import type { PhaseStays, SettledRecord, Stay, Turn } from "./track-record.js";

/** A stay of fewer days counts as short. */
const WEEK_DAYS = 7;

/**
 * Compares the settled phase with the plain one.
 *
 * @param turns the turns of `days`
 * @returns `undefined` without a day from 2014-01-01 on
 */
export function settledRecord(days: readonly RecordDay[], turns: readonly Turn[]): SettledRecord | undefined {
  const scored = scoredDays(days);
  const [first, last] = [scored[0], scored.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // A time away that began before the first day counts from that day on.
  const away = scored.map(({ settled }, row) => Math.min(settled?.daysAway ?? 0, row + 1));
  const from = formatDay(first.day);
  const shown = turns.filter(({ day, leadDays }) => day >= from && leadDays !== undefined);
  const isLate = ({ leadDays, settledLeadDays }: Turn) => (settledLeadDays ?? 0) < (leadDays ?? 0);
  return {
    from,
    to: formatDay(last.day),
    days: scored.length,
    plain: phaseStays(scored.map(({ btc }) => btc.phase)),
    settled: phaseStays(scored.map(({ btc, settled }) => settled?.phase ?? btc.phase)),
    shownTurns: shown.length,
    lostTurns: shown.filter(({ settledLeadDays }) => settledLeadDays === undefined).length,
    lateTurns: shown.filter((turn) => turn.settledLeadDays !== undefined && isLate(turn)).length,
    maxDaysLate: away.reduce((most, each) => Math.max(most, each), 0),
    equalShare: away.filter((each) => each === 0).length / scored.length,
  };
}

function phaseStays(phases: readonly PhaseKey[]): PhaseStays {
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

/** The rows whose phase differs from the row before. */
function startsOf(phases: readonly (PhaseKey | undefined)[]): readonly number[] {
  return phases.flatMap((phase, row) => (phase !== undefined && phase !== phases[row - 1] ? [row] : []));
}
