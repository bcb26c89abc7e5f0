import { describe, expect, test } from "vitest";
import { drawdowns } from "../../../src/record/turns.js";
import { path } from "./record-days.js";

describe("a cycle high", () => {
  test("is followed by a close at half of it before one above it, its low being the lowest in between", () => {
    expect(drawdowns(path([0, 10], [50, 100], [90, 50], [100, 55], [140, 101]))).toEqual([
      { high: 50, low: 90, recovered: 140 },
    ]);
  });

  test("is none when the price closes above it first, or never at its half", () => {
    expect(drawdowns(path([0, 10], [50, 100], [90, 51], [200, 101]))).toEqual([]);
    expect(drawdowns(path([0, 10], [50, 100], [90, 51]))).toEqual([]);
  });

  test("is not exceeded by the 365 days before, whatever came earlier", () => {
    const bounce = (gap: number) => path([0, 100], [1, 40], [gap, 60], [gap + 20, 25], [gap + 40, 26]);
    expect(drawdowns(bounce(300)).map(({ high }) => high)).toEqual([0]);
    expect(drawdowns(bounce(366)).map(({ high }) => high)).toEqual([0]);
    const apart = path([0, 100], [1, 20], [366, 60], [386, 25], [406, 26]);
    expect(drawdowns(apart)).toEqual([
      { high: 0, low: 1, recovered: undefined },
      { high: 366, low: 386, recovered: undefined },
    ]);
    expect(drawdowns(path([0, 100], [1, 20], [365, 60], [385, 25], [405, 26])).map(({ high }) => high)).toEqual([0]);
  });
});

test("of equal closes the first counts, at the high as at the low", () => {
  expect(drawdowns([10, 100, 100, 60, 40, 40, 70, 101])).toEqual([{ high: 1, low: 4, recovered: 7 }]);
});
