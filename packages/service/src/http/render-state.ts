/** What pictures show, made of what is published. */

import type { ChartDay, CurrentScore, CyclePast, RenderState } from "peak-cycle-drawing";
import { formatInstant, scoreNumber, twoDecimals } from "peak-cycle-model";
import { type HistoryRow, PUBLIC_DAYS, publicRow } from "../domain/history.js";
import type { HourlyScore } from "../domain/snapshot.js";

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
