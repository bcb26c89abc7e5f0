import { describe, expect, test } from "vitest";
import { CycleModel } from "../../../src/engine/cycle-model.js";
import { checkInputs, PriceGaps } from "../../../src/engine/inputs.js";
import { NotEnoughDataError } from "../../../src/errors.js";
import { utcDay } from "../../../src/instant.js";
import { NOTHING } from "../../support/synthetic-market.js";

describe.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("%d is refused", (value) => {
  test.each([
    ["price", { price: value }],
    ["mvrv", { mvrv: value }],
    ["eth", { majors: { eth: value } }],
  ])("as %s", (name, change) => {
    expect(() => checkInputs({ ...NOTHING, ...change })).toThrow(RangeError);
    expect(() => checkInputs({ ...NOTHING, ...change })).toThrow(name);
  });
});

test.each([-0.1, 100.1, Number.NaN, Number.POSITIVE_INFINITY])(
  "%d is rejected as Fear & Greed and as dominance, which are percentages",
  (value) => {
    expect(() => checkInputs({ ...NOTHING, fearGreed: value })).toThrow(RangeError);
    expect(() => checkInputs({ ...NOTHING, dominance: value })).toThrow(RangeError);
  },
);

test("0 and 100 are percentages", () => {
  expect(() => checkInputs({ ...NOTHING, fearGreed: 0, dominance: 100 })).not.toThrow();
});

test("a missing price repeats the day before, up to three days in a row", () => {
  const gaps = new PriceGaps();
  const prices = [5, undefined, undefined, undefined, 7, undefined];
  expect(prices.map((price) => gaps.fill(utcDay("2020-03-12"), price))).toEqual([5, 5, 5, 5, 7, 7]);
});

test("up to 60 days may lack a price before the first one", () => {
  const gaps = new PriceGaps();
  const fill = (price?: number) => gaps.fill(utcDay("2010-07-18"), price);
  for (let day = 0; day < 60; day += 1) expect(fill()).toBeUndefined();
  expect(() => gaps.clone().fill(utcDay("2010-09-16"), undefined)).toThrow(NotEnoughDataError);
  expect([fill(5), gaps.leadingDays]).toEqual([5, 60]);
});

test("a rejected day, the fourth without a price or one with an impossible number, does not change the model", () => {
  const model = new CycleModel();
  model.append({ ...NOTHING, price: 1 });
  expect(() => model.append({ ...NOTHING, price: 0 })).toThrow(RangeError);
  expect(() => model.append({ ...NOTHING, price: 1, majors: { eth: Number.NaN } })).toThrow(RangeError);
  expect(model.rows).toBe(1);
  for (let i = 0; i < 3; i += 1) model.append(NOTHING);
  expect(() => model.append(NOTHING)).toThrow(NotEnoughDataError);
  expect(() => model.append(NOTHING)).toThrow("2010-07-22");
  expect(model.rows).toBe(4);
  model.append({ ...NOTHING, price: 2 });
  expect(model.rows).toBe(5);
});
