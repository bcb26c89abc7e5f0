import * as z from "zod";
import type { Instant } from "../../domain/instant.js";
import type { Coin } from "../../operations/ports.js";
import type { LiveQuote } from "../live-quotes.js";
import { Optional } from "../number.js";
import { readPayload } from "../read-payload.js";
import { KRAKEN_PAIRS } from "./kraken-pairs.js";
import { KRAKEN, krakenResult } from "./kraken-result.js";

/** `c` is the last trade: price, then volume. */
const Ticker = z.object({ c: z.tuple([Optional], z.unknown()) });

/**
 * Last trade prices in USD.
 *
 * @param at the time of the answer, as the ticker states none
 * @returns the coins that are there
 */
export function readTicker(payload: unknown, coins: readonly Coin[], at: Instant): LiveQuote[] {
  const result = krakenResult(payload);
  const only = coins.length === 1 ? Object.values(result)[0] : undefined;
  return coins.flatMap((coin) => {
    const name = KRAKEN_PAIRS[coin]?.answered.find((each) => Object.hasOwn(result, each));
    const ticker = name === undefined ? only : result[name];
    if (ticker === undefined) return [];
    const value = readPayload(KRAKEN, Ticker, ticker).c[0];
    return value === undefined ? [] : [{ metric: `${coin}-price` as const, value, at }];
  });
}
