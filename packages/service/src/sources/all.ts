/** All sources, and how the enabled ones are opened. */

import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { coinOf, type Metric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { SourceClient } from "./get-json.js";
import { kraken } from "./kraken.js";
import { namesInOrder, type SourceName } from "./order.js";
import type { Source } from "./source.js";

/** In display order. Coinbase and blockchain.com are absent because their terms forbid this use. */
export const SOURCES: readonly Source[] = [
  kraken,
  bitstamp,
  binance,
  coingecko,
  coinpaprika,
  alternativeMe,
  coinMetrics,
  brk,
];

/** The environment variable that overrides a source's base URL, e.g. `UPSTREAM_COIN_METRICS_URL`. */
export function urlSetting(name: SourceName): string {
  return `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`;
}

/** The sources that offer free API keys. */
export const KEYED_SOURCES = SOURCES.flatMap(({ name, keyHeader }) => (keyHeader === undefined ? [] : [name]));

/** The environment variable for a source's free key, e.g. `UPSTREAM_COINGECKO_KEY`. */
export function keySetting(name: SourceName): string {
  return urlSetting(name).replace(/URL$/, "KEY");
}

export interface SourcesConfig {
  /** Base URLs by source. */
  readonly urls: Readonly<Record<SourceName, URL>>;
  /** Free API keys by source. Secrets. */
  readonly keys: Readonly<Partial<Record<SourceName, string>>>;
  readonly disabled: ReadonlySet<SourceName>;
  /** Minimum time between two requests to the same source. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
}

/** A source with its HTTP client. */
export type OpenSource = Source & { readonly client: SourceClient };

/**
 * Node gives each address of a host 250 ms before it tries the next. If the IPv6 address leads nowhere, a host that is
 * further away than that would never be reached.
 */
const ADDRESS_MS = 2500;

/** The enabled sources, ready for requests. */
export function openSources(
  config: SourcesConfig,
  clock: Clock,
  log: Log,
  onDropped?: (rows: number) => void,
): readonly OpenSource[] {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS);
  const { userAgent, urls, keys, disabled } = config;
  return SOURCES.filter(({ name }) => !disabled.has(name)).map((source) => {
    const { name, keyHeader, spacingFactor = 1 } = source;
    const key = keyHeader === undefined ? undefined : keys[name];
    const own = keyHeader === undefined || key === undefined ? {} : { [keyHeader]: key };
    const headers = { "user-agent": userAgent, accept: "application/json", ...own };
    const options = { base: urls[name], headers, spacingMs: config.spacingMs * spacingFactor, onDropped };
    return { ...source, client: new SourceClient(source, options, clock, log) };
  });
}

/** The sources that have a metric, in the order in which they are asked. */
export function inOrder<Each extends Source>(sources: readonly Each[], metric: Metric): readonly Each[] {
  const having = sources.filter(({ coins }) => coins.includes(coinOf(metric)));
  return namesInOrder(metric).flatMap((name) => having.filter((source) => source.name === name));
}

/** Whether a source's prices come without a time. */
export function isUndated(name: string): boolean {
  return SOURCES.some((source) => source.name === name && source.isUndated === true);
}
