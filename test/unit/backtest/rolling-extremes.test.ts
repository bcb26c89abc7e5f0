import { expect, test } from "vitest";
import { rollingMaxima, rollingMinima } from "../../../src/backtest/rolling-extremes.js";

const VALUES = [3, 1, 4, 1, 5, 9, 2, 6];

test("a window around a row is cut off at both ends", () => {
  expect(rollingMaxima(VALUES, { from: -1, to: 1 })).toEqual([3, 4, 4, 5, 9, 9, 9, 6]);
  expect(rollingMinima(VALUES, { from: -1, to: 1 })).toEqual([1, 1, 1, 1, 1, 2, 2, 2]);
});

test("a window after a row leaves the row out, and the last row has none", () => {
  expect(rollingMaxima(VALUES, { from: 1, to: 3 })).toEqual([4, 5, 9, 9, 9, 6, 6, undefined]);
  expect(rollingMinima(VALUES, { from: 1, to: 3 })).toEqual([1, 1, 1, 2, 2, 2, 6, undefined]);
});

test("a window before a row ends with the row", () => {
  expect(rollingMaxima(VALUES, { from: -2, to: 0 })).toEqual([3, 3, 4, 4, 5, 9, 9, 9]);
});
