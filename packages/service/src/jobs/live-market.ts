/** All live figures of a leader. */

import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Meters } from "../metrics/meters.js";
import type { Sources } from "../sources/sources.js";
import { BitcoinPrice } from "./bitcoin-price.js";
import { CoinPrices } from "./coin-prices.js";
import type { Context } from "./context.js";
import { Dominance } from "./dominance.js";
import { Inputs } from "./inputs.js";
import { Yardsticks } from "./yardsticks.js";

/** The live figures of a leader's term, with what they remember from poll to poll. */
export class LiveMarket {
  readonly inputs: Inputs;
  readonly price: BitcoinPrice;
  readonly coins: CoinPrices;
  readonly dominance: Dominance;

  /** @param history its last closed day is the reference where nothing newer is confirmed */
  constructor(context: Context, sources: Sources, history: LedgerHistory, meters?: Meters) {
    const inputs = new Inputs(context, meters);
    const yardsticks = new Yardsticks(context, history);
    this.inputs = inputs;
    this.price = new BitcoinPrice(context, sources, inputs, yardsticks);
    this.coins = new CoinPrices(context, sources, inputs, yardsticks);
    this.dominance = new Dominance(context, sources, inputs, yardsticks);
  }
}
