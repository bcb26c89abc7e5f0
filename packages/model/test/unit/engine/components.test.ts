import { expect, test } from "vitest";
import { rawScore } from "../../../src/engine/components.js";

test.each([
  ["2013-07-05", [47.666204, 63.831231, 63.267429, 61.10942], 58.968571],
  ["2021-11-08", [85.630765, 93.304308, 80.39264, 57.970074], 79.324447],
  ["2022-06-18", [3.854392, 41.371323, 20.843109, 0], 16.517206],
])("the score is the plain mean of the positions: %s", (_day, positions, raw) => {
  const result = rawScore(positions);
  expect(result.coverage).toBe(1);
  expect(result.raw).toBeCloseTo(raw, 5);
});

test("the score is the mean without missing positions: without MVRV, 77.222341 on 2021-11-08", () => {
  const { raw, coverage } = rawScore([undefined, 93.304308, 80.39264, 57.970074]);
  expect(coverage).toBe(0.75);
  expect(raw).toBeCloseTo(77.222341, 5);
});

test("two of four components give no score, nor does one of two", () => {
  expect(rawScore([10, undefined, 20, undefined])).toEqual({ coverage: 0.5, raw: undefined });
  expect(rawScore([10, undefined])).toEqual({ coverage: 0.5, raw: undefined });
  expect(rawScore([undefined, undefined])).toEqual({ coverage: 0, raw: undefined });
});
