import type { Market } from "../market/market.js";
import type { SimulatedUpstream } from "../upstream.js";
import { alternativeMe } from "./alternative-me.js";
import { binance } from "./binance.js";
import { bitstamp } from "./bitstamp.js";
import { brk } from "./brk.js";
import { coinMetrics } from "./coin-metrics.js";
import { coingecko } from "./coingecko.js";
import { coinpaprika } from "./coinpaprika.js";
import { kraken } from "./kraken.js";

/** Every simulated source by its name, all on one market. */
export function simulatedUpstreams(market: Market): ReadonlyMap<string, SimulatedUpstream> {
  const all = [kraken, bitstamp, binance, coingecko, coinpaprika, alternativeMe, coinMetrics, brk];
  return new Map(all.map((make) => make(market)).map((upstream) => [upstream.name, upstream]));
}
