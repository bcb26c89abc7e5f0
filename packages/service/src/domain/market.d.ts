/** The live figures, as stored and published. */
import type { Instant } from "peak-cycle-model";
/** A live figure and its source. */
export interface Quote {
  readonly value: number;
  readonly source: string;
  readonly observedAt: Instant;
  readonly fetchedAt: Instant;
}
/** The live figures; each stays, however old, until a newer one is accepted. */
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
declare const CLASSES: readonly [
  {
    readonly from: 0;
    readonly name: "Extreme Fear";
  },
  {
    readonly from: 26;
    readonly name: "Fear";
  },
  {
    readonly from: 47;
    readonly name: "Neutral";
  },
  {
    readonly from: 55;
    readonly name: "Greed";
  },
  {
    readonly from: 76;
    readonly name: "Extreme Greed";
  },
];
export type FearGreedClass = (typeof CLASSES)[number]["name"];
/** @param value 0..100 */
export declare function fearGreedClass(value: number): FearGreedClass;
