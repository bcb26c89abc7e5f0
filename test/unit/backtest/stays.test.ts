import { expect, test } from "vitest";
import { staysOf } from "../../../src/backtest/stays.js";
import { recordDays } from "./record-days.js";

test("a stay lasts from its first day to the day before the next phase, and the last one is under way", () => {
  const days = recordDays([null, 50, 61, 62, 59, 53, 52].map((score) => ({ score })));
  expect(staysOf(days).map(({ phase, from, to, days, next }) => [phase, from, to, days, next])).toEqual([
    ["BULL", "2015-01-02", "2015-01-02", 1, "HOT"],
    ["HOT", "2015-01-03", "2015-01-05", 3, "BULL"],
    ["BULL", "2015-01-06", "2015-01-07", 2, undefined],
  ]);
});

test("its return runs over the 365 days from its first one, and is missing while they are not over", () => {
  const days = recordDays(Array.from({ length: 370 }, (_, row) => ({ score: row < 5 ? 50 : 61, price: 100 + row })));
  expect(staysOf(days).map(({ priceUsd, yearReturn }) => [priceUsd, yearReturn])).toEqual([
    [100, 465 / 100 - 1],
    [105, undefined],
  ]);
});

test("there is none before the first score", () => {
  expect(staysOf(recordDays([{ score: null }]))).toEqual([]);
});
