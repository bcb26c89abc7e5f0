/** The enabled sources, opened with their settings and ready for queries. */

import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import type { Coin, PastMetric } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { DominanceFeed, HistoryFeed, PriceFeed } from "./feeds.js";
import { SourceClient } from "./get-json.js";
import { OpenSource, type SourceObserver } from "./open-source.js";
import { namesInOrder, SOURCES } from "./order.js";
import { hasDominance, hasHistory, hasPrices, type Source } from "./source.js";

/** The environment variable that overrides a source's base URL, e.g. `UPSTREAM_COIN_METRICS_URL`. */
export function urlSetting(name: string): string {
  return `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`;
}

/** The sources that offer free API keys. */
export const KEYED_SOURCES = SOURCES.flatMap(({ name, keyHeader }) => (keyHeader === undefined ? [] : [name]));

/** The environment variable for a source's free key, e.g. `UPSTREAM_COINGECKO_KEY`. */
export function keySetting(name: string): string {
  return urlSetting(name).replace(/URL$/, "KEY");
}

export interface SourcesConfig {
  /** Base URLs by source; a source without one uses its own. */
  readonly urls: Readonly<Record<string, URL | undefined>>;
  /** Free API keys by source. Secrets. */
  readonly keys: Readonly<Record<string, string | undefined>>;
  readonly disabled: ReadonlySet<string>;
  /** Minimum time between two requests to the same source. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
}

/**
 * Node gives each address of a host 250 ms before it tries the next. If the IPv6 address is unreachable, a distant host
 * would never be reached.
 */
const ADDRESS_MS = 2500;

/**
 * Opens the enabled sources: each gets its address, key and spacing.
 *
 * @param observer called after every response
 * @param sources which to open; all by default
 */
export function openSources(
  config: SourcesConfig,
  clock: Clock,
  log: Log,
  observer?: SourceObserver,
  sources: readonly Source[] = SOURCES,
): Sources {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS);
  const selection = sources.filter(({ name }) => !config.disabled.has(name));
  return new Sources(selection.map((source) => new OpenSource(source, clientOf(source, config, clock, log), observer)));
}

function clientOf(source: Source, config: SourcesConfig, clock: Clock, log: Log): SourceClient {
  const { name, keyHeader, spacingFactor = 1 } = source;
  const key = keyHeader === undefined ? undefined : config.keys[name];
  const own = keyHeader === undefined || key === undefined ? {} : { [keyHeader]: key };
  const headers = { "user-agent": config.userAgent, accept: "application/json", ...own };
  const base = config.urls[name] ?? new URL(source.baseUrl);
  return new SourceClient(source, { base, headers, spacingMs: config.spacingMs * spacingFactor }, clock, log);
}

/** The opened sources by kind of data, in order of preference. */
export class Sources {
  readonly all: readonly OpenSource[];
  readonly #prices: readonly PriceFeed[];
  readonly #dominance: readonly DominanceFeed[];

  constructor(all: readonly OpenSource[]) {
    this.all = all;
    this.#prices = all.flatMap((open) => (hasPrices(open.source) ? [new PriceFeed(open, open.source)] : []));
    this.#dominance = all.flatMap((open) => {
      return hasDominance(open.source) ? [new DominanceFeed(open, open.source)] : [];
    });
  }

  /** The sources of live prices. @param coin only those that have this one */
  prices(coin?: Coin): readonly PriceFeed[] {
    const having = this.#prices.filter(({ coins }) => coin === undefined || coins.includes(coin));
    return namesInOrder("btc-price").flatMap((name) => having.filter((feed) => feed.name === name));
  }

  /** The sources without live prices: they confirm the clock if too few sources with live prices do. */
  withoutPrices(): readonly (HistoryFeed | DominanceFeed)[] {
    const feeds = [...this.histories("btc-close"), ...this.histories("fear-greed"), ...this.dominance()];
    return feeds.filter(({ name }) => !this.#prices.some((feed) => feed.name === name));
  }

  /** The sources of Bitcoin's dominance. */
  dominance(): readonly DominanceFeed[] {
    return namesInOrder("dominance").flatMap((name) => this.#dominance.filter((feed) => feed.name === name));
  }

  /** The sources that have the past of a metric. */
  histories(metric: PastMetric): readonly HistoryFeed[] {
    return namesInOrder(metric).flatMap((name) => {
      return this.all.flatMap((open) => {
        const bounds = open.name === name && hasHistory(open.source) ? open.source.series[metric] : undefined;
        if (bounds === undefined || !hasHistory(open.source)) return [];
        return [new HistoryFeed(open, open.source, metric, bounds)];
      });
    });
  }
}
