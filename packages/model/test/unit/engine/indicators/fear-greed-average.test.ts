import { expect, test } from "vitest";
import { FearGreedAverage } from "../../../../src/engine/indicators/fear-greed-average.js";

function fed(count: number, value = 40): FearGreedAverage {
  const average = new FearGreedAverage();
  for (let i = 0; i < count; i += 1) average.append(value);
  return average;
}

test("needs thirty values, gaps aside", () => {
  const average = fed(28);
  expect(average.append(undefined)).toBeUndefined();
  expect(average.append(40)).toBeUndefined();
  expect(average.append(40)).toBe(40);
});

test("is held for seven rows without a value, then is missing until the next one", () => {
  const average = fed(30);
  for (let row = 1; row <= 7; row += 1) expect(average.append(undefined)).toBe(40);
  expect(average.append(undefined)).toBeUndefined();
  expect(average.append(71)).toBeCloseTo(42, 12); // 2/31 of the way from 40
});

test("is missing before any value", () => {
  expect(new FearGreedAverage().append(undefined)).toBeUndefined();
});
