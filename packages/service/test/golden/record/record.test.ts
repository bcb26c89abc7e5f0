import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { goldenRecord, RECORD_FILE } from "./golden-record.js";

/** Logarithms of one Node differ from those of another in the last of sixteen digits. */
const DIGITS = 13;

const golden = readFileSync(RECORD_FILE, "utf8");
const lines = rounded(golden).split("\n");

test("the record of the made-up market is the golden file; if a change is meant, run npx tsx tools/update-golden.ts record", () => {
  const now = rounded(goldenRecord()).split("\n");
  expect(now.filter((line, nth) => line !== lines[nth]).slice(0, 5)).toEqual([]);
  expect(now.length).toBe(lines.length);
});

test("made twice, the record is the same to the byte", () => {
  expect(goldenRecord()).toBe(goldenRecord());
});

test("the file tells of every period, turns, alarms of both flags, and every gauge", () => {
  const { spans, turns, top_risk, descent_guard } = JSON.parse(golden);
  expect(spans.map(({ period, cycle }: { period: string; cycle: number | null }) => `${period} ${cycle}`)).toEqual([
    ...["early null", "early 0", "early 1"],
    ...["development null", "development 1", "development 2", "development 3"],
    ...["later null", "later 3"],
  ]);
  expect(spans[3].gauges.map(({ gauge }: { gauge: string }) => gauge)).toEqual([
    ...["score", "mvrv", "mayer", "power_law", "fear_greed"],
  ]);
  expect(turns.length).toBeGreaterThan(4);
  expect(Math.min(top_risk.alarms.length, descent_guard.alarms.length)).toBeGreaterThan(2);
});

function rounded(text: string): string {
  return text.replace(/-?\d+\.\d{8,}/g, (number) => Number(number).toPrecision(DIGITS));
}
