import { describe, expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { buyingOf, spansOf } from "../../../src/record/spans.js";
import type { Span } from "../../../src/record/track-record.js";
import { recordDays, type Sketch } from "./record-days.js";

const name = ({ period, cycle, from, to, days }: Span) => [period, cycle, from, to, days];

function spans(first: string, count: number, sketch: (row: number) => Sketch = () => ({})): readonly Span[] {
  return [
    ...spansOf(
      recordDays(
        Array.from({ length: count }, (_, row) => sketch(row)),
        utcDay(first),
      ),
    ),
  ];
}

describe("spans", () => {
  test("are each period from the first score on, followed by its cycles", () => {
    const all = spans("2012-11-01", 420, (row) => (row < 20 ? { score: null } : {}));
    expect(all.map(name)).toEqual([
      ["early", undefined, "2012-11-21", "2013-12-25", 400],
      ["early", 0, "2012-11-21", "2012-11-27", 7],
      ["early", 1, "2012-11-28", "2013-12-25", 393],
    ]);
    expect(spans("2022-12-30", 4).map(name)).toEqual([
      ["development", undefined, "2022-12-30", "2022-12-31", 2],
      ["development", 3, "2022-12-30", "2022-12-31", 2],
      ["later", undefined, "2023-01-01", "2023-01-02", 2],
      ["later", 3, "2023-01-01", "2023-01-02", 2],
    ]);
  });

  test("count days with a score only", () => {
    const [all] = spans("2020-01-01", 10, (row) => (row === 4 ? { score: null } : {}));
    expect([all?.days, all?.gauges[0]?.days]).toEqual([9, 9]);
  });

  test("count changes of the phase and of the smoothed score's, each within themselves", () => {
    const scores = [10, 30, 30, 50, 19.96, 19.94];
    const smoothed = [39.96, 39.94, 41, 41, 41, 20];
    const [all] = spans("2020-01-01", 6, (row) => ({ score: scores[row]!, smoothed: smoothed[row]! }));
    expect([all?.phaseChanges, all?.smoothedPhaseChanges]).toEqual([4, 3]);
    const apart = spans("2022-12-30", 4, (row) => ({ score: row < 2 ? 10 : 90 }));
    expect(apart.map(({ phaseChanges }) => phaseChanges)).toEqual([0, 0, 0, 0]);
  });
});

describe("a gauge of a span", () => {
  test("is left out without a reading there, and has its own days", () => {
    const [all] = spans("2020-01-01", 10, (row) => ({ readings: row > 6 ? { fearGreed: 20 + row } : {} }));
    expect(all?.gauges.map(({ gauge, days }) => [gauge, days])).toEqual([
      ["score", 10],
      ["fearGreed", 3],
    ]);
  });

  test("is set beside the score on its very days", () => {
    const [all] = spans("2020-01-01", 800, (row) => ({
      price: 100 + row,
      score: row < 400 ? 90 - row / 10 : row / 10,
      readings: row < 400 ? {} : { fearGreed: 90 - row / 10 },
    }));
    const [score, fearGreed] = all?.gauges ?? [];
    expect(fearGreed?.scoreRanks.hindsight).toBeCloseTo(1, 12);
    expect(fearGreed?.ranks.hindsight).toBeCloseTo(-1, 12);
    expect(score?.ranks).toEqual(score?.scoreRanks);
    expect(score?.ranks.hindsight).toBeLessThan(0.9);
  });

  test("ranks by raw values, which are not cut off as readings are", () => {
    const [all] = spans("2020-01-01", 600, (row) => ({
      price: 100 + row,
      readings: { mvrv: 100 },
      raws: { mvrv: row },
    }));
    expect(all?.gauges[1]?.ranks.hindsight).toBeCloseTo(1, 12);
  });

  test("has the score's days by phase, which goes by the published score, and others' by reading", () => {
    const [all] = spans("2020-01-01", 4, (row) => ({
      score: [19.94, 19.96, 80, 100][row]!,
      readings: { mvrv: [19.96, 20, 79.99, 100][row]! },
    }));
    const days = all?.gauges.map(({ fifths }) => fifths.map((fifth) => fifth.days));
    expect(days).toEqual([
      [1, 1, 0, 0, 2],
      [1, 1, 0, 1, 1],
    ]);
    expect(all?.gauges[0]?.fifths.map(({ phase, share }) => [phase, share])).toEqual([
      ["FONDO", 0.25],
      ["ACUM", 0.25],
      ["BULL", 0],
      ["HOT", 0],
      ["PEAK", 0.5],
    ]);
  });

  test("has returns over 30, 90, 180 and 365 days, as far as they end within the period", () => {
    const all = spans("2022-10-03", 200, (row) => ({ price: row < 90 ? 100 : 200 }));
    const [development] = all;
    const returns = development?.gauges[0]?.fifths[2]?.returns ?? [];
    expect(returns.map(({ horizonDays, days, up }) => [horizonDays, days, up])).toEqual([
      [30, 60, 0],
      [90, 0, undefined],
      [180, 0, undefined],
      [365, 0, undefined],
    ]);
    expect(all.find(({ period }) => period === "later")?.days).toBe(110);
  });

  test("of a cycle looks ahead to the end of the period, not of the cycle", () => {
    const all = spans("2016-07-01", 100, (row) => ({ price: row < 20 ? 100 : 150 }));
    const cycle = all.find((each) => each.cycle === 1);
    expect(cycle?.days).toBe(8);
    expect(cycle?.gauges[0]?.fifths[2]?.returns[0]).toMatchObject({ days: 8, mean: 0.5, up: 1 });
  });

  test("buys by its reading", () => {
    const [all] = spans("2020-01-01", 2, (row) => ({ price: row === 0 ? 10 : 40, score: row === 0 ? 0 : 75 }));
    expect(all?.gauges[0]?.buying?.ratio).toBeCloseTo(2.5 / 0.2125 / 16, 12);
  });
});

test("plain buying costs the harmonic mean of the prices, scaled buying weighs them by 2 - reading / 50", () => {
  const days = [
    { price: 10, reading: 0 },
    { price: 40, reading: 75 },
  ];
  const plain = 2 / (1 / 10 + 1 / 40);
  const scaled = 2.5 / (2 / 10 + 0.5 / 40);
  expect(buyingOf(days)).toEqual({ days: 2, plainCostUsd: plain, scaledCostUsd: scaled, ratio: scaled / plain });
  expect(scaled / plain).toBeCloseTo(0.735294, 6);
});

test("there is none without days, or where the scaled way never bought", () => {
  expect(buyingOf([])).toBeUndefined();
  expect(buyingOf([{ price: 5, reading: 100 }])).toBeUndefined();
});
