import { describe, expect, test } from "vitest";
import type { Labels } from "../../../src/record/labels.js";
import { averageRanks, chanceAbove, ranksOf, spearman } from "../../../src/record/ranks.js";

const LABELS: Labels = {
  place: [0, 0.2, 0.6, 1, undefined],
  isTop: [false, false, true, true, undefined],
  isBottom: [true, false, false, false, undefined],
  forward: [0.5, 0.1, -0.2, undefined, undefined],
};

test("compares values with labels, and leaves out days whose label is not known", () => {
  const days = [10, 40, 30, 90, 5].map((value, row) => ({ row, value }));
  expect(ranksOf(days, LABELS)).toEqual({
    hindsight: 0.8,
    topAuc: 0.75,
    bottomAuc: 1,
    forward: -0.5,
    topDays: 2,
    bottomDays: 1,
  });
});

test("days may be left out, and nothing to compare is missing", () => {
  expect(ranksOf([{ row: 1, value: 3 }], LABELS)).toEqual({
    hindsight: undefined,
    topAuc: undefined,
    bottomAuc: undefined,
    forward: undefined,
    topDays: 0,
    bottomDays: 0,
  });
});

describe("average ranks", () => {
  test("count from 1, and equal values share the mean of theirs", () => {
    expect([...averageRanks([30, 10, 20])]).toEqual([3, 1, 2]);
    expect([...averageRanks([5, 7, 5, 1, 5])]).toEqual([3, 5, 3, 1, 3]);
    expect([...averageRanks([])]).toEqual([]);
  });

  test("take 0 and -0 for the same", () => {
    expect([...averageRanks([0, -0])]).toEqual([1.5, 1.5]);
  });
});

describe("Spearman's rho", () => {
  test("is 1 for the same order, -1 for the opposite, whatever the distances", () => {
    expect(spearman([1, 2, 3, 100], [2, 3, 5, 6])).toBe(1);
    expect(spearman([1, 2, 3, 100], [9, 3, 2, -7])).toBe(-1);
  });

  test("is known for a textbook order, with and without ties", () => {
    expect(spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])).toBeCloseTo(0.8, 12);
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
    expect(spearman([1, 2, 2, 4], [10, 20, 30, 40])).toBeCloseTo(4.5 / Math.sqrt(22.5), 12);
  });

  test("is missing where one side does not vary", () => {
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeUndefined();
    expect(spearman([1, 2, 3], [4, 4, 4])).toBeUndefined();
    expect(spearman([1], [2])).toBeUndefined();
    expect(spearman([], [])).toBeUndefined();
  });
});

describe("the chance to be above", () => {
  test("is 1 when every chosen value is above every other, 0 when below", () => {
    expect(chanceAbove([9, 8, 1, 2], [true, true, false, false])).toBe(1);
    expect(chanceAbove([1, 2, 8, 9], [true, true, false, false])).toBe(0);
  });

  test("counts a tie half", () => {
    expect(chanceAbove([5, 5], [true, false])).toBe(0.5);
    // Pairs of 5 and 3 with 5, 4, 1: a tie and two wins, then one win.
    expect(chanceAbove([5, 3, 5, 4, 1], [true, true, false, false, false])).toBeCloseTo(3.5 / 6, 12);
  });

  test("is missing without either kind", () => {
    expect(chanceAbove([1, 2], [true, true])).toBeUndefined();
    expect(chanceAbove([1, 2], [false, false])).toBeUndefined();
  });
});
