import { expect, test } from "vitest";
import { HOUR_MS, instantOf, plus } from "../../src/instant.js";
import {
  type Flags,
  isStale,
  type PhaseKey,
  phaseOf,
  roundScore,
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
])("a score of %d is published as %d", (score, expected) => {
  expect([roundScore(score), scoreNumber(score)]).toEqual([expected, expected]);
});

test.each([
  ["FONDO", 0, 19.9],
  ["ACUM", 20, 39.9],
  ["BULL", 40, 59.9],
  ["HOT", 60, 79.9],
  ["PEAK", 80, 100],
])("the phase is %s for published scores from %d to %d", (key, from, to) => {
  expect([phaseOf(from).key, phaseOf(to).key]).toEqual([key, key]);
});

test.each([-0.1, 100.1, Number.NaN])("a score of %d has no phase", (score) => {
  expect(() => phaseOf(score)).toThrow(RangeError);
});

const FLAGGED: readonly Flags[] = [
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
])("the signal of %s is %s without a flag and %s with one or both", (phase, calm, flagged) => {
  expect(signalOf(phase, { descentGuard: null, topRisk: null })).toBe(calm);
  expect(FLAGGED.map((context) => signalOf(phase, context))).toEqual([flagged, flagged, flagged]);
});

test("prices are published with two decimals at most, Fear & Greed as an integer", () => {
  expect([67_000.125, 66_900, 0.08584, 0.004].map(twoDecimals)).toEqual([67_000.13, 66_900, 0.09, 0]);
  expect([49.5, 49.49, 0].map(wholeNumber)).toEqual([50, 49, 0]);
});

test("a number that JSON would turn into null is refused instead of published", () => {
  for (const write of [scoreNumber, twoDecimals, wholeNumber])
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(() => write(value)).toThrow(RangeError);
});

test("a score is stale once it is older than two hours, to the millisecond", () => {
  const at = instantOf("2026-11-21T07:05:00Z");
  expect([2 * HOUR_MS, 2 * HOUR_MS + 1].map((age) => isStale(at, plus(at, age)))).toEqual([false, true]);
});
