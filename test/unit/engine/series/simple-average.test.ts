import { expect, test } from "vitest";
import { SimpleAverage } from "../../../../src/engine/series/simple-average.js";

test("averages all values while there are fewer than the window, then the last ones", () => {
  const average = new SimpleAverage(3);
  expect([2, 4, 6, 8, 10].map((value) => average.append(value))).toEqual([2, 3, 4, 6, 8]);
});

test("is full from the value that completes the window", () => {
  const average = new SimpleAverage(2);
  average.append(1);
  expect(average.full).toBe(false);
  average.append(1);
  expect(average.full).toBe(true);
});

test("a clone goes its own way", () => {
  const average = new SimpleAverage(2);
  average.append(1);
  const twin = average.clone();
  twin.append(100);
  expect(average.append(3)).toBe(2);
  expect(twin.append(100)).toBe(100);
});
