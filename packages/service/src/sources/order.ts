/**
 * The order in which sources are queried, by kind of data, with the reasons that docs/decisions.md shows. Coinbase and
 * blockchain.com are absent because their terms forbid this use.
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

/** A kind of data and its sources, in the order of preference. */
interface Order<S extends Source> {
  readonly title: string;
  readonly sources: readonly S[];
  /** The operator's files come first: they are never queried, only preferred among stored figures. */
  readonly isImported?: true;
  readonly why: string;
}

const PRICES: Order<PriceSource> = {
  title: "live prices",
  sources: [kraken, bitstamp, binance, coingecko],
  why:
    "dollars first, and no country blocks; Binance quotes tether and is skipped while its price is unknown; " +
    "CoinGecko is slow and limits per shared address",
};

const DAILY_CLOSES: Order<HistorySource> = {
  title: "daily closes",
  sources: [coinMetrics, bitstamp, kraken, binance, brk],
  isImported: true,
  why:
    "Coin Metrics has used one definition of the close since 2010-07-18, Bitstamp has every day since 2011-08-18; " +
    "Kraken keeps 720 days, Binance begins in 2017; BRK derives prices from the chain and was off by a third for a " +
    "week in January 2015",
};

const MVRV: Order<HistorySource> = {
  title: "MVRV",
  sources: [coinMetrics, brk],
  isImported: true,
  why: "nobody else publishes it for free",
};

const HOURLY_CLOSES: Order<HistorySource> = {
  title: "hourly closes",
  sources: [bitstamp, kraken, binance],
  why: "Bitstamp has every hour since 2011, Kraken the last 29 days, Binance begins in 2017",
};

const DOMINANCE: Order<DominanceSource> = {
  title: "dominance",
  sources: [coingecko, coinpaprika],
  why: "CoinGecko states when it measured the value",
};

const FEAR_GREED: Order<HistorySource> = {
  title: "Fear & Greed",
  sources: [alternativeMe],
  isImported: true,
  why: "it is alternative.me's index",
};

/** Every kind of data. The compiler rejects a source that lacks the kind. */
export const ORDER = {
  prices: PRICES,
  dailyCloses: DAILY_CLOSES,
  mvrv: MVRV,
  hourlyCloses: HOURLY_CLOSES,
  dominance: DOMINANCE,
  fearGreed: FEAR_GREED,
} satisfies Record<string, Order<Source>>;

/** The kinds of requests to a source. */
export type DataKind = keyof typeof ORDER;

const KINDS = Object.keys(ORDER) as readonly DataKind[];

const DISPLAYED: readonly Order<Source>[] = [PRICES, DOMINANCE, FEAR_GREED, MVRV, DAILY_CLOSES, HOURLY_CLOSES];

/** Every source once, in display order. */
export const SOURCES: readonly Source[] = [...new Set(DISPLAYED.flatMap(({ sources }) => sources))];

export const SOURCE_NAMES: readonly string[] = SOURCES.map(({ name }) => name);

/** The name under which the operator's own figures are stored. */
export const IMPORT = "import";

/** A metric's sources in order of preference; `import` stands for the operator's files. */
export function namesInOrder(metric: Metric): readonly string[] {
  const { sources, isImported }: Order<Source> = ORDER[kindOf(metric)];
  const names = sources.map(({ name }) => name);
  return isImported === true ? [IMPORT, ...names] : names;
}

/** A source's rank for a metric: 0 is the best; a source that does not have it comes last. */
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

/** The kind of request that fetches a metric. */
export function kindsOf(source: string): readonly DataKind[] {
  return KINDS.filter((kind) => ORDER[kind].sources.some(({ name }) => name === source));
}

/** Whether a source's prices have no timestamp. */
export function isUndated(source: string): boolean {
  return PRICES.sources.some(({ name, isUndated }) => name === source && isUndated === true);
}
