import { expect, test } from "vitest";
import { scoreNumber, twoDecimals, wholeNumber } from "../../../src/domain/public-numbers.js";

test("a score has one decimal, halves go up", () => {
  expect([47.34999, 47.35, 0, 100].map(scoreNumber)).toEqual([47.3, 47.4, 0, 100]);
});

test("a price has two decimals at most", () => {
  expect([67_000.125, 66_900, 0.08584, 0.004].map(twoDecimals)).toEqual([67_000.13, 66_900, 0.09, 0]);
});

test("an integer is the nearest one", () => {
  expect([49.5, 49.49, 0].map(wholeNumber)).toEqual([50, 49, 0]);
});

test("what JSON would turn into null is refused", () => {
  for (const write of [scoreNumber, twoDecimals, wholeNumber])
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(() => write(value)).toThrow(RangeError);
});
