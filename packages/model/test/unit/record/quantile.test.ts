import { expect, test } from "vitest";
import { quantile } from "../../../src/record/quantile.js";

test("a quantile lies on the line between the two nearest values, from the least at 0 to the greatest at 1", () => {
  expect(quantile([10, 20, 40, 80], 0.5)).toBe(30);
  expect(quantile([10, 20, 40, 80], 0.1)).toBeCloseTo(13, 12);
  expect(quantile([10, 20, 40, 80], 1)).toBe(80);
  expect(quantile([7], 0.9)).toBe(7);
  expect(quantile([], 0.5)).toBeUndefined();
});
