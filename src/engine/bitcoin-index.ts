import type { BtcReading, Evaluation } from "../domain/evaluation.js";
import { type Context, phaseOf, published, signalOf } from "../domain/score.js";
import { bitcoinTracks, disagreementOf, presentOnly, rawScore } from "./components.js";
import { DescentGuardDetector } from "./descent-guard.js";
import { FearGreedAverage } from "./indicators/fear-greed-average.js";
import { LaterPlace } from "./later-place.js";
import type { BitcoinRow, FlagInputs } from "./row.js";
import { ExponentialMovingAverage } from "./series/moving-averages.js";
import { TopRiskDetector } from "./top-risk.js";

/** Rows over which scores are smoothed: between one week and two. */
const SMOOTHING_SPAN = 10;

/** What the model says about Bitcoin in a row. */
export type BitcoinEvaluation = Pick<
  Evaluation,
  "positions" | "coverage" | "btc" | "context" | "laterPlace" | "disagreement"
>;

/** All that Bitcoin's score and flags remember of the past. */
function emptyState() {
  return {
    tracks: bitcoinTracks(),
    fearGreed: new FearGreedAverage(),
    smoothing: new ExponentialMovingAverage(SMOOTHING_SPAN),
    guard: new DescentGuardDetector(),
    topRisk: new TopRiskDetector(),
    laterPlace: new LaterPlace(),
  };
}

/** Bitcoin's score, its smoothed series, phase, signal and flags, row by row. */
export class BitcoinIndex {
  private readonly state: ReturnType<typeof emptyState>;

  constructor(state = emptyState()) {
    this.state = state;
  }

  /** Takes the next row. @param fearGreed Fear & Greed dated the row's day, 0..100 */
  append(row: BitcoinRow, fearGreed: number | undefined): BitcoinEvaluation {
    const { tracks, smoothing } = this.state;
    const mvrv = tracks.mvrv.append(row);
    const thermo = tracks.thermo.append(row);
    const plaw = tracks.plaw.append(row);
    const ma200w = tracks.ma200w.append(row);
    const puell = tracks.puell.append(row);
    const roi = tracks.roi.append(row);
    const fng = this.state.fearGreed.append(fearGreed);
    const positions = presentOnly({ mvrv, thermo, plaw, ma200w, puell, roi, fng });
    const components = [mvrv, thermo, plaw, ma200w];
    const { raw, coverage } = rawScore(components);
    const context = this.flags({ index: row.index, price: row.price, positions, scored: raw !== undefined });
    const smoothed = smoothing.append(raw);
    const btc = raw === undefined || smoothed === undefined ? undefined : reading(raw, smoothed, context);
    const laterPlace = this.state.laterPlace.append(row.price, raw);
    return { positions, coverage, btc, context, laterPlace, disagreement: disagreementOf(components) };
  }

  clone(): BitcoinIndex {
    const { tracks, fearGreed, smoothing, guard, topRisk, laterPlace } = this.state;
    return new BitcoinIndex({
      tracks: {
        mvrv: tracks.mvrv.clone(),
        thermo: tracks.thermo.clone(),
        plaw: tracks.plaw.clone(),
        ma200w: tracks.ma200w.clone(),
        puell: tracks.puell.clone(),
        roi: tracks.roi.clone(),
      },
      fearGreed: fearGreed.clone(),
      smoothing: smoothing.clone(),
      guard: guard.clone(),
      topRisk: topRisk.clone(),
      laterPlace: laterPlace.clone(),
    });
  }

  private flags(inputs: FlagInputs): Context {
    const guarded = this.state.guard.append(inputs);
    const risky = this.state.topRisk.append(inputs, guarded);
    return { descentGuard: guarded ? "BEAR_DESCENT" : null, topRisk: risky ? "TOP_DISTRIBUTION" : null };
  }
}

function reading(raw: number, smoothed: number, context: Context): BtcReading {
  const score = published(raw);
  const phase = phaseOf(score).key;
  return { raw, score, smoothed, phase, signal: signalOf(phase, context) };
}
