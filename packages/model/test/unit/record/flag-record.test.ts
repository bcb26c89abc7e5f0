import { describe, expect, test } from "vitest";
import { flagRecord } from "../../../src/record/flag-record.js";
import { turnsOf } from "../../../src/record/turns.js";
import { path, recordDays } from "../../support/record-days.js";

/** The record of prices with the flag up in rows `from..to`. */
function topRiskOf(prices: readonly number[], ...runs: readonly (readonly [from: number, to: number])[]) {
  const days = recordDays(
    prices.map((price, row) => ({ price, topRisk: runs.some(([from, to]) => row >= from && row <= to) })),
  );
  return flagRecord("topRisk", days, turnsOf(days));
}

const BOOM_AND_BUST = path([0, 20], [80, 100], [130, 50], [160, 40], [230, 110]);

describe("an alarm of top risk", () => {
  test("is right when its highest close was halved before it was exceeded", () => {
    expect(topRiskOf(BOOM_AND_BUST, [60, 90]).alarms).toEqual([
      {
        from: "2015-03-02",
        to: "2015-04-01",
        period: "development",
        priceUsd: 80,
        verdict: "right",
        fallAfter: -0.5,
      },
    ]);
  });

  test("is false when the price closed above its highest close first, no matter how far it fell", () => {
    const [alarm] = topRiskOf(path([0, 20], [80, 100], [130, 51], [230, 110], [300, 20]), [60, 90]).alarms;
    expect(alarm).toMatchObject({ verdict: "false", fallAfter: 51 / 80 - 1 });
  });

  test("is open as long as neither has happened", () => {
    const prices = BOOM_AND_BUST.slice(0, 130);
    expect(topRiskOf(prices, [60, 90]).alarms[0]).toMatchObject({ verdict: "open", fallAfter: 51 / 80 - 1 });
    expect(topRiskOf([...prices, 50], [60, 90]).alarms[0]?.verdict).toBe("right");
  });
});

test("a high without the flag on that day is a miss", () => {
  expect(topRiskOf(BOOM_AND_BUST, [60, 80]).misses).toEqual([]);
  const miss = { day: "2015-03-22", period: "development" };
  expect(topRiskOf(BOOM_AND_BUST, [60, 79]).misses).toEqual([miss]);
  expect(topRiskOf(BOOM_AND_BUST, [81, 120]).misses).toEqual([miss]);
});

/** The record of prices with the guard up in rows `from..to`. */
function guardOf(prices: readonly number[], from: number, to: number) {
  const days = recordDays(prices.map((price, row) => ({ price, descentGuard: row >= from && row <= to })));
  return flagRecord("descentGuard", days, turnsOf(days));
}

/** A high of 100 at row 80, 70 at row 110, the low of 40 at row 160, a record high from row 221 on. */
const BUST = path([0, 20], [80, 100], [110, 70], [160, 40], [220, 100], [240, 120], [300, 10]);

describe("an alarm of the descent guard", () => {
  test("is right when the price closed 20 % below its first day while it was up", () => {
    expect(guardOf(BUST, 110, 190).alarms).toEqual([
      {
        from: "2015-04-21",
        to: "2015-07-10",
        period: "development",
        priceUsd: 70,
        verdict: "right",
        fallAfter: 40 / 70 - 1,
      },
    ]);
  });

  test("is right at exactly 20 % below", () => {
    expect(guardOf(path([0, 20], [80, 100], [110, 70], [120, 56], [200, 90]), 110, 130).alarms[0]?.verdict).toBe(
      "right",
    );
  });

  test("is false when it went down without that, even if the fall came later", () => {
    const [alarm] = guardOf(BUST, 110, 120).alarms;
    expect(alarm).toMatchObject({ verdict: "false", fallAfter: 64 / 70 - 1 });
  });

  test("is open while it is up and has seen no such fall", () => {
    const still = (days: number) => guardOf(BUST.slice(0, days), 110, 999).alarms[0];
    expect(still(134)).toMatchObject({ verdict: "open" });
    expect(still(135)).toMatchObject({ verdict: "right" }); // 56.2, then 55.6 of 70
  });
});

test("a low without the guard on that day is a miss", () => {
  const low = { day: "2015-06-10", period: "development" };
  expect(guardOf(BUST.slice(0, 241), 110, 160).misses).toEqual([]);
  expect(guardOf(BUST.slice(0, 241), 110, 159).misses).toEqual([low]);
  expect(guardOf(BUST.slice(0, 241), 161, 200).misses).toEqual([low]);
});
