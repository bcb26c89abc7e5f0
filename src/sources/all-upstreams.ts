import type { Clock, Log, Upstream } from "../operations/ports.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance/binance.js";
import { bitstamp } from "./bitstamp/bitstamp.js";
import { brk } from "./brk/brk.js";
import { coinMetrics } from "./coin-metrics/coin-metrics.js";
import { coingecko } from "./coingecko/coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { type FetchLimits, fetchJsonFor } from "./fetch-json.js";
import { kraken } from "./kraken/kraken.js";
import type { SourceDeps } from "./source-deps.js";
import { SOURCE_NAMES, SOURCES, type SourceName } from "./source-table.js";

export interface UpstreamsConfig {
  /** Base URLs by source. */
  readonly urls: Readonly<Record<SourceName, URL>>;
  readonly disabled: ReadonlySet<SourceName>;
  /** The least time between two requests to one source. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
  readonly limits?: FetchLimits;
}

export interface UpstreamsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: UpstreamsConfig;
  /** One tether in USD as last seen, `undefined` when unknown. */
  readonly tetherRate: () => number | undefined;
  /** As in `FetchDeps`, of any source. */
  readonly onClock?: ((aheadMs: number) => void) | undefined;
}

/** All sources that are not switched off. */
export function allUpstreams({ clock, log, config, tetherRate, onClock }: UpstreamsDeps): readonly Upstream[] {
  const builders: Readonly<Record<SourceName, (deps: SourceDeps) => Upstream>> = {
    kraken,
    bitstamp,
    binance: (deps) => binance({ ...deps, tetherRate }),
    coingecko,
    coinpaprika,
    "alternative-me": alternativeMe,
    "coin-metrics": coinMetrics,
    brk,
  };
  return SOURCE_NAMES.filter((name) => !config.disabled.has(name)).map((name) => {
    const spacingMs = config.spacingMs * SOURCES[name].spacings;
    const limits = config.limits === undefined ? {} : { limits: config.limits };
    const { userAgent } = config;
    const fetchJson = fetchJsonFor({ source: name, clock, log, spacingMs, userAgent, onClock, ...limits });
    return builders[name]({ fetchJson, base: config.urls[name], clock });
  });
}
