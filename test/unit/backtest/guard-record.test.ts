import { describe, expect, test } from "vitest";
import { guardRecord } from "../../../src/backtest/guard-record.js";
import { turnsOf } from "../../../src/backtest/turns.js";
import { path, recordDays } from "./record-days.js";

/** The record of prices with the guard up in rows `from..to`. */
function recordOf(prices: readonly number[], from: number, to: number) {
  const days = recordDays(prices.map((price, row) => ({ price, descentGuard: row >= from && row <= to })));
  return guardRecord(days, turnsOf(days));
}

/** A high of 100 at row 80, 70 at row 110, the low of 40 at row 160, a record high from row 221 on. */
const BUST = path([0, 20], [80, 100], [110, 70], [160, 40], [220, 100], [240, 120], [300, 10]);

describe("an alarm", () => {
  test("is right when the price closed 20 % below its first day while it was up", () => {
    expect(recordOf(BUST, 110, 190).alarms).toEqual([
      {
        from: "2015-04-21",
        to: "2015-07-10",
        period: "development",
        cycle: 1,
        priceUsd: 70,
        lastPriceUsd: 70,
        verdict: "right",
        extremeDay: "2015-06-10",
        leadDays: 50,
        fallAfter: 40 / 70 - 1,
        fallAfterEnd: 0,
      },
    ]);
  });

  test("is false when it went down without, even if the fall came later", () => {
    const [alarm] = recordOf(BUST, 110, 120).alarms;
    expect(alarm).toMatchObject({ verdict: "false", extremeDay: "2015-05-01", leadDays: 10, fallAfter: 64 / 70 - 1 });
  });

  test("that went down early is told by the fall to come before the next record high", () => {
    expect(recordOf(BUST, 110, 130).alarms[0]?.fallAfterEnd).toBeCloseTo(40 / 58 - 1, 12);
    expect(recordOf(BUST.slice(0, 141), 110, 130).alarms[0]?.fallAfterEnd).toBeCloseTo(52 / 58 - 1, 12);
  });

  test("is open while it is up and the fall has not come", () => {
    const still = (days: number) => recordOf(BUST.slice(0, days), 110, 999).alarms[0];
    expect(still(134)).toMatchObject({ verdict: "open", fallAfterEnd: undefined });
    expect(still(135)).toMatchObject({ verdict: "right", fallAfterEnd: undefined }); // 56.2, then 55.6 of 70
  });
});

test("a low without the guard on its very day is a miss", () => {
  const low = { day: "2015-06-10", period: "development", cycle: 1 };
  expect(recordOf(BUST.slice(0, 241), 110, 160).misses).toEqual([]);
  expect(recordOf(BUST.slice(0, 241), 110, 159).misses).toEqual([low]);
  expect(recordOf(BUST.slice(0, 241), 161, 200).misses).toEqual([low]);
});
