/** What badge and chart show, and how it is read from the answers of the public API. */
import { instantOf, type PhaseKey, type Signal } from "peak-cycle-model";
import { PHASE_KEYS } from "./locale.js";

/** What is scored, Bitcoin by default. */
export const ASSETS = ["btc", "crypto"] as const;

export type Asset = (typeof ASSETS)[number];

/** What a badge shows. */
export interface BadgeView {
  /** Bitcoin by default. */
  readonly asset?: Asset | undefined;
  /** `undefined` before the first score is known. */
  readonly now: CurrentScore | undefined;
  /** Said instead of waiting for a score that will not come. */
  readonly notice?: string | undefined;
  /** The last refresh failed. */
  readonly isUnreachable?: boolean | undefined;
}

/** What a chart shows. */
export interface ChartView extends BadgeView {
  /** Oldest first, consecutive. */
  readonly days: readonly ChartDay[];
}

/** The current score. Scores are 0..100 with one decimal, prices in USD. */
export interface CurrentScore extends Scored {
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** The score was older than 2 hours when the API answered. */
  readonly isStale: boolean;
  /** Of a stale score; left out where it is not known. */
  readonly ageHours?: number | undefined;
  /** Bitcoin's alone, like the flags. */
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
  /** Bitcoin's alone. */
  readonly priceUsd?: number;
}

/**
 * The current score of an asset, as far as charts show it, in the current answer of the public API or in
 * `/embed/nhci.json`, which alone says enough of crypto; `undefined` for any other body.
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
 * The days in the history of the public API, or those of an asset in `/embed/nhci.json`, oldest first; `undefined` for
 * any other body.
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
