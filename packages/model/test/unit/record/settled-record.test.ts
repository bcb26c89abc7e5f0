import { expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { settledRecord, staysOf } from "../../../src/record/settled-record.js";
import { turnsOf } from "../../../src/record/turns.js";
import { path, recordDays } from "./record-days.js";

const FLAT = recordDays([50, 61, 59, 61, 59, 53, 52].map((score) => ({ score })));

test("the settled record counts changes and short stays of both phases, and how the settled one follows", () => {
  expect(settledRecord(FLAT, [])).toEqual({
    ...{ from: "2015-01-01", to: "2015-01-07", days: 7 },
    plain: { changes: 5 - 1, shortStays: 4 },
    settled: { changes: 2, shortStays: 2 },
    ...{ shownTurns: 0, lostTurns: 0, lateTurns: 0, maxDaysLate: 1, equalShare: 5 / 7 },
  });
});

test("a stay is short when it ends within less than seven days", () => {
  const days = recordDays([50, ...Array(6).fill(61), ...Array(7).fill(50), 61].map((score) => ({ score })));
  expect(settledRecord(days, [])?.plain).toEqual({ changes: 3, shortStays: 2 });
});

test("the settled record begins with 2014, and is missing before", () => {
  const days = recordDays([{ score: 50 }, { score: 61 }, { score: 61 }], utcDay("2013-12-31"));
  expect(settledRecord(days, [])).toMatchObject({ from: "2014-01-01", days: 2, plain: { changes: 0 } });
  expect(settledRecord(days.slice(0, 1), [])).toBeUndefined();
});

test("the settled record counts the turns that the plain phase showed, and those lost or shown late", () => {
  const prices = path([0, 20], [200, 100], [500, 30], [720, 110]);
  const days = recordDays(prices.map((price, row) => ({ price, score: row === 150 ? 85 : row === 499 ? 15 : 50 })));
  const turns = turnsOf(days);
  expect(turns.map(({ leadDays, settledLeadDays }) => [leadDays, settledLeadDays])).toEqual([
    [50, 50],
    [1, 1],
  ]);
  expect(settledRecord(days, turns)).toMatchObject({ shownTurns: 2, lostTurns: 0, lateTurns: 0 });
  const [high, low] = turns.map((turn, nth) => ({ ...turn, settledLeadDays: nth === 0 ? 40 : undefined }));
  expect(settledRecord(days, [high!, low!])).toMatchObject({ shownTurns: 2, lostTurns: 1, lateTurns: 1 });
});

test("a stay begins with the first day of its settled phase", () => {
  const days = recordDays([null, 50, 61, 62, 59, 53, 52].map((score) => ({ score })));
  expect(staysOf(days)).toEqual([
    { phase: "BULL", from: "2015-01-02" },
    { phase: "HOT", from: "2015-01-03" },
    { phase: "BULL", from: "2015-01-06" },
  ]);
});
