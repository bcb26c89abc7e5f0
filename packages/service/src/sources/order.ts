/** The order in which sources are asked. Reasons: docs/decisions.md#sources-and-their-order. */

import type { Metric } from "../domain/observation.js";

/** Every source, in display order. */
export const SOURCE_NAMES = [
  "kraken",
  "bitstamp",
  "binance",
  "coingecko",
  "coinpaprika",
  "alternative-me",
  "coin-metrics",
  "brk",
] as const;

export type SourceName = (typeof SOURCE_NAMES)[number];

/** What a source can be asked for. */
export type DataKind = keyof typeof ORDER;

/**
 * The first source is asked first, the next one if that fails. `import` stands for the operator's files, which are
 * never asked, only preferred among stored figures.
 */
const ORDER = {
  prices: ["kraken", "bitstamp", "binance", "coingecko"],
  // An exchange's close is preferred to one derived from the chain.
  dailyCloses: ["import", "coin-metrics", "bitstamp", "kraken", "binance", "brk"],
  mvrv: ["import", "coin-metrics", "brk"],
  hourlyCloses: ["bitstamp", "kraken", "binance"],
  dominance: ["coingecko", "coinpaprika"],
  fearGreed: ["import", "alternative-me"],
} as const satisfies Record<string, readonly (SourceName | "import")[]>;

const KINDS = Object.keys(ORDER) as readonly DataKind[];

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
  return KINDS.filter((kind) => (ORDER[kind] as readonly string[]).includes(source));
}
