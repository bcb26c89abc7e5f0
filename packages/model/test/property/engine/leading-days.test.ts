import { expect, test } from "vitest";
import type { DayInputs } from "../../../src/day.js";
import { evaluateDays } from "../../../src/engine/cycle-model.js";
import { differences } from "../../support/numbers-of.js";
import { NOTHING, syntheticDays } from "../../support/synthetic-market.js";

/** Up to the first gap of the made-up market, so that every later day has a price. */
const LENGTH = 640;
const LONG = 1200;
const MARKET = syntheticDays(LONG).map((inputs, row) => ({ ...inputs, price: inputs.price ?? row }));

/** The market without any figure of its first days. */
function without(leading: number, days: readonly DayInputs[] = MARKET): DayInputs[] {
  return days.map((inputs, row) => (row < leading ? { ...inputs, price: undefined } : inputs));
}

test("days without a price say nothing, whatever else is known of them, and leave no trace", () => {
  const days = MARKET.slice(0, LENGTH);
  const evaluations = evaluateDays(without(29, days));
  for (const each of evaluations.slice(0, 29)) {
    expect(each).toMatchObject({ positions: {}, coverage: 0, btc: undefined, crypto: undefined });
    expect(each.context).toEqual({ descentGuard: null, topRisk: null });
  }
  const blank = [...Array.from({ length: 29 }, () => NOTHING), ...days.slice(29)];
  expect(differences(evaluateDays(blank), evaluations)).toEqual([]);
});

test("the first score comes 729 days after the first price", () => {
  const firstScore = (leading: number) => evaluateDays(without(leading)).findIndex(({ btc }) => btc !== undefined);
  expect([0, 29, 60].map(firstScore)).toEqual([729, 758, 789]);
});
