import type { ChartDay, ChartView, CurrentScore } from "../chart/chart-data.js";
import { type HistoryRow, PUBLIC_DAYS } from "../domain/history.js";
import { formatInstant, type Instant } from "../domain/instant.js";
import { scoreNumber, twoDecimals } from "../domain/score.js";
import type { HourlyScore } from "../domain/snapshot.js";
import { presentHistory } from "./present/history.js";

/**
 * What pictures show: the score, the price it stands on and the days. Another object whenever one of them changes, and
 * the same one meanwhile, so that what was drawn of it can be kept. The live price, new every minute, is no part of it.
 */
export interface Scene {
  /** `undefined` before the first score. */
  readonly score: { readonly computedAt: Instant; readonly now: CurrentScore } | undefined;
  /** Empty until 30 consecutive days are there. */
  readonly days: readonly ChartDay[];
}

/** The scene before anything is known. */
export const EMPTY_SCENE: Scene = { score: undefined, days: [] };

/** @param stale whether the score has got older than 2 hours by now */
export function viewOf({ score, days }: Scene, stale: boolean): ChartView {
  return { now: score && { ...score.now, isStale: stale }, days };
}

/** The scene after a score was shown. */
export function withScore(scene: Scene, score: HourlyScore): Scene {
  if (scene.score?.computedAt === score.computedAt) return scene;
  const now: CurrentScore = {
    score: scoreNumber(score.btc.score),
    phase: score.btc.phase,
    signal: score.btc.signal,
    descentGuard: score.context.descentGuard !== null,
    topRisk: score.context.topRisk !== null,
    updatedAt: formatInstant(score.computedAt),
    isStale: false,
    priceUsd: twoDecimals(score.btcPriceUsd),
  };
  return { ...scene, score: { computedAt: score.computedAt, now } };
}

/** The scene after history was shown. @param rows consecutive days, oldest first */
export function withHistory(scene: Scene, rows: readonly HistoryRow[]): Scene {
  const days = rows.length === PUBLIC_DAYS ? presentHistory(rows).data.map(dayOf) : [];
  return JSON.stringify(days) === JSON.stringify(scene.days) ? scene : { ...scene, days };
}

function dayOf(row: ReturnType<typeof presentHistory>["data"][number]): ChartDay {
  const { date, score, score_smoothed: smoothed, phase_key: phase, btc_price_usd: priceUsd } = row;
  return { date, score, smoothed, phase, priceUsd };
}
