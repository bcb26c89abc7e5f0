import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { periodRecords } from "../../../src/record/period-record.js";
import { cycleOf, periodOf } from "../../../src/record/periods.js";
import { recordDays } from "../../support/record-days.js";

/** Only the days of one period. */
function soleRecord(sketches: Parameters<typeof recordDays>[0], first?: string) {
  const [sole, ...more] = periodRecords(recordDays(sketches, first === undefined ? undefined : utcDay(first)));
  expect(more).toEqual([]);
  return sole;
}

test("the record's days are grouped by period, from the first to the last one with a score", () => {
  const sketches = Array.from({ length: 8 }, (_, row) => ({ score: row === 0 || row === 7 ? null : 50 }));
  expect(periodRecords(recordDays(sketches, utcDay("2022-12-29")))).toMatchObject([
    { period: "development", from: "2022-12-30", to: "2022-12-31", days: 2 },
    { period: "later", from: "2023-01-01", to: "2023-01-04", days: 4 },
  ]);
});

test("the year after a phase has quantiles of its returns and the share that rose", () => {
  const days = Array.from({ length: 370 }, (_, row) => ({ score: row < 4 ? 10 : 50, price: 100 }));
  const later = [80, 100, 150, 300];
  const record = soleRecord(days.map((day, row) => ({ ...day, price: later[row - 365] ?? 100 })));
  const [bottom] = record?.phases ?? [];
  expect(bottom?.yearAfter).toEqual({
    days: 4,
    p10: expect.closeTo(-0.2 + 0.3 * 0.2, 12),
    median: 0.25,
    p90: expect.closeTo(0.5 + 0.7 * 1.5, 12),
    rose: 0.5,
  });
});

test("a year that ends after its period does not count; if no year counts, there are no returns", () => {
  const days = Array.from({ length: 800 }, () => ({ score: 50 }));
  const [development, later] = periodRecords(recordDays(days, utcDay("2021-12-30")));
  expect(development?.phases[2]).toMatchObject({ phase: "BULL", days: 367, yearAfter: { days: 2 } });
  expect(later?.phases[2]?.yearAfter?.days).toBe(800 - 367 - 365);
  expect(development?.phases[0]?.yearAfter).toBeUndefined();
  expect(soleRecord(days.slice(0, 365))?.phases[2]?.yearAfter).toBeUndefined();
});

test.each([
  ["2010-07-18", "early", 0],
  ["2012-11-27", "early", 0],
  ["2012-11-28", "early", 1],
  ["2013-12-31", "early", 1],
  ["2014-01-01", "development", 1],
  ["2016-07-09", "development", 2],
  ["2022-12-31", "development", 3],
  ["2023-01-01", "later", 3],
  ["2024-04-20", "later", 4],
  ["2031-01-01", "later", 4],
])("%s belongs to the %s period and to cycle %i", (text, period, cycle) => {
  expect([periodOf(utcDay(text)), cycleOf(utcDay(text))]).toEqual([period, cycle]);
});
