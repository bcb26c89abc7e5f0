/** The data that badge and chart show, parsed from responses of the public API. */
import { DAY_MS, formatInstant, instantOf, type PhaseKey, plus, type Signal } from "peak-cycle-model";
import { PHASE_KEYS, phaseAt } from "./locale.js";
import { SIGNAL_NAMES } from "./locales/words.js";

/** The assets that are scored; the default is Bitcoin. */
export const ASSETS = ["btc", "crypto"] as const;

export type Asset = (typeof ASSETS)[number];

/** The data a badge shows. */
export interface BadgeView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` until the first score is known. */
  readonly now: CurrentScore | undefined;
  /** Why there is no score, or no newer one; missing while the first score is awaited. */
  readonly state?: ScoreState | undefined;
  /** The name of the unsupported asset in the state `unknown`. */
  readonly wanted?: string | undefined;
  /**
   * The time that a picture shows, as a date, since pictures may be kept for years. Widgets compute theirs when they
   * draw.
   */
  readonly stamp?: Stamp | undefined;
}

/**
 * When a score was computed, and the maximum number of characters of this text, so that the picture's height never
 * changes.
 */
export type Stamp = readonly [words: string, length: number];

/**
 * `loading`: no response yet. `unreachable`: the last request failed, and not because there is no score yet; a shown
 * score is older. `soon`: the asset is announced. `unknown`: the asset is not supported.
 */
export type ScoreState = "loading" | "unreachable" | "soon" | "unknown";

/** Time ranges of a chart; the first is the default. */
export const CHART_RANGES = ["30d", "cycle"] as const;

export type ChartRange = (typeof CHART_RANGES)[number];

/** The data a chart shows. */
export interface ChartView extends BadgeView {
  /** Oldest first, consecutive. */
  readonly days: readonly ChartDay[];
  /** Whether the last request for the days, or for the weeks of the range `cycle`, failed. */
  readonly isHistoryUnreachable?: boolean | undefined;
  /** Only for Bitcoin, and missing until it is known. */
  readonly weekly?: WeeklyPast | undefined;
  /** `30d` by default. */
  readonly range?: ChartRange | undefined;
  /** Whether the switch between the ranges is drawn. */
  readonly hasSwitch?: boolean | undefined;
}

/** The whole past for the range `cycle`, rounded for drawing: whole scores, and prices of three digits. */
export interface WeeklyPast {
  /** One day of every week, oldest first. */
  readonly weeks: readonly PricedDay[];
  /** The highs and lows to name, oldest first. */
  readonly turns: readonly WeeklyTurn[];
}

/** A day of Bitcoin, which always has a price. */
export interface PricedDay extends ChartDay {
  readonly priceUsd: number;
}

export interface WeeklyTurn extends PricedDay {
  readonly kind: "high" | "low";
}

/** The current score. Scores are 0..100 with one decimal, prices in USD. */
export interface CurrentScore extends Scored {
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the API responded. */
  readonly isStale: boolean;
  /** Age of a stale score; missing if unknown. */
  readonly ageHours?: number | undefined;
  /** Only for Bitcoin, like the flags. */
  readonly signal?: Signal | undefined;
  /** Only `/embed/nhci.json` has it. */
  readonly settled?: PhaseKey | undefined;
  readonly descentGuard?: boolean;
  readonly topRisk?: boolean;
}

/** One day of the history. */
export interface ChartDay extends Scored {
  /** YYYY-MM-DD, a UTC day. */
  readonly date: string;
}

interface Scored {
  readonly score: number;
  readonly phase: PhaseKey;
  /** Only for Bitcoin. */
  readonly priceUsd?: number | undefined;
}

/**
 * Parses what charts show of an asset's current score; `undefined` for any body other than the public API's current
 * response or `/embed/nhci.json`. Only the latter has enough data on crypto.
 */
export function parseCurrent(body: unknown, asset: Asset = "btc"): { readonly now: CurrentScore } | undefined {
  const { [asset]: part, market, settled_phase_key: settledPhase } = fields(body);
  const { updated_at: updatedAt, stale, signal, context } = fields(part);
  const reading = parseScored(part, updatedAt);
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  const ofBitcoin = asset === "btc" && {
    signal: SIGNALS.find((each) => each === signal),
    descentGuard: !!descentGuard,
    topRisk: !!topRisk,
    priceUsd: isPrice(priceUsd) ? priceUsd : undefined,
    settled: settledPhase,
  };
  return reading && { now: { ...reading, updatedAt, isStale: stale === true, ...ofBitcoin } as CurrentScore };
}

/**
 * Parses the days from the public API's history, or an asset's days from `/embed/nhci.json`, oldest first; `undefined`
 * for any other body.
 */
export function parseHistory(body: unknown, asset: Asset = "btc"): { readonly days: readonly ChartDay[] } | undefined {
  const { data } = fields(asset === "crypto" ? fields(body)[asset] : body);
  if (!Array.isArray(data)) return undefined;
  const days = data.map((row): ChartDay | undefined => {
    const { date, btc_price_usd: priceUsd } = fields(row);
    const reading = parseScored(row, date);
    const price = asset === "crypto" ? {} : isPrice(priceUsd) && { priceUsd };
    return reading && price ? { ...reading, ...price, date: `${date}` } : undefined;
  });
  return days.includes(undefined) ? undefined : { days: days as readonly ChartDay[] };
}

/** Parses `/embed/nhci-cycle.json`; `undefined` for any other body. */
export function parseWeekly(body: unknown): { readonly weekly: WeeklyPast } | undefined {
  const { first_date: first, scores, prices_usd: prices, turns } = fields(body);
  if (![scores, prices, turns].every(Array.isArray) || !(instantOf(`${first}`) > 0)) return undefined;
  const weeks = (scores as unknown[]).flatMap((score, i) =>
    weekOf(dayAfter(`${first}`, 7 * i), score, (prices as unknown[])[i]),
  );
  const weeklyTurns = (turns as unknown[]).flatMap((turn): readonly WeeklyTurn[] => {
    const { kind, date, score, price_usd: priceUsd } = fields(turn);
    return (kind === "high" || kind === "low") && instantOf(`${date}`) > 0
      ? weekOf(`${date}`, score, priceUsd).map((day) => ({ ...day, kind }))
      : [];
  });
  return weeks[1] && { weekly: { weeks, turns: weeklyTurns } };
}

/** A point of the weekly past; none without a score. */
function weekOf(date: string, score: unknown, priceUsd: unknown): readonly PricedDay[] {
  return isScore(score) && isPrice(priceUsd) ? [{ date, score, phase: phaseAt(score), priceUsd }] : [];
}

function isScore(score: unknown): score is number {
  return typeof score === "number" && score >= 0 && score <= 100;
}

function isPrice(priceUsd: unknown): priceUsd is number {
  return typeof priceUsd === "number" && priceUsd > 0 && priceUsd < 1e12;
}

/** The UTC day some days after another, YYYY-MM-DD. */
function dayAfter(date: string, days: number): string {
  return formatInstant(plus(instantOf(date), days * DAY_MS)).slice(0, 10);
}

/** The days or weeks of the past, if any, ending with the current score, which replaces a point of its own day. */
export function withCurrent(past: readonly ChartDay[], now: CurrentScore | undefined): readonly ChartDay[] {
  const date = now?.updatedAt.slice(0, 10) ?? "";
  return now && past[0] ? [...past.filter((day) => day.date < date), { ...now, date }] : past;
}

/** Days from one UTC day to another, both YYYY-MM-DD. */
export function daysBetween(from: string, to: string): number {
  return (instantOf(to) - instantOf(from)) / DAY_MS;
}

function parseScored(row: unknown, time: unknown): Scored | undefined {
  const { score, phase_key: key } = fields(row);
  const phase = PHASE_KEYS.find((each) => each === key);
  return isScore(score) && phase && instantOf(`${time}`) > 0 ? { score, phase } : undefined;
}

/** A copy of a script may be older than its site: a signal that it does not know is omitted. */
const SIGNALS = /* @__PURE__ */ Object.keys(SIGNAL_NAMES) as readonly Signal[];

/** Any value as an object, `undefined` and `null` as an empty one, so that destructuring never throws. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
