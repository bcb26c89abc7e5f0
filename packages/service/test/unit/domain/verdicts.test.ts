import type { Turn, Verdict } from "peak-cycle-model";
import { expect, test } from "vitest";
import { sinceTuningOf } from "../../../src/domain/verdicts.js";
import { SAMPLE_RECORD } from "../../support/sample-record.js";

const [sample] = SAMPLE_RECORD.turns as [Turn, ...Turn[]];

function since(...verdicts: readonly Verdict[]): string | undefined {
  const later = verdicts.map((verdict): Turn => {
    const score = { verdict, daysBefore: undefined, priceShare: undefined };
    return { ...sample, period: "later", warnings: { ...sample.warnings, score } };
  });
  return sinceTuningOf({ ...SAMPLE_RECORD, turns: [{ ...sample, period: "development" }, ...later] });
}

test.each<[readonly Verdict[], string | undefined]>([
  [[], undefined],
  [["missed"], "The only turn since 2023, after the model was tuned, was missed."],
  [["missed", "missed"], "Both turns since 2023, after the model was tuned, were missed."],
  [["early", "early", "early"], "All 3 turns since 2023, after the model was tuned, were called early."],
  [["missed", "inTime"], "The 2 turns since 2023, after the model was tuned: 1 in time, 1 missed."],
])("the turns since tuning have a separate sentence: %j", (verdicts, sentence) => {
  expect(since(...verdicts)).toBe(sentence);
});
