import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { averageCosts } from "../../../src/record/average-cost.js";
import { recordDays } from "../../support/record-days.js";

test("the average cost is the money spent per coin, spending 2 at a score of 0 and nothing at 100", () => {
  const days = recordDays([
    { price: 10, score: null },
    { price: 100, score: 0 },
    { price: 200, score: 50.04 },
    { price: 50, score: 100 },
  ]);
  const [period, whole] = averageCosts(days);
  const byScore = (2 + 1) / (2 / 100 + 1 / 200); // 50.04 is published as 50.0
  const steady = 3 / (1 / 100 + 1 / 200 + 1 / 50);
  expect(period).toEqual({
    ...{ period: "development", from: "2015-01-02", to: "2015-01-04" },
    byScoreUsd: expect.closeTo(byScore, 9),
    steadyUsd: expect.closeTo(steady, 9),
    difference: expect.closeTo(byScore / steady - 1, 12),
  });
  expect(whole).toEqual({ ...period, period: "whole" });
});

test("the whole can be more expensive although every period is cheaper, and is listed next to them", () => {
  const early = [...Array(10).fill({ price: 1, score: 98 }), ...Array(10).fill({ price: 2, score: 99 })];
  const later = [...Array(10).fill({ price: 1000, score: 10 }), ...Array(10).fill({ price: 2000, score: 60 })];
  const costs = averageCosts(recordDays([...early, ...later], utcDay("2013-12-12")));
  expect(costs.map(({ period, difference }) => [period, difference < 0])).toEqual([
    ["early", true],
    ["development", true],
    ["whole", false],
  ]);
});

test("a time without any spending has no average cost", () => {
  expect(averageCosts(recordDays([{ score: 100 }, { score: 100 }]))).toEqual([]);
  expect(averageCosts(recordDays([{ score: null }]))).toEqual([]);
});
