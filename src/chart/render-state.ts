import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../domain/history.js";
import { formatInstant, type Instant } from "../domain/instant.js";
import { scoreNumber, twoDecimals } from "../domain/score.js";
import type { HourlyScore } from "../domain/snapshot.js";
import type { ChartDay, CurrentScore } from "./chart-data.js";
import type { CyclePast } from "./cycle/cycle-data.js";
import type { PictureName, PictureView } from "./pictures.js";

/**
 * What pictures show: the score, the price it was computed from, and the days. It is replaced by another object when
 * one of them changes, and stays the same object otherwise, so that drawings can be cached by it. The live price, which
 * changes every minute, is not part of it.
 */
export interface RenderState {
  /** `undefined` before the first score. */
  readonly score: { readonly computedAt: Instant; readonly now: CurrentScore } | undefined;
  /** Empty until 30 consecutive days are there. */
  readonly days: readonly ChartDay[];
  /** `undefined` before there is a record and a score. */
  readonly cycle: CyclePast | undefined;
}

/** The state before anything is known. */
export const EMPTY_RENDER_STATE: RenderState = { score: undefined, days: [], cycle: undefined };

/** @param stale whether the score is older than 2 hours by now */
export function viewOf({ score, days, cycle }: RenderState, stale: boolean): PictureView {
  return { now: score && { ...score.now, isStale: stale }, days, cycle };
}

/**
 * Whether there is all that a picture is made of: the long chart and the share card need the record too. Until then a picture must
 * not be cached, since caches would go on giving it out when the record is there.
 */
export function isWhole(picture: PictureName, { score, cycle }: RenderState): boolean {
  return score !== undefined && (cycle !== undefined || (picture !== "cycle" && picture !== "card"));
}

/** The state after a score was shown. */
export function withScore(state: RenderState, score: HourlyScore): RenderState {
  if (state.score?.computedAt === score.computedAt) return state;
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
  return { ...state, score: { computedAt: score.computedAt, now } };
}

/** The state after history was shown. @param rows consecutive days, oldest first */
export function withHistory(state: RenderState, rows: readonly HistoryRow[]): RenderState {
  const days = rows.length === PUBLIC_DAYS ? rows.map(dayOf) : [];
  return JSON.stringify(days) === JSON.stringify(state.days) ? state : { ...state, days };
}

/** The state after anything was shown that the long chart is made of. */
export function withCycle(state: RenderState, cycle: CyclePast | undefined): RenderState {
  return JSON.stringify(cycle) === JSON.stringify(state.cycle) ? state : { ...state, cycle };
}

function dayOf(row: HistoryRow): ChartDay {
  const { date, score, score_smoothed: smoothed, phase_key: phase, btc_price_usd: priceUsd } = publicRow(row);
  return { date, score, smoothed, phase, priceUsd };
}
