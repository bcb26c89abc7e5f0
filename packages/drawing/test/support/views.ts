import { addDays, formatDay, phaseOf, utcDay } from "peak-cycle-model";
import type { ChartDay, CurrentScore } from "../../src/chart-data.js";

/** A score with one flag, as `parseCurrent` gives it. */
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
