import { expect, test } from "vitest";
import { PHASES, phaseOf } from "../../../src/domain/phase.js";

test.each([
  [0, "FONDO"],
  [19.9, "FONDO"],
  [20, "ACUM"],
  [39.9, "ACUM"],
  [40, "BULL"],
  [59.9, "BULL"],
  [60, "HOT"],
  [79.9, "HOT"],
  [80, "PEAK"],
  [100, "PEAK"],
])("%d is %s", (score, key) => {
  expect(phaseOf(score).key).toBe(key);
});

test("every phase has its label", () => {
  expect(PHASES.map((each) => each.label)).toEqual(["Bottom", "Accumulation", "Bull Active", "Hot Zone", "Peak"]);
});

test.each([-0.1, 100.1, Number.NaN])("%d has no phase", (score) => {
  expect(() => phaseOf(score)).toThrow(RangeError);
});
