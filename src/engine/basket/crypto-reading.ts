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
