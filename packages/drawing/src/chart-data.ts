/** The data that badge and chart show, parsed from responses of the public API. */
import { instantOf, type PhaseKey, type Signal } from "peak-cycle-model";
import { PHASE_KEYS } from "./locale.js";

/** The assets that are scored; the default is Bitcoin. */
export const ASSETS = ["btc", "crypto"] as const;

export type Asset = (typeof ASSETS)[number];

/** The data a badge shows. */
export interface BadgeView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` before the first score is known. */
  readonly now: CurrentScore | undefined;
  /** Shown in place of the waiting text when no score will come. */
  readonly notice?: string | undefined;
  /** The last refresh failed. */
  readonly isUnreachable?: boolean | undefined;
}

/** The data a chart shows. */
export interface ChartView extends BadgeView {
  /** Oldest first, consecutive. */
  readonly days: readonly ChartDay[];
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
  readonly priceUsd?: number;
}

/**
 * Parses an asset's current score, as far as charts show it, from the public API's current response or from
 * `/embed/nhci.json`, the only one with enough data on crypto; `undefined` for any other body.
 */
export function parseCurrent(body: unknown, asset: Asset = "btc"): { readonly now: CurrentScore } | undefined {
  const { [asset]: part, market } = fields(body);
  const { updated_at: updatedAt, stale, signal, context } = fields(part);
  const scored = parseScored(part, updatedAt);
  const { descent_guard: descentGuard, top_risk: topRisk } = fields(context);
  const { btc_price_usd: priceUsd } = fields(market);
  const ofBitcoin = asset === "btc" && { signal, descentGuard: !!descentGuard, topRisk: !!topRisk, priceUsd };
  return scored && { now: { ...scored, updatedAt, isStale: stale === true, ...ofBitcoin } as CurrentScore };
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
    const scored = parseScored(row, date);
    if (asset === "crypto") return scored && { ...scored, date: `${date}` };
    return scored && typeof priceUsd === "number" ? { ...scored, date: `${date}`, priceUsd } : undefined;
  });
  return days.every((day) => day !== undefined) ? { days } : undefined;
}

function parseScored(row: unknown, time: unknown): Scored | undefined {
  const { score, phase_key: key } = fields(row);
  const phase = PHASE_KEYS.find((each) => each === key);
  const isScore = typeof score === "number" && score >= 0 && score <= 100;
  return isScore && phase && instantOf(`${time}`) > 0 ? { score, phase } : undefined;
}

/** Any value as an object, `undefined` and `null` as an empty one, so that destructuring never throws. */
function fields(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value);
}
