import { describe, expect, test } from "vitest";
import { checkInputs, PriceGaps } from "../../../src/engine/inputs.js";
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

test.each([-0.1, 100.1, Number.NaN, Number.POSITIVE_INFINITY])("%d is no percentage", (value) => {
  expect(() => checkInputs({ ...NOTHING, fearGreed: value })).toThrow(RangeError);
  expect(() => checkInputs({ ...NOTHING, dominance: value })).toThrow(RangeError);
});

const DAY = utcDay("2020-03-12");

test("a missing price is that of the day before, three days in a row", () => {
  const gaps = new PriceGaps();
  const prices = [5, undefined, undefined, undefined, 7, undefined];
  expect(prices.map((price) => gaps.fill(DAY, price))).toEqual([5, 5, 5, 5, 7, 7]);
});
