import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { HistoryRow } from "../../../src/domain/history.js";
import { addDays, utcDay } from "../../../src/domain/instant.js";
import { followSettledRows, settledDays } from "../../../src/operations/settled-rows.js";
import type { DayStore } from "../../../src/operations/store-ports.js";
import { historyRow } from "../../contract/storage/samples.js";

const FIRST = utcDay("2012-07-16");

/** Rows with these scores; a `null` is a day without a row. */
function rowsOf(scores: readonly (number | null)[]): readonly HistoryRow[] {
  return scores.flatMap((score, i) => (score === null ? [] : [historyRow(i, { day: addDays(FIRST, i), score })]));
}

/** A store of rows that grows. */
function storeOf(stored: HistoryRow[]): Pick<DayStore, "rows" | "lastRows"> {
  return {
    rows: async (from, to) => stored.filter(({ day }) => day >= from && day <= to),
    lastRows: async (count) => stored.slice(-count),
  };
}

const waves = Array.from({ length: 1000 }, (_, i) => Math.round(500 + 480 * Math.sin(i / 40)) / 10);

describe("the settled rows", () => {
  test("are nothing without rows", async () => {
    expect(await followSettledRows(storeOf([]))()).toEqual({ newest: [], changes: [] });
  });

  test("keep the newest 31 and every change, the first row being none", async () => {
    const { newest, changes } = await followSettledRows(storeOf([...rowsOf(waves)]))();
    expect(newest).toHaveLength(31);
    expect(newest.at(-1)?.day).toBe(addDays(FIRST, 999));
    expect(changes.slice(0, 3).map(({ from, to }) => `${from} ${to}`)).toEqual(["BULL HOT", "HOT PEAK", "PEAK HOT"]);
    expect(changes.length).toBeGreaterThan(20);
  });

  test("are the same whether they are read day by day, in any steps, at once, or again after a restart", async () => {
    const scores = fc.array(fc.option(fc.integer({ min: 0, max: 1000 }).map((each) => each / 10)), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(scores, fc.array(fc.nat(9)), async (list, steps) => {
        const all = rowsOf(list);
        const stored: HistoryRow[] = [];
        const follow = followSettledRows(storeOf(stored));
        for (const step of steps) {
          stored.push(...all.slice(stored.length, stored.length + step));
          await follow();
        }
        stored.push(...all.slice(stored.length));
        await Promise.all([follow(), follow()]);
        expect(await follow()).toEqual(await followSettledRows(storeOf([...all]))());
      }),
    );
  });
});

describe("the settled phase of days", () => {
  const all = rowsOf(waves).map(({ day, score }) => ({ day, score }));

  test("is that of the rows; newer days are stepped on, older ones are not known", async () => {
    const { newest } = await followSettledRows(storeOf([...rowsOf(waves)]))();
    const before = await followSettledRows(storeOf([...rowsOf(waves.slice(0, 997))]))();
    expect(settledDays(all.slice(-30), newest)).toEqual(newest.slice(-30));
    expect(settledDays(all.slice(-28), before.newest)).toEqual(newest.slice(-28));
    expect(settledDays(all.slice(-32), newest)).toBeUndefined();
    expect(settledDays(all.slice(-1), [])).toBeUndefined();
    expect(settledDays([], [])).toEqual([]);
  });
});
