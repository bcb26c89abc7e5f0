/** What badge and chart show, and how it is read from the answers of the public API. */

import { instantOf, type PhaseKey, type SettledPhase, SIGNAL_KEYS, type Signal } from "peak-cycle-model";
import type { Note } from "./locale.js";
import { PHASE_KEYS } from "./phases.js";

/** What is scored, Bitcoin by default. */
export const ASSETS = ["btc", "crypto"] as const;

export type Asset = (typeof ASSETS)[number];

/** What a badge shows. */
export interface BadgeView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` before the first score is known. */
  readonly now: CurrentScore | undefined;
  readonly note?: Note | undefined;
}

/** What a chart shows. */
export interface ChartView extends BadgeView {
  /** Oldest first, consecutive. */
  readonly days: readonly ChartDay[];
}

/** The current score. Scores are 0..100 with one decimal, prices in USD. Signal, flags, price and settled phase are Bitcoin's alone. */
export interface CurrentScore {
  readonly score: number;
  readonly phase: PhaseKey;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the API answered. */
  readonly isStale: boolean;
  readonly signal?: Signal;
  readonly descentGuard?: boolean;
  readonly topRisk?: boolean;
  /** Live. */
  readonly priceUsd?: number;
  /** The API does not say it. */
  readonly settled?: Pick<SettledPhase, "phase" | "since"> | undefined;
}

/** One day of the history. */
export interface ChartDay {
  /** YYYY-MM-DD, a UTC day. */
  readonly date: string;
  readonly score: number;
  readonly phase: PhaseKey;
  /** Of Bitcoin alone. */
  readonly priceUsd?: number;
}

/**
 * The current score of an asset, as far as charts show it, in the current answer of the public API or in `/embed/nhci.json`, which alone
 * says enough of crypto; `undefined` for any other body.
 */
export function parseCurrent(body: unknown, asset: Asset = "btc"): CurrentScore | undefined {
  const { [asset]: part, market } = fields(body);
  const { score, phase_key: phase, updated_at: updatedAt, stale, signal, context } = fields(part);
  if (!isWithin(score, 0, 100) || !isOneOf(PHASE_KEYS, phase) || !isTime(updatedAt)) return undefined;
  const now = { score, phase, updatedAt, isStale: stale === true };
  if (asset === "crypto") return now;
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  return isOneOf(SIGNAL_KEYS, signal) && isPrice(priceUsd)
    ? { ...now, signal, descentGuard: Boolean(descentGuard), topRisk: Boolean(topRisk), priceUsd }
    : undefined;
}

/** The days in the history of the public API, or those of an asset in `/embed/nhci.json`, oldest first; `undefined` for any other body. */
export function parseHistory(body: unknown, asset: Asset = "btc"): readonly ChartDay[] | undefined {
  const { data } = fields(asset === "crypto" ? fields(body)[asset] : body);
  if (!Array.isArray(data)) return undefined;
  const days = data.map((row) => parseDay(row, asset));
  return days.every((day) => day !== undefined) ? days : undefined;
}

function parseDay(row: unknown, asset: Asset): ChartDay | undefined {
  const { date, score, phase_key: phase, btc_price_usd: priceUsd } = fields(row);
  if (!isTime(date) || !isWithin(score, 0, 100) || !isOneOf(PHASE_KEYS, phase)) return undefined;
  if (asset === "crypto") return { date, score, phase };
  return isPrice(priceUsd) ? { date, score, phase, priceUsd } : undefined;
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
