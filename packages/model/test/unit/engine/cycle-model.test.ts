import fc from "fast-check";
import { expect, test } from "vitest";
import type { DayInputs } from "../../../src/day.js";
import { CycleModel, evaluateDays } from "../../../src/engine/cycle-model.js";
import { differences } from "../../support/numbers-of.js";
import { syntheticDays } from "../../support/synthetic-market.js";

/** Long enough for every part of the model: the basket's first score is in row 1659. */
const LENGTH = 1720;
const RUNS = { numRuns: 12 };
const MARKET = syntheticDays(LENGTH);

/** The made-up market, with another wave on its prices and more gaps. */
const markets = fc
  .record({
    swing: fc.double({ min: 0, max: 1.5, noNaN: true }),
    period: fc.integer({ min: 20, max: 900 }),
    gapEvery: fc.integer({ min: 5, max: 400 }),
    gapLength: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ swing, period, gapEvery, gapLength }) =>
    MARKET.map((inputs, row): DayInputs => {
      const factor = Math.exp(swing * Math.sin((2 * Math.PI * row) / period));
      const isGap = row > 0 && row % (gapEvery + gapLength) < gapLength && row % 700 > 5 && row % 700 < 630;
      return {
        ...inputs,
        price: isGap || inputs.price === undefined ? undefined : inputs.price * factor,
        mvrv: isGap || inputs.mvrv === undefined ? undefined : inputs.mvrv * factor,
      };
    }),
  );

test("appending days never changes a bit of an earlier evaluation", () => {
  fc.assert(
    fc.property(markets, fc.integer({ min: 1, max: LENGTH }), (days, cut) => {
      expect(differences(evaluateDays(days.slice(0, cut)), evaluateDays(days).slice(0, cut))).toEqual([]);
    }),
    RUNS,
  );
});

test("a clone continues like the original, and neither affects the other", () => {
  fc.assert(
    fc.property(markets, markets, fc.integer({ min: 1, max: LENGTH - 1 }), (days, others, cut) => {
      const model = new CycleModel();
      for (const inputs of days.slice(0, cut)) model.append(inputs);
      const [twin, stray] = [model.clone(), model.clone()];
      for (const { price = 1, ...inputs } of others.slice(cut, cut + 50)) stray.append({ ...inputs, price: price * 3 });
      const [one, other] = [twin, model].map((each) => days.slice(cut).map((inputs) => each.append(inputs)));
      expect(differences(one, other)).toEqual([]);
    }),
    RUNS,
  );
});

test("positions and scores lie in 0..100, and coverage in 0..1", () => {
  fc.assert(
    fc.property(markets, (days) => {
      for (const each of evaluateDays(days)) {
        const { btc, crypto, basket, positions, coverage } = each;
        const told = [btc?.raw, btc?.score, btc?.smoothed, crypto?.raw, crypto?.score, basket?.score];
        const outside = [...told, ...Object.values(positions), 100 * coverage].filter((value = 50) => {
          return !(value >= 0 && value <= 100);
        });
        expect(outside).toEqual([]);
      }
    }),
    RUNS,
  );
});
