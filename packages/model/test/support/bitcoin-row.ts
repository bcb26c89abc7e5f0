/** Rows for tests of single indicators. */
import { GENESIS_DAY } from "peak-cycle-model";
import { type BitcoinRow, dayOfRow } from "../../src/engine/row.js";
import { timeWeight } from "../../src/engine/series/band-position.js";

/** A row of Bitcoin with a price of 1 USD and no MVRV; tests override what they need. */
export function bitcoinRow(index: number, changes: Partial<BitcoinRow> = {}): BitcoinRow {
  return {
    index,
    pricedRows: index,
    age: dayOfRow(index) - GENESIS_DAY,
    price: 1,
    weight: timeWeight(index),
    mvrv: undefined,
    minedCoins: 7200,
    ...changes,
  };
}
