import { describe, expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { drawdowns, turnsOf } from "../../../src/record/turns.js";
import { path, recordDays, type Sketch } from "../../support/record-days.js";

describe("a cycle high", () => {
  test("is followed by a close at half of it before one above it; its low is the lowest close in between", () => {
    expect(drawdowns(path([0, 10], [50, 100], [90, 50], [100, 55], [140, 101]))).toEqual([
      { high: 50, low: 90, recovered: 140 },
    ]);
  });

  test("does not exist if the price closes above it first, or never at half of it", () => {
    expect(drawdowns(path([0, 10], [50, 100], [90, 51], [200, 101]))).toEqual([]);
    expect(drawdowns(path([0, 10], [50, 100], [90, 51]))).toEqual([]);
  });

  test("is not exceeded in the 365 days before; earlier closes may be higher", () => {
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

test("the first of equal closes counts, for the high and for the low", () => {
  expect(drawdowns([10, 100, 100, 60, 40, 40, 70, 101])).toEqual([{ high: 1, low: 4, recovered: 7 }]);
});

/** Up to 100 at row 200, down to 30 at row 500, above 100 again from row 701 on. */
const PRICES = path([0, 20], [200, 100], [500, 30], [700, 100], [720, 110]);

function turns(sketch: (row: number) => Sketch, first?: number) {
  const days = recordDays(
    PRICES.map((price, row) => ({ price, ...sketch(row) })),
    utcDay(first === undefined ? "2015-01-01" : `${first}-01-01`),
  );
  return turnsOf(days);
}

test("a high and its low have their day, fall, period and cycle", () => {
  const [high, low, ...more] = turns(() => ({}));
  expect(more).toEqual([]);
  expect(high).toMatchObject({ kind: "high", day: "2015-07-20", priceUsd: 100, fall: -0.7, isFinal: true });
  expect(low).toMatchObject({ kind: "low", day: "2016-05-15", priceUsd: 30, fall: -0.7, isFinal: true });
  expect(low).toMatchObject({ period: "development", cycle: 1 });
  expect(turns(() => ({}), 2023)[1]).toMatchObject({ day: "2024-05-15", period: "later", cycle: 4 });
});

test("a turn has the score, the signal, the flags and every measure's reading of the day", () => {
  const [high] = turns((row) =>
    row === 200 ? { score: 79.97, topRisk: true, readings: { mvrv: 91.2, fearGreed: 80 } } : { descentGuard: true },
  );
  expect(high).toMatchObject({ phase: "PEAK", signal: "REDUCE", topRisk: true, descentGuard: false });
  expect(high?.readings).toEqual({
    score: 79.97,
    mvrv: 91.2,
    mayer: undefined,
    powerLaw: undefined,
    fearGreed: 80,
  });
});

describe("the warning of a turn", () => {
  const warning = (kind: "high" | "low", sketch: (row: number) => Sketch) =>
    turns(sketch).find((each) => each.kind === kind)?.warnings;
  const ofScore = (kind: "high" | "low", score: (row: number) => number) =>
    warning(kind, (row) => ({ score: score(row) }))?.score;
  const missed = { verdict: "missed", daysBefore: undefined, priceShare: undefined };

  test("is the first day since the previous turn on which the settled phase was outermost", () => {
    const early = { verdict: "early", daysBefore: 50, priceShare: expect.closeTo(0.8, 9) };
    expect(ofScore("high", (row) => ([150, 170].includes(row) ? 80 : 50))).toEqual({ ...early, verdict: "inTime" });
    expect(ofScore("high", (row) => (row === 149 ? 80 : 50))).toMatchObject({ verdict: "early", daysBefore: 51 });
    expect(ofScore("low", (row) => (row === 150 || row === 460 ? 10 : 50))).toMatchObject({ daysBefore: 40 });
    expect(ofScore("low", (row) => (row === 500 ? 10 : 50))).toEqual({
      verdict: "inTime",
      daysBefore: 0,
      priceShare: 1,
    });
  });

  test("counts from the previous turn's day if the settled phase stays outermost across it", () => {
    expect(ofScore("low", (row) => (row >= 190 ? 10 : 50))).toMatchObject({ verdict: "early", daysBefore: 299 });
  });

  test("is in time at 80 % of a high's close or more, and at 125 % of a low's or less", () => {
    const at = (kind: "high" | "low", row: number) =>
      ofScore(kind, (each) => (each === row ? (kind === "high" ? 80 : 10) : 50));
    expect([at("high", 149)?.verdict, at("high", 150)?.verdict]).toEqual(["early", "inTime"]);
    const [before, after] = [at("low", 467), at("low", 468)];
    expect([before?.verdict, after?.verdict]).toEqual(["early", "inTime"]);
    expect(after?.priceShare).toBeCloseTo((30 + (32 * 70) / 300) / 30, 9);
  });

  test("is missing if the score got there only after the turn, or before the previous one", () => {
    expect(ofScore("high", (row) => (row === 201 ? 90 : 50))).toEqual(missed);
    expect(ofScore("low", (row) => (row <= 190 || row > 500 ? 10 : 50))).toEqual(missed);
  });

  test("is judged by the same settled rule for each baseline, and unknown without a reading on the day", () => {
    const read = (row: number) => ({ mvrv: row === 180 ? 85 : 50, ...(row !== 200 && { fearGreed: 90 }) });
    const all = warning("high", (row) => ({ readings: read(row) }));
    expect(all).toMatchObject({ score: missed, mvrv: { verdict: "inTime", daysBefore: 20 } });
    expect([all?.fearGreed, all?.mayer]).toEqual([undefined, undefined]);
    const slow = warning("high", (row) => ({ readings: { mvrv: row === 100 ? 80 : 76 } }));
    expect(slow?.mvrv).toMatchObject({ verdict: "early", daysBefore: 100 });
  });
});
