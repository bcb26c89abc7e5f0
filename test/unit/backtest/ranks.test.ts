import { expect, test } from "vitest";
import type { Labels } from "../../../src/backtest/labels.js";
import { ranksOf } from "../../../src/backtest/ranks.js";

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

test("a bottom day is meant to read lower", () => {
  const days = [90, 40, 30, 10].map((value, row) => ({ row, value }));
  expect(ranksOf(days, LABELS)).toMatchObject({ hindsight: -1, topAuc: 0, bottomAuc: 0, forward: 1 });
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
