import { expect, test } from "vitest";
import { ExponentialAverage } from "../../../../src/engine/series/exponential-average.js";

test("starts with the first value and then moves by 2 / (span + 1) of the way", () => {
  const average = new ExponentialAverage(3);
  expect(average.append(undefined)).toBeUndefined();
  expect(average.append(10)).toBe(10);
  expect(average.append(20)).toBe(15);
  expect(average.append(15)).toBe(15);
});

test("a missing value leaves it as it is", () => {
  const average = new ExponentialAverage(3);
  average.append(10);
  expect(average.append(undefined)).toBe(10);
  expect(average.append(20)).toBe(15);
});

test("a clone goes its own way", () => {
  const average = new ExponentialAverage(3);
  average.append(10);
  average.clone().append(90);
  expect(average.append(20)).toBe(15);
});
