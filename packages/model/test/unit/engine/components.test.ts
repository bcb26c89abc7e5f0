import { expect, test } from "vitest";
import { presentOnly, rawScore } from "../../../src/engine/components.js";
import { phaseOf, published } from "../../../src/score.js";

const ALL = { mvrv: 1, thermo: 2, plaw: 3, ma200w: 4, puell: 5, roi: 6, fng: 7 };

test("keeps what is present, in order", () => {
  expect(Object.entries(presentOnly(ALL))).toEqual(Object.entries(ALL));
});

test.each([
  ["2013-07-05", [47.666204, 63.831231, 63.267429, 61.10942], 58.968571, 59, "BULL"],
  ["2021-11-08", [85.630765, 93.304308, 80.39264, 57.970074], 79.324447, 79.3, "HOT"],
  ["2022-06-18", [3.854392, 41.371323, 20.843109, 0], 16.517206, 16.5, "FONDO"],
])("is the plain mean of the positions: %s", (_day, positions, raw, score, phase) => {
  const result = rawScore(positions);
  expect(result.coverage).toBe(1);
  expect(result.raw).toBeCloseTo(raw, 5);
  expect(published(result.raw ?? -1)).toBe(score);
  expect(phaseOf(score).key).toBe(phase);
});

test("leaves a missing position out of the mean: without MVRV, 77.222341 on 2021-11-08", () => {
  const { raw, coverage } = rawScore([undefined, 93.304308, 80.39264, 57.970074]);
  expect(coverage).toBe(0.75);
  expect(raw).toBeCloseTo(77.222341, 5);
});

test("two components of four are not enough, nor one of two", () => {
  expect(rawScore([10, undefined, 20, undefined])).toEqual({ coverage: 0.5, raw: undefined });
  expect(rawScore([10, undefined])).toEqual({ coverage: 0.5, raw: undefined });
  expect(rawScore([undefined, undefined])).toEqual({ coverage: 0, raw: undefined });
});
