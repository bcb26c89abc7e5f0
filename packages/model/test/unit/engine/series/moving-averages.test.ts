import { expect, test } from "vitest";
import { ExponentialMovingAverage, SimpleMovingAverage } from "../../../../src/engine/series/moving-averages.js";

test("averages all values while there are fewer than the window, then the last ones", () => {
  const average = new SimpleMovingAverage(3);
  expect([2, 4, 6, 8, 10].map((value) => average.append(value))).toEqual([2, 3, 4, 6, 8]);
});

test("starts with the first value and then moves by 2 / (span + 1) of the way", () => {
  const average = new ExponentialMovingAverage(3);
  expect(average.append(undefined)).toBeUndefined();
  expect(average.append(10)).toBe(10);
  expect(average.append(20)).toBe(15);
  expect(average.append(15)).toBe(15);
});

test("a missing value leaves it as it is", () => {
  const average = new ExponentialMovingAverage(3);
  average.append(10);
  expect(average.append(undefined)).toBe(10);
  expect(average.append(20)).toBe(15);
});
