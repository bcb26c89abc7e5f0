/** The fear and greed of a day, felt from the price before it. */

import { dayNumber } from "./calendar.js";
import type { Coin } from "./coin.js";
import { smoothNoise } from "./noise.js";

/** The first published day. */
export const FIRST_SENTIMENT_DAY = dayNumber("2018-02-01");

/** Days on which nothing was published. */
const MISSING: ReadonlySet<number> = new Set(
  ["2018-04-14", "2018-04-15", "2018-04-16", "2024-10-25"].map((date) => dayNumber(date)),
);

/** Fear and greed of a day, a whole number from 0 to 100, known at its 00:00 UTC; undefined on a missing day. */
export function fearAndGreed(bitcoin: Coin, day: number): number | undefined {
  if (day < FIRST_SENTIMENT_DAY || MISSING.has(day)) return undefined;
  const rise = (days: number) => Math.log(bitcoin.closeOf(day - 1) / bitcoin.closeOf(day - 1 - days));
  // A month of +30 % alone gives greed of 76; a quarter of -50 % alone gives fear of 26.
  const felt = 50 + 100 * rise(30) + 35 * rise(90) + 7 * smoothNoise(501, day / 2);
  return Math.round(Math.max(5, Math.min(96, felt)));
}

/** The vendor's five names; bounds as its own gauge draws them. */
export function mood(value: number): string {
  if (value < 25) return "Extreme Fear";
  if (value < 46) return "Fear";
  if (value < 55) return "Neutral";
  return value < 76 ? "Greed" : "Extreme Greed";
}
