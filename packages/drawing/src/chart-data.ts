/** What badge, chart and share card show, and how it is read from the answers of the public API. */

import { instantOf, type PhaseKey, type SettledPhase, SIGNAL_KEYS, type Signal } from "peak-cycle-model";
import type { Note } from "./locale.js";
import { PHASE_KEYS } from "./phases.js";

/** What is scored. The score of crypto as a whole has no price, no signal and no flags. */
export type Asset = "btc" | "crypto";

/** What a chart shows. */
export interface ChartView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` before the first score is known. */
  readonly now: (BadgeScore & Partial<CurrentScore>) | undefined;
  readonly note?: Note | undefined;
  /** Oldest first, consecutive. */
  readonly days: readonly ShownDay[];
}

/** The score as a badge shows it. Scores are 0..100 with one decimal, prices in USD. */
export interface BadgeScore {
  readonly score: number;
  readonly phase: PhaseKey;
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the API answered. */
  readonly isStale: boolean;
  readonly descentGuard?: boolean;
  readonly topRisk?: boolean;
  /** The API does not say it. */
  readonly settled?: Pick<SettledPhase, "phase" | "since"> | undefined;
}

/** The current score of Bitcoin as a chart and a share card show it. */
export interface CurrentScore extends BadgeScore {
  readonly signal: Signal;
  readonly descentGuard: boolean;
  readonly topRisk: boolean;
  /** Live. */
  readonly priceUsd: number;
}

/** One day of a score. */
export interface ScoreDay {
  /** YYYY-MM-DD, a UTC day. */
  readonly date: string;
  readonly score: number;
  readonly phase: PhaseKey;
}

/** One day of the history of Bitcoin. */
export interface ChartDay extends ScoreDay {
  readonly priceUsd: number;
}

/** One day of either asset. */
export type ShownDay = ScoreDay & Partial<ChartDay>;

/** What a badge shows. */
export interface BadgeView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` before the first score is known. */
  readonly now: BadgeScore | undefined;
  readonly note?: Note | undefined;
}

/** The score in one part of an answer; `undefined` when the part, of any origin, is none. */
function parseBadgeScore(body: unknown): BadgeScore | undefined {
  const { score, phase_key: phase, updated_at: updatedAt, stale } = fields(body);
  return isWithin(score, 0, 100) && isOneOf(PHASE_KEYS, phase) && isTime(updatedAt)
    ? { score, phase, updatedAt, isStale: stale === true }
    : undefined;
}

/** The current answer of the public API, as far as charts show it; `undefined` for any other body. */
export function parseCurrent(body: unknown): CurrentScore | undefined {
  const { btc, market } = fields(body);
  const score = parseBadgeScore(btc);
  const { signal, context } = fields(btc);
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  return score && isOneOf(SIGNAL_KEYS, signal) && isPrice(priceUsd)
    ? { ...score, signal, descentGuard: Boolean(descentGuard), topRisk: Boolean(topRisk), priceUsd }
    : undefined;
}

/** The days of the history of the public API, oldest first; `undefined` for any other body. */
export function parseHistory(body: unknown): readonly ChartDay[] | undefined {
  return parseDays(body, parseDay);
}

/** The score of crypto and its days in `/embed/nhci.json` of a site that offers them; `undefined` for any other body. */
export function parseCrypto(body: unknown): Pick<ChartView, "now" | "days"> | undefined {
  const { crypto } = fields(body);
  const now = parseBadgeScore(crypto);
  const days = parseDays(crypto, parseScoreDay);
  return now && days && { now, days };
}

function parseDays<Day>(body: unknown, parse: (row: unknown) => Day | undefined): readonly Day[] | undefined {
  const { data } = fields(body);
  if (!Array.isArray(data)) return undefined;
  const days = data.map(parse);
  return days.every((day) => day !== undefined) ? days : undefined;
}

function parseDay(row: unknown): ChartDay | undefined {
  const { btc_price_usd: priceUsd } = fields(row);
  const day = parseScoreDay(row);
  return day && isPrice(priceUsd) ? { ...day, priceUsd } : undefined;
}

function parseScoreDay(row: unknown): ScoreDay | undefined {
  const { date, score, phase_key: phase } = fields(row);
  return isTime(date) && isWithin(score, 0, 100) && isOneOf(PHASE_KEYS, phase) ? { date, score, phase } : undefined;
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
