import { addDays, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import type { HistoryRow } from "../../../src/domain/history.js";
import { settledRows } from "../../../src/history/settled-rows.js";
import { historyRow } from "../../contract/storage/samples.js";

const FIRST = utcDay("2012-07-16");

/** Rows with these scores; a `null` is a day without a row. */
function rowsOf(scores: readonly (number | null)[]): readonly HistoryRow[] {
  return scores.flatMap((score, i) => (score === null ? [] : [historyRow(i, { day: addDays(FIRST, i), score })]));
}

const waves = Array.from({ length: 1000 }, (_, i) => Math.round(500 + 480 * Math.sin(i / 40)) / 10);

describe("the settled rows", () => {
  test("are nothing without rows", () => {
    expect(settledRows([])).toEqual({ newest: [], changes: [] });
  });

  test("keep the newest 31 and every change, the first row being none", () => {
    const { newest, changes } = settledRows(rowsOf(waves));
    expect(newest).toHaveLength(31);
    expect(newest.at(-1)?.day).toBe(addDays(FIRST, 999));
    expect(changes.slice(0, 3).map(({ from, to }) => `${from} ${to}`)).toEqual(["BULL HOT", "HOT PEAK", "PEAK HOT"]);
    expect(changes.length).toBeGreaterThan(20);
  });
});
