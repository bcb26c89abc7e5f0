import { describe, expect, test } from "vitest";
import { topRiskRecord } from "../../../src/backtest/top-risk-record.js";
import { turnsOf } from "../../../src/backtest/turns.js";
import { path, recordDays } from "./record-days.js";

/** The record of prices with the flag up in rows `from..to`. */
function recordOf(prices: readonly number[], ...runs: readonly (readonly [from: number, to: number])[]) {
  const days = recordDays(
    prices.map((price, row) => ({ price, topRisk: runs.some(([from, to]) => row >= from && row <= to) })),
  );
  return topRiskRecord(days, turnsOf(days));
}

const BOOM_AND_BUST = path([0, 20], [80, 100], [130, 50], [160, 40], [230, 110]);

describe("an alarm", () => {
  test("is right when its highest close was halved before it was exceeded", () => {
    expect(recordOf(BOOM_AND_BUST, [60, 90]).alarms).toEqual([
      {
        from: "2015-03-02",
        to: "2015-04-01",
        period: "development",
        cycle: 1,
        priceUsd: 80,
        lastPriceUsd: 90,
        verdict: "right",
        extremeDay: "2015-03-22",
        leadDays: 20,
        fallAfter: -0.5,
        fallAfterEnd: undefined,
      },
    ]);
  });

  test("is false when the price closed above its highest close first, however far it fell", () => {
    const [alarm] = recordOf(path([0, 20], [80, 100], [130, 51], [230, 110], [300, 20]), [60, 90]).alarms;
    expect(alarm).toMatchObject({ verdict: "false", fallAfter: 51 / 80 - 1 });
  });

  test("is false, and has cost nothing, when the price only rose", () => {
    expect(recordOf(path([0, 20], [80, 100]), [20, 30]).alarms[0]).toMatchObject({ verdict: "false", fallAfter: 0 });
  });

  test("is open as long as neither has happened", () => {
    const prices = BOOM_AND_BUST.slice(0, 130);
    expect(recordOf(prices, [60, 90]).alarms[0]).toMatchObject({ verdict: "open", fallAfter: 51 / 80 - 1 });
    expect(recordOf([...prices, 50], [60, 90]).alarms[0]?.verdict).toBe("right");
  });

  test("that is still up ends, so far, on the newest day", () => {
    const [alarm] = recordOf(BOOM_AND_BUST.slice(0, 71), [60, 200]).alarms;
    expect(alarm).toMatchObject({ to: "2015-03-12", lastPriceUsd: 90, verdict: "open", leadDays: 10 });
  });

  test("is one for every unbroken run", () => {
    expect(recordOf(BOOM_AND_BUST, [10, 20], [22, 22], [60, 90]).alarms.map(({ from, to }) => [from, to])).toEqual([
      ["2015-01-11", "2015-01-21"],
      ["2015-01-23", "2015-01-23"],
      ["2015-03-02", "2015-04-01"],
    ]);
  });
});

test("a high without the flag on its very day is a miss", () => {
  expect(recordOf(BOOM_AND_BUST, [60, 80]).misses).toEqual([]);
  const miss = { day: "2015-03-22", period: "development", cycle: 1 };
  expect(recordOf(BOOM_AND_BUST, [60, 79]).misses).toEqual([miss]);
  expect(recordOf(BOOM_AND_BUST, [81, 120]).misses).toEqual([miss]);
});
