import { expect, test } from "vitest";
import { greatestWithin, leastWithin } from "../../../src/backtest/window-extremes.js";

const VALUES = [3, 1, 4, 1, 5, 9, 2, 6];

test("a window around a row is cut off at both ends", () => {
  expect(greatestWithin(VALUES, { from: -1, to: 1 })).toEqual([3, 4, 4, 5, 9, 9, 9, 6]);
  expect(leastWithin(VALUES, { from: -1, to: 1 })).toEqual([1, 1, 1, 1, 1, 2, 2, 2]);
});

test("a window after a row leaves the row out, and the last row has none", () => {
  expect(greatestWithin(VALUES, { from: 1, to: 3 })).toEqual([4, 5, 9, 9, 9, 6, 6, undefined]);
  expect(leastWithin(VALUES, { from: 1, to: 3 })).toEqual([1, 1, 1, 2, 2, 2, 6, undefined]);
});

test("a window before a row ends with the row", () => {
  expect(greatestWithin(VALUES, { from: -2, to: 0 })).toEqual([3, 3, 4, 4, 5, 9, 9, 9]);
});
