/** What badge, chart and share card show, and how it is read from the answers of the public API. */

import { instantOf, type PhaseKey, type SettledPhase, SIGNAL_KEYS, type Signal } from "peak-cycle-model";
import type { Note } from "./locale.js";
import { PHASE_KEYS } from "./phases.js";

/** What a chart and a share card show. */
export interface ChartView {
  /** `undefined` before the first score is known. */
  readonly now: CurrentScore | undefined;
  readonly note?: Note | undefined;
  /** Oldest first, consecutive. */
  readonly days: readonly ChartDay[];
}

/** The score as a badge shows it. Scores are 0..100 with one decimal, prices in USD. */
export interface BadgeScore {
  readonly score: number;
  readonly phase: PhaseKey;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the API answered. */
  readonly isStale: boolean;
}

/** The current score as a chart and a share card show it. */
export interface CurrentScore extends BadgeScore {
  readonly signal: Signal;
  readonly descentGuard: boolean;
  readonly topRisk: boolean;
  /** Live. */
  readonly priceUsd: number;
}

/** One day of the history. */
export interface ChartDay {
  /** YYYY-MM-DD, a UTC day. */
  readonly date: string;
  readonly score: number;
  readonly smoothed: number;
  readonly phase: PhaseKey;
  readonly priceUsd: number;
}

/** What a badge shows. */
export interface BadgeView {
  /** `undefined` before the first score is known. */
  readonly now: BadgeScore | undefined;
  readonly note?: Note | undefined;
  /** For the text alternative alone: the picture has no room for it. */
  readonly settled?: Pick<SettledPhase, "phase" | "since"> | undefined;
}

/** The score in the current answer of the public API; `undefined` when the body, of any origin, is no such answer. */
export function parseBadgeScore(body: unknown): BadgeScore | undefined {
  const { score, phase_key: phase, updated_at: updatedAt, stale } = fields(fields(body)["btc"]);
  return isWithin(score, 0, 100) && isOneOf(PHASE_KEYS, phase) && isTime(updatedAt)
    ? { score, phase, updatedAt, isStale: stale === true }
    : undefined;
}

/** The current answer of the public API, as far as charts show it; `undefined` for any other body. */
export function parseCurrent(body: unknown): CurrentScore | undefined {
  const score = parseBadgeScore(body);
  const { btc, market } = fields(body);
  const { signal, context } = fields(btc);
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  return score && isOneOf(SIGNAL_KEYS, signal) && isPrice(priceUsd)
    ? { ...score, signal, descentGuard: Boolean(descentGuard), topRisk: Boolean(topRisk), priceUsd }
    : undefined;
}

/** The days of the history of the public API, oldest first; `undefined` for any other body. */
export function parseHistory(body: unknown): readonly ChartDay[] | undefined {
  const { data } = fields(body);
  if (!Array.isArray(data)) return undefined;
  const days = data.map(parseDay);
  return days.every((day) => day !== undefined) ? days : undefined;
}

function parseDay(row: unknown): ChartDay | undefined {
  const { date, score, score_smoothed: smoothed, phase_key: phase, btc_price_usd: priceUsd } = fields(row);
  const areScores = isWithin(score, 0, 100) && isWithin(smoothed, 0, 100) && isOneOf(PHASE_KEYS, phase);
  return isTime(date) && areScores && isPrice(priceUsd) ? { date, score, smoothed, phase, priceUsd } : undefined;
}

/** Any value as an object, `undefined` and `null` as an empty one, so that destructuring never throws. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}

function isWithin(value: unknown, min: number, max: number): value is number {
  return typeof value === "number" && value >= min && value <= max;
}

function isTime(value: unknown): value is string {
  return typeof value === "string" && instantOf(value) > 0;
}

function isOneOf<T>(values: readonly T[], value: unknown): value is T {
  return values.includes(value as T);
}

function isPrice(value: unknown): value is number {
  return isWithin(value, 0.01, 1e8);
}
