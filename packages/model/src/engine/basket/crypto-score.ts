/** The crypto market's score: the index of a basket of coins, blended with Bitcoin's by dominance. */

import type { BasketReading, CryptoReading } from "../../evaluation.js";
import type { UtcDay } from "../../instant.js";
import { MAX_SCORE, phaseOf, roundScore } from "../../score.js";
import { rawScore } from "../components.js";
import { PowerLawResidual } from "../indicators/power-law-residual.js";
import { PriceOver200WeekAverage } from "../indicators/price-over-200-week-average.js";
import { GENESIS_DAY, type Row } from "../row.js";
import { PositionTrack, timeWeight } from "../series/band-position.js";
import { Fold } from "../series/fold.js";
import { BasketLevel, type MajorPrices } from "./basket-level.js";

/** The scores a crypto score is blended from, both 0..100 and unrounded, and Bitcoin's share, 0..1. */
interface Parts {
  readonly btc: number;
  readonly basket: number | undefined;
  readonly share: number;
}

/** Crypto as a whole: Bitcoin's and the basket's scores weighted by share, or Bitcoin's until the basket has one. */
export function cryptoReading({ btc, basket, share }: Parts): CryptoReading {
  const blend = basket === undefined ? btc : share * btc + (1 - share) * basket;
  const raw = Math.min(MAX_SCORE, blend); // two scores of 100 can blend to 100.00000000000001
  const score = roundScore(raw);
  return { raw, score, phase: phaseOf(score).key };
}

/** Bitcoin's share of the blend while its dominance is unknown: about its long-run average. */
const USUAL_SHARE = 0.6;

/** Days the newest figure is held. */
const HELD_DAYS = 7;

/**
 * Bitcoin's share of the market value of all coins, 0..1; the newest figure is held for 7 days.
 *
 * Source: docs/method.md#blend.
 */
export class HeldDominance extends Fold {
  private share = USUAL_SHARE;
  private age = 0;

  /** Takes the next day's dominance in percent. @returns the share to blend with */
  append(percent: number | undefined): number {
    this.age += 1;
    if (percent !== undefined) {
      this.share = percent / 100;
      this.age = 0;
    }
    return this.age > HELD_DAYS ? USUAL_SHARE : this.share;
  }
}

/** Days without any return after which the basket has no score. */
const STALE_AFTER_DAYS = 7;

/**
 * The basket's level, and its score from the two price positions. Rows count from the day of the first return: burn-in,
 * windows and weights begin there. Both positions are needed, so the first score has 729 rows before it.
 *
 * Source: docs/method.md#basket.
 */
export class BasketIndex extends Fold {
  private readonly level = new BasketLevel();
  /** Power law and 200-week average: the two Bitcoin components that need only a price. */
  private readonly plaw = new PositionTrack(new PowerLawResidual());
  private readonly ma200w = new PositionTrack(new PriceOver200WeekAverage());
  private rows = 0;
  /** Days since the newest return. */
  private idle = 0;

  /** Takes the next day. @returns `undefined` before the first return */
  append(day: UtcDay, prices: MajorPrices): BasketReading | undefined {
    const hasMoved = this.level.append(day, prices);
    if (this.rows === 0 && !hasMoved) return undefined;
    const index = this.rows;
    this.rows += 1;
    this.idle = hasMoved ? 0 : this.idle + 1;
    const level = this.level.current;
    const row: Row = { index, pricedRows: index, age: day - GENESIS_DAY, price: level, weight: timeWeight(index) };
    const { raw } = rawScore([this.plaw.append(row), this.ma200w.append(row)]);
    return { level, score: this.idle > STALE_AFTER_DAYS ? undefined : raw };
  }
}
