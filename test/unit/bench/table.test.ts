import { expect, test } from "vitest";
import { formatFigure, row, tableOf } from "../../../bench/table.js";

test("says of each goal whether the median meets it, and of a figure without a goal nothing", () => {
  const table = tableOf([
    row({ name: "fast", unit: "ms", samples: [1, 2, 9], goal: { max: 2 } }),
    row({ name: "slow", unit: "ratio", samples: [0.9], goal: { min: 0.95 }, note: "a reason" }),
    row({ name: "shown", unit: "takes/s", samples: [1_234_567.8] }),
  ]);
  expect(table.split("\n")).toEqual([
    "| figure   | median    | min       | max       | unit    | goal    | met |",
    "| -------- | --------- | --------- | --------- | ------- | ------- | --- |",
    "| fast     | 2         | 1         | 9         | ms      | <= 2    | yes |",
    "| slow (1) | 0.9       | 0.9       | 0.9       | ratio   | >= 0.95 | NO  |",
    "| shown    | 1,234,568 | 1,234,568 | 1,234,568 | takes/s |         |     |",
    "",
    "1. a reason",
  ]);
});

test("allows a ratio to be short by the measured noise and no more", () => {
  const short = (allowance: number) =>
    row({ name: "304", unit: "ratio", samples: [0.97], goal: { min: 1 }, allowance }).met;
  expect(short(0.02)).toBe(false);
  expect(short(0.04)).toBe(true);
});

test("rounds to three digits and keeps whole thousands", () => {
  expect([0.123456, 45.678, 178.46, 1234.5].map(formatFigure)).toEqual(["0.123", "45.7", "178.5", "1,235"]);
});
