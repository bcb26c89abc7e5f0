import { expect, test } from "vitest";
import { noiseOf, pairedRatios, quantile, summarize } from "../../../bench/statistics.js";

test("takes the middle of an odd number of samples and the mean of the middle two of an even number", () => {
  expect(quantile([9, 1, 5], 0.5)).toBe(5);
  expect(quantile([9, 1, 5, 3], 0.5)).toBe(4);
});

test("leaves the samples in their order", () => {
  const samples = [3, 1, 2];
  expect(summarize(samples)).toEqual({ median: 2, min: 1, max: 3, count: 3 });
  expect(samples).toEqual([3, 1, 2]);
});

test("has no figure for no samples", () => {
  expect(() => summarize([])).toThrow("no samples");
});

test("compares each sample with the one measured beside it, not with the median of all", () => {
  expect(pairedRatios([10, 30], [20, 10])).toEqual([0.5, 3]);
  expect(() => pairedRatios([1], [1, 2])).toThrow("do not pair up");
});

test("calls the farther end of the middle half the noise", () => {
  expect(noiseOf([0.5, 0.9, 1, 1.05, 2])).toBeCloseTo(0.1, 12);
});

test("leaves out a pair in which nothing was measured", () => {
  expect(pairedRatios([0, 4, Number.NaN], [0, 2, 1])).toEqual([2]);
});
