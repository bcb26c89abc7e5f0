import type { DayInputs } from "../domain/day.js";
import type { Evaluation } from "../domain/evaluation.js";
import { BasketIndex } from "./basket/basket-index.js";
import { cryptoReading, HeldDominance } from "./basket/crypto-score.js";
import { type BitcoinEvaluation, BitcoinIndex } from "./bitcoin-index.js";
import { checkInputs, PriceGaps } from "./inputs.js";
import { type BitcoinRow, dayOfRow, GENESIS_DAY, minedOn } from "./row.js";
import { timeWeight } from "./series/band-position.js";

/**
 * The model as a fold over days: each row is determined by the rows up to it, so nothing that comes later can
 * change an evaluation. A provisional row is put on a copy: `model.clone().append(inputs)`.
 *
 * Source: docs/method.md.
 */
export interface CycleModel {
  /** Days taken so far; row i is the day `FIRST_DAY` + i. */
  readonly rows: number;
  /**
   * Takes the next day.
   *
   * Days before the first one with a BTC price are rows without a value: nothing of them counts.
   *
   * @throws NotEnoughDataError on the fourth day in a row without a BTC price, or when the first 61 days have none
   * @throws RangeError for a price or ratio that is not finite and above 0, or a percentage outside 0..100.
   * The model is as before after either.
   */
  append(inputs: DayInputs): Evaluation;
  /** An independent copy. Takes around 0.4 ms at 6,000 rows. */
  clone(): CycleModel;
}

/** The model before its first row. */
export function cycleModel(): CycleModel {
  return modelFrom(0, {
    gaps: new PriceGaps(),
    bitcoin: new BitcoinIndex(),
    basket: new BasketIndex(),
    dominance: new HeldDominance(),
  });
}

/**
 * Evaluates a whole history.
 *
 * @param days every day from `FIRST_DAY` on, oldest first, no day left out
 * @returns one evaluation a day, in the same order
 */
export function evaluateDays(days: readonly DayInputs[]): Evaluation[] {
  const model = cycleModel();
  return days.map((inputs) => model.append(inputs));
}

/** All that the model remembers of the past. */
interface State {
  readonly gaps: PriceGaps;
  readonly bitcoin: BitcoinIndex;
  readonly basket: BasketIndex;
  readonly dominance: HeldDominance;
}

function modelFrom(startRows: number, state: State): CycleModel {
  let rows = startRows;
  return {
    get rows() {
      return rows;
    },
    append(inputs) {
      checkInputs(inputs);
      const evaluation = evaluate(state, rows, inputs);
      rows += 1;
      return evaluation;
    },
    clone() {
      const { gaps, bitcoin, basket, dominance } = state;
      return modelFrom(rows, {
        gaps: gaps.clone(),
        bitcoin: bitcoin.clone(),
        basket: basket.clone(),
        dominance: dominance.clone(),
      });
    },
  };
}

/** Of a day before the first one with a price. */
const NO_VALUE: BitcoinEvaluation = {
  positions: {},
  coverage: 0,
  btc: undefined,
  context: { descentGuard: null, topRisk: null },
  laterPlace: undefined,
  disagreement: undefined,
};

function evaluate({ gaps, bitcoin, basket, dominance }: State, index: number, inputs: DayInputs): Evaluation {
  const day = dayOfRow(index);
  const row = bitcoinRow(gaps, index, inputs);
  const said = row === undefined ? NO_VALUE : bitcoin.append(row, inputs.fearGreed);
  const coins = basket.append(day, inputs.majors);
  const share = dominance.append(inputs.dominance);
  const { btc } = said;
  const crypto = btc === undefined ? undefined : cryptoReading({ btc: btc.raw, basket: coins?.score, share });
  return { ...said, basket: coins, crypto };
}

/**
 * A day as a row of Bitcoin.
 *
 * @returns `undefined` while no day has had a price
 * @throws as `PriceGaps.fill`
 */
export function bitcoinRow(gaps: PriceGaps, index: number, { price, mvrv }: DayInputs): BitcoinRow | undefined {
  const day = dayOfRow(index);
  const filled = gaps.fill(day, price);
  if (filled === undefined) return undefined;
  const priced = index - gaps.leadingDays;
  return { index, priced, age: day - GENESIS_DAY, price: filled, weight: timeWeight(index), mvrv, mined: minedOn(day) };
}
