import { describe, expect, test } from "vitest";
import { UpstreamError } from "../../../src/domain/errors.js";
import { DAY_MS, HOUR_MS, type Instant } from "../../../src/domain/instant.js";
import {
  checkCloses,
  checkValuations,
  closedPeriods,
  periodEnd,
  rowsAreDue,
  within,
} from "../../../src/sources/history-checks.js";

const D = Date.parse("2026-11-21T00:00:00Z") as Instant;
const at = (days: number) => (D + days * DAY_MS) as Instant;

describe("closed periods", () => {
  const times = { receivedAt: D, dateHeader: D };

  test("are sorted, single and over", () => {
    const rows = [0, -2, 1, -1, -2].map((days) => ({ end: at(days), value: days }));
    expect(closedPeriods(rows, times).map((row) => row.value)).toEqual([-2, -1, 0]);
  });

  test.each([
    ["a right clock and a right Date", { ours: 0, theirs: 0 }, [-1, 0]],
    ["our clock a year ahead and a right Date", { ours: 365, theirs: 0 }, [-1, 0]],
    ["our clock a year ahead and no Date", { ours: 365, theirs: undefined }, [-1, 0]],
    ["our clock 54 hours behind", { ours: -2.25, theirs: 0 }, []],
    ["a right clock and a Date a year ahead", { ours: 0, theirs: 365 }, [-1, 0]],
    ["a right clock and a Date a day behind", { ours: 0, theirs: -1 }, [-1, 0]],
  ])("leave out the running one, with %s", (_name, { ours, theirs }, over) => {
    const rows = [-1, 0, 1].map((days) => ({ end: at(days), value: days }));
    const dateHeader = theirs === undefined ? undefined : at(theirs);
    expect(closedPeriods(rows, { receivedAt: at(ours), dateHeader }).map((row) => row.value)).toEqual(over);
  });

  test.each([
    ["has a Date past its end", 0, [-1, 0]],
    ["has no Date", undefined, [-1]],
    ["has a Date before its end", -0.5, [-1]],
  ])("hold the newest of an answer without a running one only when the answer %s", (_name, theirs, over) => {
    const rows = [-1, 0].map((days) => ({ end: at(days), value: days }));
    const dateHeader = theirs === undefined ? undefined : at(theirs);
    expect(closedPeriods(rows, { receivedAt: at(365), dateHeader }).map((row) => row.value)).toEqual(over);
  });

  test("leave out a period that was stated twice with different values", () => {
    const rows = [
      { end: at(-1), value: 1 },
      { end: at(-2), value: 5 },
      { end: at(-1), value: 2 },
      { end: at(-1), value: 1 },
    ];
    expect(closedPeriods(rows, times)).toEqual([{ end: at(-2), value: 5 }]);
  });

  test("of a span include both of its ends", () => {
    const rows = [-3, -2, -1, 0].map((days) => ({ end: at(days) }));
    expect(within(rows, { first: at(-2), last: at(-1) })).toEqual([{ end: at(-2) }, { end: at(-1) }]);
  });
});

describe("the end of a period", () => {
  test("is one step after its opening", () => expect(periodEnd("x", D - HOUR_MS, HOUR_MS)).toBe(D));

  test.each([
    ["seconds taken for milliseconds", D / 1000],
    ["microseconds", D * 1000 * 1000],
    ["another grid", D + 1],
    ["no number of milliseconds", D + 0.5],
  ])("is refused for %s", (_name, opening) => {
    const read = () => periodEnd("x", opening, DAY_MS);
    expect(read).toThrow(UpstreamError);
  });
});

describe("rows are due", () => {
  const common = { stepMs: DAY_MS, since: at(-719), lagMs: HOUR_MS, now: (D + 2 * HOUR_MS) as Instant };
  test.each([
    ["for yesterday, once the lag is over", at(0), at(0), true],
    ["not for today", at(1), at(1), false],
    ["not before the source has rows", at(-800), at(-719), false],
    ["where the span reaches into what the source has", at(-800), at(-718), true],
  ])("%s", (_name, first, last, due) => {
    expect(rowsAreDue({ ...common, span: { first, last } })).toBe(due);
  });

  test("not within the lag", () => {
    expect(rowsAreDue({ ...common, now: (D + 1000) as Instant, span: { first: at(0), last: at(0) } })).toBe(false);
  });
});

const day = (n: number) => (Date.parse("2020-01-01T00:00:00Z") + n * DAY_MS) as Instant;
const closes = (...values: number[]) => values.map((value, n) => ({ end: day(n), value }));

describe("daily closes", () => {
  test.each([
    ["btc-close", [100, 299, 100.1]],
    ["doge-close", [0.0075, 0.0342, 0.03]],
    ["ltc-close", [1.5, 4.6]],
  ] as const)("of %s may move as they have moved", (metric, values) => {
    expect(() => checkCloses({ source: "x", metric, closes: closes(...values) })).not.toThrow();
  });

  test.each([
    ["btc-close", [100, 301]],
    ["btc-close", [301, 100]],
    ["btc-close", [100, 0, 100]],
    ["btc-close", [100, -1]],
    ["doge-close", [0.1, 1]],
  ] as const)("of %s as %j are implausible", (metric, values) => {
    expect(() => checkCloses({ source: "x", metric, closes: closes(...values) })).toThrow("implausible");
  });

  test("may lie far apart when a long time lies between them", () => {
    const far = [
      { end: day(0), value: 100 },
      { end: day(8), value: 1000 },
    ];
    expect(() => checkCloses({ source: "x", metric: "btc-close", closes: far })).not.toThrow();
  });
});

describe("valuations", () => {
  const days = (...pairs: [price: number, mvrv: number][]) =>
    pairs.map(([value, mvrv], n) => ({ end: day(n), value, mvrv }));

  test("may move with the price", () => {
    expect(() => checkValuations("x", days([100, 1], [150, 1.5], [80, 0.8]))).not.toThrow();
  });

  test.each([[days([100, 1], [100, 1.6])], [days([100, 1], [160, 1])], [days([100, 0])], [days([100, 5000])]])(
    "%# are implausible",
    (rows) => expect(() => checkValuations("x", rows)).toThrow("implausible"),
  );

  test("were wild in the first year of prices", () => {
    const early = days([0.08, 146], [0.08, 70]).map((row) => ({
      ...row,
      end: (row.end - 10 * 365 * DAY_MS) as Instant,
    }));
    expect(early[0]?.end).toBeLessThan(Date.parse("2011-07-18T00:00:00Z"));
    expect(() => checkValuations("x", early)).not.toThrow();
  });
});
