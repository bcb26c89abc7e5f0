/** Bitcoin's part of an evaluation: score, phase, signal and flags, computed from the positions of its indicators. */

import type { BitcoinEvaluation, BtcReading } from "../evaluation.js";
import { type Flags, phaseOf, roundScore, signalOf } from "../score.js";
import { BitcoinTracks, presentOnly, rawScore } from "./components.js";
import { DescentGuardDetector } from "./descent-guard.js";
import { FearGreedAverage } from "./indicators/fear-greed-average.js";
import type { BitcoinRow, FlagInputs } from "./row.js";
import { Fold } from "./series/fold.js";
import { ExponentialMovingAverage } from "./series/moving-averages.js";
import { TopRiskDetector } from "./top-risk.js";

/** Rows over which scores are smoothed: between one and two weeks. */
const SMOOTHING_SPAN = 10;

/** Bitcoin's score, its smoothed series, phase, signal and flags, row by row. */
export class BitcoinIndex extends Fold {
  private readonly tracks = new BitcoinTracks();
  private readonly fearGreed = new FearGreedAverage();
  private readonly smoothing = new ExponentialMovingAverage(SMOOTHING_SPAN);
  private readonly guard = new DescentGuardDetector();
  private readonly topRisk = new TopRiskDetector();

  /** Takes the next row. @param fearGreed Fear & Greed dated the row's day, 0..100 */
  append(row: BitcoinRow, fearGreed: number | undefined): BitcoinEvaluation {
    const { tracks } = this;
    const mvrv = tracks.mvrv.append(row);
    const thermo = tracks.thermo.append(row);
    const plaw = tracks.plaw.append(row);
    const ma200w = tracks.ma200w.append(row);
    const puell = tracks.puell.append(row);
    const roi = tracks.roi.append(row);
    const fng = this.fearGreed.append(fearGreed);
    const positions = presentOnly({ mvrv, thermo, plaw, ma200w, puell, roi, fng });
    const { raw, coverage } = rawScore([mvrv, thermo, plaw, ma200w]);
    const context = this.flags({ index: row.index, price: row.price, positions, hasScore: raw !== undefined });
    const smoothed = this.smoothing.append(raw);
    const btc = raw === undefined || smoothed === undefined ? undefined : readingOf(raw, smoothed, context);
    return { positions, coverage, btc, context };
  }

  private flags(inputs: FlagInputs): Flags {
    const isInDescent = this.guard.append(inputs);
    const isTopRisk = this.topRisk.append(inputs, isInDescent);
    return { descentGuard: isInDescent ? "BEAR_DESCENT" : null, topRisk: isTopRisk ? "TOP_DISTRIBUTION" : null };
  }
}

function readingOf(raw: number, smoothed: number, context: Flags): BtcReading {
  const score = roundScore(raw);
  const phase = phaseOf(score).key;
  return { raw, score, smoothed, phase, signal: signalOf(phase, context) };
}
