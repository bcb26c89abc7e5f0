// What the model says about one day: scores, positions and flags, before anything is rounded.

import type { Context, PhaseKey, Signal } from "./score.js";

/** The version of the model; stored with every score. */
export const MODEL_VERSION = "1";

/** Indicators with a position of 0..100 between "as low as it usually gets" and "as high as it usually gets". */
export const POSITION_KEYS = ["mvrv", "thermo", "plaw", "ma200w", "puell", "roi", "fng"] as const;

/** One indicator with a position. */
export type PositionKey = (typeof POSITION_KEYS)[number];

/** What the model says about Bitcoin when coverage is at or above its floor. */
export interface BtcReading {
  /** 0..100, unrounded. */
  readonly raw: number;
  /** `raw` with one decimal. */
  readonly score: number;
  /** Exponential average of the raw scores over 10 days, 0..100, unrounded. */
  readonly smoothed: number;
  readonly phase: PhaseKey;
  readonly signal: Signal;
}

/** What the model says about crypto as a whole. */
export interface CryptoReading {
  /** 0..100, unrounded. */
  readonly raw: number;
  /** `raw` with one decimal. */
  readonly score: number;
  readonly phase: PhaseKey;
}

/** The basket of large coins besides Bitcoin. */
export interface BasketReading {
  /** Chained level, 100 before its first return. */
  readonly level: number;
  /** 0..100, unrounded; missing in the first two years or when no coin has given a return for over 7 days. */
  readonly score: number | undefined;
}

/** Everything the model says at the end of one row. */
export interface Evaluation {
  /** Positions that are present. */
  readonly positions: Readonly<Partial<Record<PositionKey, number>>>;
  /** Share of the score's weight that is present, 0..1. */
  readonly coverage: number;
  /** Missing while coverage is under the floor of 0.60. */
  readonly btc: BtcReading | undefined;
  readonly context: Context;
  /** Missing before the basket's first day. */
  readonly basket: BasketReading | undefined;
  /** Missing when `btc` is. */
  readonly crypto: CryptoReading | undefined;
}
