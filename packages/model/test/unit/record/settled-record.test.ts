import { describe, expect, test } from "vitest";
import { utcDay } from "../../../src/instant.js";
import { entriesOf, settledRecord, staysOf } from "../../../src/record/settled-record.js";
import { turnsOf } from "../../../src/record/turns.js";
import { path, recordDays } from "../../support/record-days.js";

const FLAT = recordDays([50, 61, 59, 61, 59, 53, 52].map((score) => ({ score })));

test("the settled record counts changes and short stays of both phases, and compares the two day by day", () => {
  expect(settledRecord(FLAT, [])).toEqual({
    ...{ from: "2015-01-01", to: "2015-01-07", days: 7 },
    plain: { changes: 5 - 1, shortStays: 4 },
    settled: { changes: 2, shortStays: 2 },
    plainSignal: { changes: 5 - 1, shortStays: 4 },
    settledSignal: { changes: 2, shortStays: 2 },
    ...{ shownTurns: 0, lostTurns: 0, lateTurns: 0, maxDaysLate: 1, equalShare: 5 / 7 },
  });
});

test("a stay is short if it lasts less than seven days", () => {
  const days = recordDays([50, ...Array(6).fill(61), ...Array(7).fill(50), 61].map((score) => ({ score })));
  expect(settledRecord(days, [])?.plain).toEqual({ changes: 3, shortStays: 2 });
});

test("the settled record begins in 2014 and is missing before", () => {
  const days = recordDays([{ score: 50 }, { score: 61 }, { score: 61 }], utcDay("2013-12-31"));
  expect(settledRecord(days, [])).toMatchObject({ from: "2014-01-01", days: 2, plain: { changes: 0 } });
  expect(settledRecord(days.slice(0, 1), [])).toBeUndefined();
});

describe("the settled record", () => {
  const prices = path([0, 20], [200, 100], [500, 30], [720, 110]);
  const days = recordDays(prices.map((price, row) => ({ price, score: row === 150 ? 85 : row === 499 ? 15 : 50 })));
  const turns = turnsOf(days);

  test("counts the turns that the phase of the day warned of, none missed or late", () => {
    expect(settledRecord(days, turns)).toMatchObject({ shownTurns: 2, lostTurns: 0, lateTurns: 0 });
  });

  test("counts a turn as missed if the settled phase never showed it, and as late if it showed it later", () => {
    const other = days.map((each, row) => {
      const phase = row === 160 ? "PEAK" : "BULL";
      return { ...each, settled: { ...each.settled!, phase } as const };
    });
    expect(settledRecord(other, turns)).toMatchObject({ shownTurns: 2, lostTurns: 1, lateTurns: 1 });
  });
});

test("an entry is a day on which the settled phase became outermost, with the price a year later", () => {
  const scores = Array.from({ length: 400 }, (_, row) => (row === 10 ? 85 : row === 30 ? 15 : 50));
  const days = recordDays(scores.map((score, row) => ({ score, price: 100 + row })));
  expect(entriesOf(days)).toEqual([
    { day: "2015-01-11", phase: "PEAK", period: "development", priceUsd: 110, yearLater: 475 / 110 },
    { day: "2015-01-31", phase: "FONDO", period: "development", priceUsd: 130, yearLater: 495 / 130 },
  ]);
  expect(entriesOf(days.slice(0, 380)).map(({ yearLater }) => yearLater)).toEqual([475 / 110, undefined]);
  expect(entriesOf(days.slice(0, 10))).toEqual([]);
});

test("a stay begins with the first day of its settled phase", () => {
  const days = recordDays([null, 50, 61, 62, 59, 53, 52].map((score) => ({ score })));
  expect(staysOf(days)).toEqual([
    { phase: "BULL", from: "2015-01-02" },
    { phase: "HOT", from: "2015-01-03" },
    { phase: "BULL", from: "2015-01-06" },
  ]);
});
