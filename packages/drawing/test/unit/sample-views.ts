import type { CurrentScore } from "../../src/chart-data.js";

/** A score with one flag, as `parseCurrent` gives it. */
export const NOW: CurrentScore = {
  score: 72.4,
  phase: "HOT",
  signal: "REDUCE",
  descentGuard: false,
  topRisk: true,
  updatedAt: "2026-11-21T10:00:04.000Z",
  isStale: false,
  priceUsd: 83_236.56,
};
