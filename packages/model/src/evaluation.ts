/** The model's output for one day: scores, positions and flags, unrounded unless noted. */

import type { Flags, PhaseKey, Signal } from "./score.js";

/** The version of the model; stored with every score. */
export const MODEL_VERSION = "1";

/** Indicators with a position from 0 ("as low as it usually gets") to 100 ("as high as it usually gets"). */
export const POSITION_KEYS = ["mvrv", "thermo", "plaw", "ma200w", "puell", "roi", "fng"] as const;

/** One indicator with a position. */
export type PositionKey = (typeof POSITION_KEYS)[number];

/** The model's reading of Bitcoin when coverage is at or above its floor. */
export interface BtcReading {
  /** 0..100, unrounded. */
  readonly raw: number;
  /** `raw` rounded to one decimal. */
  readonly score: number;
  /** Exponential average of the raw scores over 10 days, 0..100, unrounded. */
  readonly smoothed: number;
  readonly phase: PhaseKey;
  readonly signal: Signal;
}

/** The model's reading of crypto as a whole. */
export interface CryptoReading {
  /** 0..100, unrounded. */
  readonly raw: number;
  /** `raw` rounded to one decimal. */
  readonly score: number;
  readonly phase: PhaseKey;
}

/** The basket of large coins other than Bitcoin. */
export interface BasketReading {
  /** Chained level, 100 before its first return. */
  readonly level: number;
  /** 0..100, unrounded; missing in the first two years or when no coin has had a return for over 7 days. */
  readonly score: number | undefined;
}

/** Bitcoin's part of one row's evaluation. */
export interface BitcoinEvaluation {
  /** Positions that are present. */
  readonly positions: Readonly<Partial<Record<PositionKey, number>>>;
  /** Share of the score's weight that is present, 0..1. */
  readonly coverage: number;
  /** Missing while coverage is below the floor of 0.60. */
  readonly btc: BtcReading | undefined;
  readonly context: Flags;
}

/** The model's full output for one row. */
export interface Evaluation extends BitcoinEvaluation {
  /** Missing before the basket's first day. */
  readonly basket: BasketReading | undefined;
  /** Missing when `btc` is. */
  readonly crypto: CryptoReading | undefined;
}
