/** Which source is asked when. Reasons: docs/decisions.md#sources-and-their-order. */

import type { Metric } from "../domain/observation.js";

/** Every source, in the order in which lists show them. */
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
 * Who is asked first, and who next when a source gives nothing. `import` stands for files the operator brought: they
 * are never asked, only preferred among what is stored.
 */
const ORDER = {
  prices: ["kraken", "bitstamp", "binance", "coingecko"],
  // The close of an exchange goes before one derived from the chain.
  dailyCloses: ["import", "coin-metrics", "bitstamp", "kraken", "binance", "brk"],
  mvrv: ["import", "coin-metrics", "brk"],
  hourlyCloses: ["bitstamp", "kraken", "binance"],
  dominance: ["coingecko", "coinpaprika"],
  fearGreed: ["import", "alternative-me"],
} as const satisfies Record<string, readonly (SourceName | "import")[]>;

const KINDS = Object.keys(ORDER) as readonly DataKind[];

/** The sources of a metric, in the order in which they are asked. */
export function namesInOrder(metric: Metric): readonly string[] {
  return ORDER[kindOf(metric)];
}

/** The rank of a source among those that state a metric: 0 is the best; one that is never asked for it comes last. */
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
