import type { ChartDay, CurrentScore, Publisher } from "peak-cycle-drawing";

/** A made-up score. */
export const SAMPLE_NOW: CurrentScore = {
  score: 47.3,
  phase: "BULL",
  signal: "CAUTION",
  descentGuard: false,
  topRisk: true,
  updatedAt: "2026-11-21T07:05:00.250Z",
  isStale: false,
  priceUsd: 84_391.27,
};

/** 30 made-up days. */
export const SAMPLE_DAYS: readonly ChartDay[] = Array.from({ length: 30 }, (_, i) => ({
  date: new Date(Date.UTC(2026, 9, 23 + i)).toISOString().slice(0, 10),
  score: Math.round(400 + 60 * Math.sin(i / 4)) / 10,
  smoothed: Math.round(400 + 50 * Math.sin(i / 4 - 0.3)) / 10,
  phase: "BULL",
  priceUsd: 80_000 + 100 * i,
}));

export const SAMPLE_PUBLISHER: Publisher = {
  indexName: "Peak Cycle Index",
  siteName: "Peak",
  baseUrl: "https://peak.example/",
};
