/** The list of the simulated sources. */

import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { kraken } from "./kraken.js";

export const SOURCES = [kraken, bitstamp, binance, coingecko, coinpaprika, alternativeMe, coinMetrics, brk] as const;

export type SourceName = (typeof SOURCES)[number]["name"];

export const SOURCE_NAMES: readonly SourceName[] = SOURCES.map(({ name }) => name);
