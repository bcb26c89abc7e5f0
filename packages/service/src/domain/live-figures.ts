/** The live figures, as stored and published. */

import type { Instant } from "peak-cycle-model";

/** A live figure and its source. */
export interface Quote {
  readonly value: number;
  readonly source: string;
  readonly observedAt: Instant;
  readonly fetchedAt: Instant;
}

/** The live figures; each is kept, at any age, until a newer one is accepted. */
export interface Market {
  /** USD. */
  readonly btcPrice: Quote;
  /** Percent. */
  readonly btcDominance: Quote;
  /** Integer 0..100. */
  readonly fearGreed: Quote;
}

/** The name of a live figure. */
export type MarketPart = keyof Market;

/** The vendor's five classifications of a Fear & Greed value. Source: alternative.me, which defined these bands. */
const CLASSES = [
  { from: 0, name: "Extreme Fear" },
  { from: 26, name: "Fear" },
  { from: 47, name: "Neutral" },
  { from: 55, name: "Greed" },
  { from: 76, name: "Extreme Greed" },
] as const;

export type FearGreedClass = (typeof CLASSES)[number]["name"];

/** @param value 0..100 */
export function fearGreedClass(value: number): FearGreedClass {
  return (CLASSES.findLast((each) => value >= each.from) ?? CLASSES[0]).name;
}
