import fc from "fast-check";
import { expect, test } from "vitest";
import type { DayInputs } from "../../../src/domain/day.js";
import type { PositionKey } from "../../../src/domain/evaluation.js";
import { evaluateDays } from "../../../src/engine/cycle-model.js";
import { differences } from "../../support/numbers-of.js";
import { NOTHING, syntheticDays } from "../../support/synthetic-market.js";

/** Up to the first gap of the made-up market, so that every later day has a price. */
const LENGTH = 640;
const LONG = 1200;
const MARKET = syntheticDays(LONG).map((inputs, row) => ({ ...inputs, price: inputs.price ?? row }));

/** The market without any figure of its first days. */
function without(leading: number, days: readonly DayInputs[] = MARKET): DayInputs[] {
  return days.map((inputs, row) => (row < leading ? { ...inputs, price: undefined } : inputs));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Raw values of row `i` by the formulas of docs/method.md, from the prices of rows `first..i` and nothing else. */
function rawValues(prices: readonly number[], first: number, i: number): Partial<Record<PositionKey, number>> {
  const known = prices.slice(first, i + 1);
  const price = prices[i] ?? Number.NaN;
  const mined = (row: number) => 144 * (row >= 864 ? 25 : 50); // halved on 2012-11-28
  const rows = Array.from({ length: i - first + 1 }, (_, n) => first + n);
  const paid = rows.map((row) => mined(row) * (prices[row] ?? Number.NaN));
  let supply = 3_447_800;
  for (let row = 1; row <= i; row += 1) supply += mined(row);
  const x = rows.map((row) => Math.log(561 + row));
  const y = known.map(Math.log);
  const [mx, my] = [mean(x), mean(y)];
  const sxy = x.reduce((sum, each, n) => sum + (each - mx) * ((y[n] ?? 0) - my), 0);
  const sxx = x.reduce((sum, each) => sum + (each - mx) ** 2, 0);
  return {
    thermo: Math.log((price * supply) / paid.reduce((sum, each) => sum + each, 0)),
    plaw: Math.log(price) - my - (sxy / sxx) * (Math.log(561 + i) - mx),
    ma200w: Math.log(price / mean(known.slice(-1400))),
    ...(known.length > 365 ? { roi: Math.log(price / (prices[i - 365] ?? Number.NaN)) } : {}),
    ...(known.length >= 365 ? { puell: Math.log((paid.at(-1) ?? 0) / mean(paid.slice(-365))) } : {}),
  };
}

/** Place of the last value in the band of all, weighed by 2^(row / 1461). */
function position(sample: readonly { readonly row: number; readonly value: number }[]): number | undefined {
  const last = sample.at(-1);
  if (last === undefined || sample.length < 365) return undefined;
  const sorted = sample.toSorted((a, b) => a.value - b.value || a.row - b.row);
  const total = sorted.reduce((sum, { row }) => sum + 2 ** (row / 1461), 0);
  const quantile = (share: number): number => {
    let below = 0;
    for (const [k, { row, value }] of sorted.entries()) {
      const weight = 2 ** (row / 1461);
      const before = sorted[k - 1]?.value;
      if (below + weight >= share * total)
        return before === undefined ? value : before + ((value - before) * (share * total - below)) / weight;
      below += weight;
    }
    return last.value;
  };
  const [low, high] = [quantile(0.025), quantile(0.975)];
  return 100 * Math.min(1, Math.max(0, (last.value - low) / Math.max(high - low, 1e-9)));
}

test("with the first days unpriced, every position is that of the formulas on the days that have a price", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 800, max: LONG - 1 }), (leading, i) => {
      const prices = MARKET.map((inputs) => inputs.price);
      const evaluation = evaluateDays(without(leading).slice(0, i + 1)).at(-1);
      const rows = Array.from({ length: i - leading - 364 }, (_, n) => leading + 365 + n);
      const raws = rows.map((row) => ({ row, values: rawValues(prices, leading, row) }));
      for (const key of ["thermo", "plaw", "ma200w", "roi", "puell"] as const) {
        const sample = raws.flatMap(({ row, values }) => {
          const value = values[key];
          return value === undefined ? [] : [{ row, value }];
        });
        const expected = position(sample);
        const actual = evaluation?.positions[key];
        if (expected === undefined || actual === undefined) expect(actual).toBe(expected);
        else expect(Math.abs(actual - expected)).toBeLessThan(1e-8);
      }
    }),
    { numRuns: 12 },
  );
});

test("days without a price say nothing, whatever else is known of them, and leave no trace", () => {
  const days = MARKET.slice(0, LENGTH);
  const evaluations = evaluateDays(without(29, days));
  for (const each of evaluations.slice(0, 29)) {
    expect(each).toMatchObject({ positions: {}, coverage: 0, btc: undefined, crypto: undefined });
    expect(each.context).toEqual({ descentGuard: null, topRisk: null });
  }
  const blank = [...Array.from({ length: 29 }, () => NOTHING), ...days.slice(29)];
  expect(differences(evaluateDays(blank), evaluations)).toEqual([]);
});

test("the first score comes 729 days after the first price", () => {
  const firstScore = (leading: number) => evaluateDays(without(leading)).findIndex(({ btc }) => btc !== undefined);
  expect([0, 29, 60].map(firstScore)).toEqual([729, 758, 789]);
});
