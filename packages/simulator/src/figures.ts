/** The figures that sources report, and how a source reads them from the market. */

import type { Coin } from "./market/coins.js";
import type { Market } from "./market/market.js";

/** A live price, a daily, six-hour or hourly close, MVRV, dominance, Fear & Greed. */
export type Figure = "live" | "close" | "hour" | "mvrv" | "dominance" | "fear-greed";

/** The coins of the market, and tether, which has live prices only. */
export type Quoted = Coin | "usdt";

/** The true value of a coin's figure at an instant, milliseconds since 1970, in the source's own unit. */
export type Truth = (market: Market, coin: Quoted, ms: number) => number | undefined;

/** The figures as one source reports them in one response. */
export interface StatedFigures {
  /**
   * The value that the source reports for an instant.
   *
   * @param ms the instant, or the end of the period; a running period ends now
   * @returns `undefined` if it does not have the figure
   */
  state(figure: Figure, coin: Quoted, ms: number, truth: Truth): number | undefined;
  /** The time of the newest live figure: `nowMs`, unless the source is late. */
  newestMs(figure: "live" | "dominance", coin: Quoted, nowMs: number): number;
}
