import { instantOf } from "../domain/instant.js";
import type { PhaseKey, Signal } from "../domain/score.js";
import { SIGNAL_KEYS } from "./chart-words.js";
import { fields, isPhase, isWithin, readScore, type Score } from "./read-score.js";

/** What the head of a chart shows. */
export interface Now extends Score {
  readonly signal: Signal;
  readonly descentGuard: boolean;
  readonly topRisk: boolean;
  /** BTC in USD, live. */
  readonly priceUsd: number;
}

/** One row of the history. */
export interface Day {
  /** YYYY-MM-DD, a UTC day. */
  readonly date: string;
  /** 0..100, one decimal. */
  readonly score: number;
  /** 0..100, one decimal. */
  readonly smoothed: number;
  readonly phase: PhaseKey;
  /** BTC in USD. */
  readonly priceUsd: number;
}

/**
 * The current answer of the public API, as far as pictures show it.
 *
 * @param body parsed JSON of any origin
 * @returns `undefined` when it is no such answer
 */
export function readNow(body: unknown): Now | undefined {
  const score = readScore(body);
  const { btc, market } = fields(body);
  const { signal: said, context } = fields(btc);
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  const signal = SIGNAL_KEYS.find((each) => each === said);
  return score && signal && isPrice(priceUsd)
    ? {
        ...score,
        signal,
        descentGuard: Boolean(descentGuard),
        topRisk: Boolean(topRisk),
        priceUsd,
      }
    : undefined;
}

/** More would not be told apart at 180 px. */
const MOST_DAYS = 30;

/**
 * The history of the public API.
 *
 * @param body parsed JSON of any origin
 * @returns oldest first; `undefined` when it is no such answer
 */
export function readDays(body: unknown): readonly Day[] | undefined {
  const { data } = fields(body);
  if (!Array.isArray(data)) return undefined;
  const days = data.slice(-MOST_DAYS).map(readDay);
  return days.every((day) => day !== undefined) ? days : undefined;
}

function readDay(row: unknown): Day | undefined {
  const { date, score, score_smoothed: smoothed, phase_key: phase, btc_price_usd: priceUsd } = fields(row);
  const isDay = typeof date === "string" && instantOf(date) > 0;
  const areScores = isWithin(score, 0, 100) && isWithin(smoothed, 0, 100) && isPhase(phase);
  return isDay && areScores && isPrice(priceUsd) ? { date, score, smoothed, phase, priceUsd } : undefined;
}

function isPrice(value: unknown): value is number {
  return isWithin(value, 0.01, 1e8);
}
