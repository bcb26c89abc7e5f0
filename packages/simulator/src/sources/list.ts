/** Every other file of this folder except all.ts. Written by `npx vitest run test/house --update`. */

export { alternativeMe } from "./alternative-me.js";
export { binance } from "./binance.js";
export { bitstamp } from "./bitstamp.js";
export { brk } from "./brk.js";
export { coinMetrics } from "./coin-metrics.js";
export { coingecko } from "./coingecko.js";
export { coinpaprika } from "./coinpaprika.js";
export { kraken } from "./kraken.js";
