import { expect, test } from "vitest";
import {
  type Context,
  type PhaseKey,
  phaseOf,
  published,
  scoreNumber,
  signalOf,
  twoDecimals,
  wholeNumber,
} from "../../src/score.js";

test.each([
  [58.968571, 59],
  [79.324447, 79.3],
  [16.517206, 16.5],
  [0.05, 0.1],
  [19.95, 20],
  [19.949999, 19.9],
  [99.95, 100],
])("%d is published as %d", (score, expected) => {
  expect(published(score)).toBe(expected);
});

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

const FLAGGED: readonly Context[] = [
  { descentGuard: null, topRisk: "TOP_DISTRIBUTION" },
  { descentGuard: "BEAR_DESCENT", topRisk: null },
  { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" },
];

test.each<[PhaseKey, string, string]>([
  ["FONDO", "ACCUMULATE", "HOLD"],
  ["ACUM", "ACCUMULATE", "HOLD"],
  ["BULL", "HOLD", "CAUTION"],
  ["HOT", "CAUTION", "REDUCE"],
  ["PEAK", "REDUCE", "REDUCE"],
])("%s is %s without a flag and %s with one or both", (phase, calm, flagged) => {
  expect(signalOf(phase, { descentGuard: null, topRisk: null })).toBe(calm);
  expect(FLAGGED.map((context) => signalOf(phase, context))).toEqual([flagged, flagged, flagged]);
});

test("a score has one decimal, halves go up", () => {
  expect([47.34999, 47.35, 0, 100].map(scoreNumber)).toEqual([47.3, 47.4, 0, 100]);
});

test("a price has two decimals at most", () => {
  expect([67_000.125, 66_900, 0.08584, 0.004].map(twoDecimals)).toEqual([67_000.13, 66_900, 0.09, 0]);
});

test("an integer is the nearest one", () => {
  expect([49.5, 49.49, 0].map(wholeNumber)).toEqual([50, 49, 0]);
});

test("what JSON would turn into null is refused", () => {
  for (const write of [scoreNumber, twoDecimals, wholeNumber])
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(() => write(value)).toThrow(RangeError);
});
