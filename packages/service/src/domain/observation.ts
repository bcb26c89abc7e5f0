/** A figure from a source, and what it measures. */
import { type Instant, MAJORS, type Major } from "peak-cycle-model";

/**
 * What an observation measures, and the instant it refers to:
 *
 * - `btc-price`, `<major>-price`: the current price in USD, at the provider's time
 * - `btc-hour-close`: the price at the end of a UTC hour, in USD
 * - `btc-close`, `<major>-close`: the price at 24:00 UTC of a day, in USD; observed at that 24:00
 * - `mvrv`: market value / realized value at 24:00 UTC of a day; observed at that 24:00
 * - `fear-greed`: the vendor's integer 0..100 for a day; observed at 00:00 UTC of that day, when it is published
 * - `usdt-price`: one tether in USD now, at the provider's time
 * - `dominance`: Bitcoin's share of the market value of all coins, in percent, at the provider's time
 */
export type Metric =
  | "btc-price"
  | "btc-hour-close"
  | "btc-close"
  | "mvrv"
  | "fear-greed"
  | "dominance"
  | "usdt-price"
  | `${Major}-price`
  | `${Major}-close`;

/** A metric of past days; the others are live. */
export type PastMetric = "btc-hour-close" | "btc-close" | "mvrv" | "fear-greed" | `${Major}-close`;

/** The live price of a coin. */
export type PriceMetric = `${Coin}-price`;

/** A coin that has a price; `usdt` only to convert a tether quote to dollars. */
export type Coin = "btc" | Major | "usdt";

const COINS: readonly Coin[] = [...MAJORS, "usdt"];

/** The coin that a metric is about. */
export function coinOf(metric: Metric): Coin {
  return COINS.find((coin) => metric.startsWith(`${coin}-`)) ?? "btc";
}

/** The plausible values of a metric. A number outside the range is the source's error. */
interface PlausibleRange {
  readonly min: number;
  readonly max: number;
}

/** BTC was 0.05 USD in July 2010; ten million is a hundred times any price so far. */
const BTC_USD: PlausibleRange = { min: 0.01, max: 10_000_000 };

/** DOGE was 0.00008 USD in 2015; ETH has stayed under 5,000. */
const MAJOR_USD: PlausibleRange = { min: 0.000_01, max: 1_000_000 };

const MAJOR_RANGES = MAJORS.flatMap((major): [Metric, PlausibleRange][] => [
  [`${major}-price`, MAJOR_USD],
  [`${major}-close`, MAJOR_USD],
]);

const RANGES: ReadonlyMap<Metric, PlausibleRange> = new Map<Metric, PlausibleRange>([
  ["btc-price", BTC_USD],
  ["btc-hour-close", BTC_USD],
  ["btc-close", BTC_USD],
  ["mvrv", { min: 0.01, max: 1000 }], // 146 on 2010-07-18, between 0.3 and 8 since 2011
  ["fear-greed", { min: 0, max: 100 }],
  ["usdt-price", { min: 0.5, max: 1.5 }],
  ["dominance", { min: 5, max: 100 }],
  ...MAJOR_RANGES,
]);

/** All metrics. */
export const METRICS: readonly Metric[] = [...RANGES.keys()];

/** Whether a value lies in its metric's plausible range. False for NaN, infinities and unknown metrics. */
export function isPlausible(metric: Metric, value: number): boolean {
  const range = RANGES.get(metric);
  return range !== undefined && value >= range.min && value <= range.max;
}

/** One number from one source. A restated figure is a new observation; nothing is overwritten. */
export interface Observation {
  readonly metric: Metric;
  /** The source's name as in `UPSTREAMS_DISABLED`, or `import` for a file. */
  readonly source: string;
  /** The time that the number refers to, by the provider's clock; see `Metric`. */
  readonly observedAt: Instant;
  /** When this service received it. */
  readonly fetchedAt: Instant;
  readonly value: number;
}
