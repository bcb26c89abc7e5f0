import { expect, test } from "vitest";
import { noiseOf, pairwise, quantile, spreadOf } from "../../../bench/parts/statistics.js";

test("takes the middle of an odd number of samples and the mean of the middle two of an even number", () => {
  expect(quantile([9, 1, 5], 0.5)).toBe(5);
  expect(quantile([9, 1, 5, 3], 0.5)).toBe(4);
});

test("leaves the samples in their order", () => {
  const samples = [3, 1, 2];
  expect(spreadOf(samples)).toEqual({ median: 2, least: 1, most: 3, count: 3 });
  expect(samples).toEqual([3, 1, 2]);
});

test("has no figure for no samples", () => {
  expect(() => spreadOf([])).toThrow("no samples");
});

test("compares each sample with the one measured beside it, not with the median of all", () => {
  expect(pairwise([10, 30], [20, 10])).toEqual([0.5, 3]);
  expect(() => pairwise([1], [1, 2])).toThrow("do not pair up");
});

test("calls the farther end of the middle half the noise", () => {
  expect(noiseOf([0.5, 0.9, 1, 1.05, 2])).toBeCloseTo(0.1, 12);
});

test("leaves out a pair in which nothing was measured", () => {
  expect(pairwise([0, 4, Number.NaN], [0, 2, 1])).toEqual([2]);
});
