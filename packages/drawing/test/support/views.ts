/** Scores and histories to draw. */
import { addDays, formatDay, phaseOf, utcDay } from "peak-cycle-model";
import type { ChartDay, CurrentScore, WeeklyPast } from "../../src/chart-data.js";

/** A score with one flag, as `parseCurrent` returns it. */
export const NOW: CurrentScore = {
  ...{ score: 72.4, phase: "HOT", signal: "REDUCE", descentGuard: false, topRisk: true },
  ...{ updatedAt: "2026-11-21T10:00:04.000Z", isStale: false, priceUsd: 83_236.56 },
};

export const PUBLISHER = { indexName: "Peak Cycle Index", siteName: "Peak", baseUrl: "https://peak.example:8443/" };

/** 30 days from 2026-10-23 on. */
export function daysOf(row: (i: number) => { score: number; priceUsd: number }): readonly ChartDay[] {
  return Array.from({ length: 30 }, (_, i) => ({
    ...row(i),
    date: formatDay(addDays(utcDay("2026-10-23"), i)),
    phase: phaseOf(row(i).score).key,
  }));
}

/** Weeks up to 2026-11-16, with a high and a low in every cycle of four years. */
export function weeklyOf(count: number): WeeklyPast {
  const weeks = Array.from({ length: count }, (_, i) => {
    const score = Math.round(50 + 50 * Math.sin((i * Math.PI) / 104));
    const date = formatDay(addDays(utcDay("2026-11-16"), -7 * (count - 1 - i)));
    return { date, score, phase: phaseOf(score).key, priceUsd: 10 * 1.01 ** i };
  });
  const turns = weeks.flatMap((week, i) =>
    i % 104 === 52 ? [{ ...week, kind: i % 208 === 52 ? ("high" as const) : ("low" as const) }] : [],
  );
  return { weeks, turns };
}
