/** All live figures of a leader. */

import type { Meters } from "../metrics/meters.js";
import type { Sources } from "../sources/sources.js";
import { BitcoinPrice } from "./bitcoin-price.js";
import { CoinPrices } from "./coin-prices.js";
import { Dominance } from "./dominance.js";
import { Inputs } from "./inputs.js";
import type { JobContext } from "./job-context.js";
import { Yardsticks } from "./yardsticks.js";

/** The live figures of a leader's term, with what they remember from poll to poll. */
export class LiveMarket {
  readonly inputs: Inputs;
  readonly price: BitcoinPrice;
  readonly coins: CoinPrices;
  readonly dominance: Dominance;

  constructor({ clock, log, db, published, history }: JobContext, sources: Sources, meters?: Meters) {
    const inputs = new Inputs(clock, log, db, published, meters);
    const yardsticks = new Yardsticks(clock, db, history);
    this.inputs = inputs;
    this.price = new BitcoinPrice(clock, db, published, sources, inputs, yardsticks);
    this.coins = new CoinPrices(clock, db, published, sources, inputs, yardsticks);
    this.dominance = new Dominance(clock, db, sources, inputs, yardsticks);
  }
}
