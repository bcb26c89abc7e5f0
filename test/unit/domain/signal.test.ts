import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/domain/context.js";
import type { PhaseKey } from "../../../src/domain/phase.js";
import { signalOf } from "../../../src/domain/signal.js";

const CALM: Context = { descentGuard: null, topRisk: null };
const TOP: Context = { descentGuard: null, topRisk: "TOP_DISTRIBUTION" };
const GUARD: Context = { descentGuard: "BEAR_DESCENT", topRisk: null };
const BOTH: Context = { descentGuard: "BEAR_DESCENT", topRisk: "TOP_DISTRIBUTION" };

describe.each<[PhaseKey, string, string]>([
  ["FONDO", "ACCUMULATE", "HOLD"],
  ["ACUM", "ACCUMULATE", "HOLD"],
  ["BULL", "HOLD", "CAUTION"],
  ["HOT", "CAUTION", "REDUCE"],
  ["PEAK", "REDUCE", "REDUCE"],
])("%s", (phase, calm, flagged) => {
  test(`is ${calm} without a flag`, () => {
    expect(signalOf(phase, CALM)).toBe(calm);
  });
  test.each([TOP, GUARD, BOTH])(`is ${flagged} with %o`, (context) => {
    expect(signalOf(phase, context)).toBe(flagged);
  });
});
