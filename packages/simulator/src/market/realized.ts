/** What all coins were last paid for, the base of MVRV. */

import { DAY_MS, dayOf } from "./calendar.js";
import type { Coin } from "./coin.js";

/** What all coins were last paid for, on average: a slow average of the price, the base of MVRV. */
export interface RealizedPrice {
  /** USD at the end of a day, which must not be before the first priced one. */
  closeOf(day: number): number;
  /** Price over realized price at an instant of a running day. */
  mvrvAt(ms: number): number;
  /** Price over realized price at the end of a day. */
  mvrvOf(day: number): number;
}

export function realizedPrice(coin: Coin): RealizedPrice {
  const firstDay = dayOf(coin.firstMs);
  const closes: number[] = [];
  const closeOf = (day: number): number => {
    while (closes.length <= day - firstDay) {
      const before = closes.at(-1) ?? coin.priceAt(coin.firstMs) * FIRST_SHARE;
      closes.push(step(before, coin.closeOf(firstDay + closes.length), 1));
    }
    return closes[Math.max(0, day - firstDay)] ?? Number.NaN;
  };
  return {
    closeOf,
    mvrvOf: (day) => coin.closeOf(day) / closeOf(day),
    mvrvAt: (ms) => {
      const price = coin.priceAt(ms);
      return price / step(closeOf(dayOf(ms) - 1), price, (ms % DAY_MS) / DAY_MS);
    },
  };
}

function step(realized: number, price: number, partOfDay: number): number {
  const distance = Math.log(price / realized);
  const stir = distance > 0 ? STIR.above : STIR.below;
  return realized + (QUIET_TURNOVER + stir * distance ** 2) * partOfDay * (price - realized);
}

/** Share of the coins that change hands on a quiet day: the realized price follows the price that slowly. */
const QUIET_TURNOVER = 0.0014;
/** The further the price is from what was paid, the more coins move: per squared log distance, above and below. */
const STIR = { above: 0.0035, below: 0.1 };
/** On the first priced day holders had paid about a third of the price. */
const FIRST_SHARE = 1 / 3;
