/**
 * The order in which sources are asked, by kind of data. A source in no list is never asked. Reasons:
 * docs/decisions.md#sources-and-their-order. Coinbase and blockchain.com are absent because their terms forbid this
 * use.
 */

import type { Metric } from "../domain/observation.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { kraken } from "./kraken.js";
import type { DominanceSource, HistorySource, PriceSource, Source } from "./source.js";

const PRICES: readonly PriceSource[] = [kraken, bitstamp, binance, coingecko];

/** An exchange's close is preferred to one derived from the chain. */
const DAILY_CLOSES: readonly HistorySource[] = [coinMetrics, bitstamp, kraken, binance, brk];

const MVRV: readonly HistorySource[] = [coinMetrics, brk];

const HOURLY_CLOSES: readonly HistorySource[] = [bitstamp, kraken, binance];

const DOMINANCE: readonly DominanceSource[] = [coingecko, coinpaprika];

const FEAR_GREED: readonly HistorySource[] = [alternativeMe];

/** The operator's files, which are never asked, only preferred among stored figures. */
const IMPORT = "import";

/** Names of sources by kind of data, the first to be asked first. */
const ORDER = {
  prices: namesOf(PRICES),
  dailyCloses: [IMPORT, ...namesOf(DAILY_CLOSES)],
  mvrv: [IMPORT, ...namesOf(MVRV)],
  hourlyCloses: namesOf(HOURLY_CLOSES),
  dominance: namesOf(DOMINANCE),
  fearGreed: [IMPORT, ...namesOf(FEAR_GREED)],
} as const satisfies Record<string, readonly string[]>;

/** What a source can be asked for. */
export type DataKind = keyof typeof ORDER;

const KINDS = Object.keys(ORDER) as readonly DataKind[];

/** Every source once, in display order. */
export const SOURCES: readonly Source[] = [
  ...new Set<Source>([...PRICES, ...DOMINANCE, ...FEAR_GREED, ...MVRV, ...DAILY_CLOSES, ...HOURLY_CLOSES]),
];

export const SOURCE_NAMES: readonly string[] = namesOf(SOURCES);

/** A metric's sources, in the order in which they are asked. */
export function namesInOrder(metric: Metric): readonly string[] {
  return ORDER[kindOf(metric)];
}

/** A source's rank for a metric: 0 is the best; a source that is never asked for it comes last. */
export function rankOf(metric: Metric, source: string): number {
  const names = namesInOrder(metric);
  const rank = names.indexOf(source);
  return rank === -1 ? names.length : rank;
}

function kindOf(metric: Metric): DataKind {
  if (metric === "mvrv" || metric === "dominance") return metric;
  if (metric === "fear-greed") return "fearGreed";
  if (metric === "btc-hour-close") return "hourlyCloses";
  return metric.endsWith("-close") ? "dailyCloses" : "prices";
}

/** What a source is asked for. */
export function kindsOf(source: string): readonly DataKind[] {
  return KINDS.filter((kind) => ORDER[kind].includes(source));
}

/** Whether a source's prices come without a time. */
export function isUndated(source: string): boolean {
  return PRICES.some(({ name, isUndated }) => name === source && isUndated === true);
}

function namesOf(sources: readonly Source[]): readonly string[] {
  return sources.map(({ name }) => name);
}
