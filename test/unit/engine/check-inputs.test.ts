import { describe, expect, test } from "vitest";
import { checkInputs } from "../../../src/engine/check-inputs.js";
import { NOTHING } from "../../support/synthetic-market.js";

test("missing inputs are fine", () => {
  expect(() => checkInputs(NOTHING)).not.toThrow();
});

test("percentages reach from 0 to 100", () => {
  expect(() => checkInputs({ ...NOTHING, fearGreed: 0, dominance: 100 })).not.toThrow();
});

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
