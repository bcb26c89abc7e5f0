import { addDays, endOf, type UtcDay, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { soundCloses } from "../../../src/jobs/sound-closes.js";
import { daysOf, StoredDays } from "../../../src/jobs/stored-days.js";
import { observation } from "./young-installation.js";

const FIRST = utcDay("2020-03-09");

/** The chosen closes of consecutive days; the best source first, `undefined`: it has none. */
function chosen(closes: Readonly<Record<string, readonly (number | undefined)[]>>) {
  const length = Math.max(...Object.values(closes).map((each) => each.length));
  const days = daysOf(FIRST, addDays(FIRST, length - 1));
  const rows = (["btc-close", "eth-close"] as const).flatMap((metric) =>
    Object.entries(closes).flatMap(([source, values]) =>
      values.flatMap((value, i) => {
        return value === undefined ? [] : [observation(metric, source, endOf(addDays(FIRST, i)), value)];
      }),
    ),
  );
  const sound = soundCloses(new StoredDays(rows), FIRST, days.at(-1) as UtcDay);
  const values = days.map((day) => sound.best("btc-close", day)?.value);
  expect(days.map((day) => sound.best("eth-close", day)?.value)).toEqual(values);
  return values;
}

describe("a close that leaps away from its neighbors", () => {
  // Made up, in the shape of 2020-03-12: a fall by 38 % within a day, and no way back for weeks.
  const CRASH = [7900, 8000, 7850, 4900, 5500, 5200, 5350];
  const TRUE = [7905, 7990, 7850, 4870, 5510, 5200, 5340];

  test("stays when a second source says the same, as on 2020-03-12", () => {
    expect(chosen({ "coin-metrics": CRASH, bitstamp: TRUE })).toEqual(CRASH);
  });

  test.each([
    [0, 10],
    [1, 10],
    [6, 10],
    [6, 0.1],
  ])("on day %d by a factor of %d gives way to a second source that says something else", (day, factor) => {
    const spoilt = CRASH.with(day, (CRASH[day] ?? 0) * factor);
    expect(chosen({ "coin-metrics": spoilt, bitstamp: TRUE })).toEqual(spoilt.with(day, TRUE[day] ?? 0));
  });

  test("stays where no other source has the day", () => {
    const spoilt = CRASH.with(1, 80_000);
    expect(chosen({ "coin-metrics": spoilt, bitstamp: TRUE.with(1, undefined as never) })).toEqual(spoilt);
    expect(chosen({ "coin-metrics": spoilt })).toEqual(spoilt);
  });
});

// Made up, in the shape of April 2013: five times up within weeks, then down by two thirds in three days.
test("in a market that doubles and halves within days nothing leaps: closes are those of the best source", () => {
  const wild = [110, 130, 145, 165, 190, 235, 165, 120, 80, 95, 92];
  expect(chosen({ "coin-metrics": wild, bitstamp: wild.map((value) => value * 1.2) })).toEqual(wild);
});
