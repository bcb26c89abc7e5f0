import { describe, expect, test } from "vitest";
import { quantile, returnsOf } from "../../../src/record/returns.js";

describe("a quantile", () => {
  test("lies on the line between the two nearest values, from the least at 0 to the greatest at 1", () => {
    expect(quantile([10, 20, 40, 80], 0.5)).toBe(30);
    expect(quantile([10, 20, 40, 80], 0.25)).toBe(17.5);
    expect(quantile([10, 20, 40, 80], 0.1)).toBeCloseTo(13, 12);
    expect(quantile([10, 20, 40, 80], 1)).toBe(80);
    expect(quantile([7], 0.9)).toBe(7);
  });

  test("is missing without values", () => {
    expect(quantile([], 0.5)).toBeUndefined();
  });
});

describe("returns", () => {
  const prices = [10, 11, 8, 10, 20, 5, 10];

  test("are those from each day over the horizon, with their spread", () => {
    expect(returnsOf([0, 1, 2, 3], prices, 2)).toEqual({
      horizonDays: 2,
      days: 4,
      mean: expect.closeTo((8 / 10 + 10 / 11 + 20 / 8 + 5 / 10) / 4 - 1, 12),
      p10: expect.closeTo(-0.5 + 0.3 * 0.3, 12),
      p25: expect.closeTo(-0.5 + 0.75 * 0.3, 12),
      median: expect.closeTo((8 / 10 + 10 / 11) / 2 - 1, 12),
      p75: expect.closeTo(10 / 11 - 1 + 0.25 * (1.5 - (10 / 11 - 1)), 12),
      p90: expect.closeTo(10 / 11 - 1 + 0.7 * (1.5 - (10 / 11 - 1)), 12),
      up: 0.25,
    });
  });

  test("leave out days whose horizon is not over", () => {
    expect(returnsOf([3, 4, 5], prices, 2)).toMatchObject({ days: 2, mean: -0.5, up: 0 });
  });

  test("without a day are missing", () => {
    expect(returnsOf([6], prices, 1)).toMatchObject({ days: 0, mean: undefined, median: undefined, up: undefined });
  });
});
