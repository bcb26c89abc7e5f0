import type { CryptoReading } from "../../domain/evaluation.js";
import { MAX_SCORE, phaseOf, published } from "../../domain/score.js";

/** The scores a crypto score is blended from, both 0..100 and unrounded, and Bitcoin's share, 0..1. */
interface Parts {
  readonly btc: number;
  readonly basket: number | undefined;
  readonly share: number;
}

/** Crypto as a whole: Bitcoin's and the basket's score by their shares; Bitcoin's alone while the basket has none. */
export function cryptoReading({ btc, basket, share }: Parts): CryptoReading {
  const blend = basket === undefined ? btc : share * btc + (1 - share) * basket;
  const raw = Math.min(MAX_SCORE, blend); // two scores of 100 can sum to 100.00000000000001
  const score = published(raw);
  return { raw, score, phase: phaseOf(score).key };
}

/** Share of Bitcoin in the blend while nobody states one: its long-run order of size. */
const USUAL_SHARE = 0.6;

/** Days for which the newest figure is held. */
const HELD_DAYS = 7;

/**
 * Bitcoin's share of the market value of all coins, 0..1, the newest figure held for 7 days.
 *
 * Source: docs/method.md#blend.
 */
export class HeldDominance {
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

  clone(): HeldDominance {
    return Object.assign(new HeldDominance(), this);
  }
}
