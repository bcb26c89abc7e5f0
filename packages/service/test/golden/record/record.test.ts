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

function rounded(text: string): string {
  return text.replace(/-?\d+\.\d{8,}/g, (number) => Number(number).toPrecision(DIGITS));
}
