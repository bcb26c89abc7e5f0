/** Events of the market that every source reports: crashes, spikes, and tether off its peg. */

import { instantMs } from "../time.js";
import type { Coin } from "./coins.js";

/**
 * What happens, when it starts, and how long it takes (by default no time at all). Its effect lasts until another
 * event.
 */
export type MarketEvent = (PriceMove | TetherLevel) & {
  /** ISO instant with its zone. */
  readonly at: string;
  readonly overMs?: number;
};

interface PriceMove {
  /** How far prices move, as a share: -0.45 is a crash of 45 %. */
  readonly move: number;
  /** The only coin that moves. Default: all of them. */
  readonly coin?: Coin;
}

interface TetherLevel {
  /** The new price of one tether, USD. Prices in tether follow. */
  readonly tetherUsd: number;
}

/** @throws RangeError if an event cannot happen */
export function checkEvent(event: MarketEvent): void {
  instantMs(event.at);
  const isPossible = "move" in event ? event.move > -1 : event.tetherUsd > 0;
  if (!isPossible || !((event.overMs ?? 0) >= 0)) throw new RangeError(`not an event: ${JSON.stringify(event)}`);
}

/** The factor by which events have moved a coin's price at an instant. */
export function movedBy(events: readonly MarketEvent[], coin: Coin, ms: number): number {
  return events.reduce((factor, event) => {
    const isOfCoin = "move" in event && (event.coin ?? coin) === coin;
    return isOfCoin ? factor * (1 + event.move) ** progress(event, ms) : factor;
  }, 1);
}

/** The price of one tether at an instant, which is `calm` without an event. */
export function tetherWith(events: readonly MarketEvent[], calm: number, ms: number): number {
  return events.reduce((usd, event) => {
    return "tetherUsd" in event ? usd + (event.tetherUsd - usd) * progress(event, ms) : usd;
  }, calm);
}

/** How much of an event has happened by an instant, from 0 to 1. */
function progress({ at, overMs = 0 }: MarketEvent, ms: number): number {
  const passedMs = ms - instantMs(at);
  if (passedMs >= overMs) return 1;
  return Math.max(0, passedMs / overMs);
}
