import { dayOf } from "./calendar.js";
import type { Coin } from "./coin.js";

/** What all coins of a kind were last paid for, on average: a slow average of the price, the base of MVRV. */
export interface RealizedPrice {
  /** Price over realized price at the end of a day, which must not be before the first priced one. */
  mvrvOf(day: number): number;
}

export function realizedPrice(coin: Coin): RealizedPrice {
  const firstDay = dayOf(coin.firstMs);
  const closes: number[] = [];
  const realizedOn = (day: number): number => {
    while (closes.length <= day - firstDay) {
      const before = closes.at(-1) ?? coin.priceAt(coin.firstMs) * FIRST_SHARE;
      closes.push(after(before, coin.closeOf(firstDay + closes.length)));
    }
    return closes[day - firstDay] ?? Number.NaN;
  };
  return { mvrvOf: (day) => coin.closeOf(day) / realizedOn(day) };
}

/** The realized price at the end of a day that closes at a price. */
function after(realized: number, price: number): number {
  const distance = Math.log(price / realized);
  const stir = distance > 0 ? STIR.above : STIR.below;
  return realized + (QUIET_TURNOVER + stir * distance ** 2) * (price - realized);
}

/** Share of the coins that change hands on a quiet day: the realized price follows the price that slowly. */
const QUIET_TURNOVER = 0.0014;
/** The further the price is from what was paid, the more coins move: per squared log distance, above and below. */
const STIR = { above: 0.0035, below: 0.1 };
/** On the first priced day holders had paid about a third of the price. */
const FIRST_SHARE = 1 / 3;
