/** The whole past as the cycle chart draws it: one day of every week, and the labeled turns. */
import type { WeeklyPast, WeeklyTurn } from "peak-cycle-drawing";
import { formatDay, phaseOf, type TrackRecord, utcDay } from "peak-cycle-model";
import { cycleTurns } from "../pages/cycle-past.js";

/** Whole scores, and prices of three digits: enough for a drawing, but not a usable history. */
export function weeklyPast(record: TrackRecord): WeeklyPast | undefined {
  const points = record.curve.flatMap(({ day, priceUsd, score }) =>
    score === undefined ? [] : [{ day, priceUsd, score }],
  );
  const [first] = points;
  if (first === undefined) return undefined;
  // The curve also includes the last day.
  const weeks = points.filter(({ day }) => (utcDay(day) - utcDay(first.day)) % DAYS_PER_WEEK === 0);
  if (weeks.length < 2) return undefined;
  const turns = cycleTurns(record.turns)
    .filter(({ isMain }) => isMain)
    .map(({ kind, day, score, priceUsd }): WeeklyTurn => ({ kind, ...drawnDay(formatDay(day), score, priceUsd) }));
  return { weeks: weeks.map(({ day, score, priceUsd }) => drawnDay(day, score, priceUsd)), turns };
}

const DAYS_PER_WEEK = 7;

function drawnDay(date: string, exact: number, priceUsd: number): WeeklyPast["weeks"][number] {
  const score = Math.round(exact);
  return { date, score, phase: phaseOf(score).key, priceUsd: Number(priceUsd.toPrecision(3)) };
}
