/** All live figures of a leader. */

import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Meters } from "../metrics/meters.js";
import type { Sources } from "../sources/sources.js";
import { CoinPrices } from "./coin-prices.js";
import type { Context } from "./context.js";
import { Dominance } from "./dominance.js";
import { Inputs } from "./inputs.js";
import { LivePrice } from "./live-price.js";
import { Yardsticks } from "./yardsticks.js";

/** The live figures of a leader's term, with what they remember from poll to poll. */
export class LiveFigures {
  readonly inputs: Inputs;
  readonly price: LivePrice;
  readonly coins: CoinPrices;
  readonly dominance: Dominance;

  /** @param history its last closed day is the reference where nothing newer is confirmed */
  constructor(context: Context, sources: Sources, history: LedgerHistory, meters?: Meters) {
    const inputs = new Inputs(context, meters);
    const yardsticks = new Yardsticks(context, history);
    this.inputs = inputs;
    this.price = new LivePrice(context, sources, inputs, yardsticks);
    this.coins = new CoinPrices(context, sources, inputs, yardsticks);
    this.dominance = new Dominance(context, sources, inputs, yardsticks);
  }
}
