import * as z from "zod";
import type { Instant } from "../../domain/instant.js";
import type { Coin } from "../../operations/ports.js";
import type { Close } from "../close-checks.js";
import { periodEnd } from "../closed-periods.js";
import type { LiveQuote } from "../live-quotes.js";
import { Needed, Optional } from "../number.js";
import { readPayload } from "../read-payload.js";

export const BINANCE = "binance";

const Prices = z.array(z.object({ symbol: z.string(), price: Optional }));

/** `[open time in ms, open, high, low, close, volume, close time, ...]` */
const Candles = z.array(z.tuple([Needed, z.unknown(), z.unknown(), z.unknown(), Needed], z.unknown()));

/** The tether pair of a coin, e.g. `BTCUSDT`. */
export function symbolOf(coin: Coin): string {
  return `${coin.toUpperCase()}USDT`;
}

export interface TetherTerms {
  readonly coins: readonly Coin[];
  /** One tether in USD. */
  readonly tetherUsd: number;
  /** The time of the answer, as the ticker states none. */
  readonly at: Instant;
}

/** Last prices, turned into USD; coins that are there. */
export function readPrices(payload: unknown, { coins, tetherUsd, at }: TetherTerms): LiveQuote[] {
  const rows = readPayload(BINANCE, Prices, payload);
  return coins.flatMap((coin) => {
    const price = rows.find((row) => row.symbol === symbolOf(coin))?.price;
    return price === undefined ? [] : [{ metric: `${coin}-price` as const, value: price * tetherUsd, at }];
  });
}

/** Closes as stated, the running one included. One tether is taken as one USD: no history of its rate is at hand. */
export function readCandles(payload: unknown, stepMs: number): Close[] {
  return readPayload(BINANCE, Candles, payload).map((row) => ({
    end: periodEnd(BINANCE, row[0], stepMs),
    value: row[4],
  }));
}
