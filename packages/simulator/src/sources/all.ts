/** The list of the simulated sources. */

import type { Market } from "../market/market.js";
import type { SimulatedSource, SourceRequest, SourceResponse } from "../source.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { kraken } from "./kraken.js";

/** Every simulated source. */
const SOURCES = [kraken, bitstamp, binance, coingecko, coinpaprika, alternativeMe, coinMetrics, brk] as const;

export type SourceName = (typeof SOURCES)[number]["name"];

export const SOURCE_NAMES: readonly SourceName[] = SOURCES.map(({ name }) => name);

/** A source on a market. */
export interface OpenSource extends SimulatedSource<SourceName> {
  answer(request: SourceRequest): SourceResponse;
}

/** Every simulated source by its name, all on one market. */
export function openSimulatedSources(market: Market): ReadonlyMap<string, OpenSource> {
  return new Map(SOURCES.map((source) => [source.name, { ...source, answer: source.open(market) }]));
}
