import { formatInstant } from "peak-cycle-model";
import type { OnTime, Source } from "../ingest/data-source.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { fetchJsonFor } from "./fetch-json.js";
import type { OnDropped } from "./history-checks.js";
import { kraken } from "./kraken.js";
import type { SourceDefinition } from "./source.js";

/**
 * Every source, in the order in which lists show them; who is asked first is in `ingest/ask-sources.ts`.
 * Coinbase and blockchain.com are absent because their terms forbid this use.
 */
export const SOURCES = [kraken, bitstamp, binance, coingecko, coinpaprika, alternativeMe, coinMetrics, brk] as const;

export type SourceName = (typeof SOURCES)[number]["name"];

export const SOURCE_NAMES: readonly SourceName[] = SOURCES.map(({ name }) => name);

/** The environment variable that replaces a source's base URL: `coin-metrics` has `UPSTREAM_COIN_METRICS_URL`. */
export function urlSetting(name: SourceName): string {
  return `UPSTREAM_${name.toUpperCase().replaceAll("-", "_")}_URL`;
}

/** The sources that hand out free keys. */
export const KEYED_SOURCES = SOURCES.flatMap((each): SourceName[] => ("keyHeader" in each ? [each.name] : []));

/** The environment variable that holds a source's free key: `UPSTREAM_COINGECKO_KEY`. */
export function keySetting(name: SourceName): string {
  return urlSetting(name).replace(/URL$/, "KEY");
}

export interface SourcesConfig {
  /** Base URLs by source. */
  readonly urls: Readonly<Record<SourceName, URL>>;
  /** Free keys of sources that hand them out. Secrets. */
  readonly keys: Readonly<Partial<Record<SourceName, string>>>;
  readonly disabled: ReadonlySet<SourceName>;
  /** The least time between two requests to one source. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
}

interface SourcesDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly config: SourcesConfig;
  /** One tether in USD as last seen, `undefined` when unknown. */
  readonly tetherRate: () => number | undefined;
  /** As in `FetchDeps`, of any source. */
  readonly onTime?: OnTime | undefined;
  /** Called with how many rows of an answer were left out. */
  readonly countDropped?: ((rows: number) => void) | undefined;
}

/** All sources that are not switched off, ready to be asked. */
export function openSources({ config, onTime, countDropped, ...deps }: SourcesDeps): readonly Source[] {
  const { userAgent, urls, keys, disabled } = config;
  const onDropped = reportDropped(deps.log, countDropped);
  const all: readonly SourceDefinition<SourceName>[] = SOURCES;
  return all
    .filter(({ name }) => !disabled.has(name))
    .map(({ name, spacingFactor, keyHeader, faultIn, open }) => {
      const spacingMs = config.spacingMs * spacingFactor;
      const key = keys[name];
      const headers = keyHeader === undefined || key === undefined ? undefined : { [keyHeader]: key };
      const asked = { ...deps, source: name, spacingMs, userAgent, onTime, headers, faultIn };
      return open({ ...deps, fetchJson: fetchJsonFor(asked), base: urls[name], onDropped });
    });
}

/** Periods named in one line of the log. */
const MAX_NAMED = 10;

/** Logs which rows of an answer were left out, one line a reason. */
function reportDropped(log: Log, count: SourcesDeps["countDropped"]): OnDropped {
  return (rows) => {
    for (const reason of new Set(rows.map((row) => row.reason))) {
      const dropped = rows.filter((row) => row.reason === reason);
      const { source, metric } = dropped[0] ?? {};
      const ends = dropped.slice(0, MAX_NAMED).flatMap(({ end }) => (end === undefined ? [] : [formatInstant(end)]));
      log.warn({ source, metric, reason, rows: dropped.length, ends }, "rows of a source left out");
    }
    count?.(rows.length);
  };
}
