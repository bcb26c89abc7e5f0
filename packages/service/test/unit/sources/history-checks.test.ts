import { DAY_MS, HOUR_MS, type Instant } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import {
  closedPeriods,
  type DroppedRow,
  type Figure,
  figuresAgree,
  inRange,
  periodEnd,
  rowSieve,
  rowsAreDue,
  within,
  withoutOutliers,
} from "../../../src/sources/history-checks.js";

const D = Date.parse("2026-11-21T00:00:00Z") as Instant;
const at = (days: number) => (D + days * DAY_MS) as Instant;

/** As a reader of closes treats a period that is stated twice. */
function closed<T extends { readonly end: Instant; readonly value: number }>(
  rows: readonly T[],
  times: { readonly receivedAt: Instant; readonly dateHeader: Instant | undefined },
  disputed: Instant[] = [],
): T[] {
  const drop = (end: Instant | undefined) => void (end !== undefined && disputed.push(end));
  return closedPeriods(rows, times, { drop }, (a, b) => figuresAgree(a.value, b.value));
}

describe("closed periods", () => {
  const times = { receivedAt: D, dateHeader: D };

  test("are sorted, single and over", () => {
    const rows = [0, -2, 1, -1, -2].map((days) => ({ end: at(days), value: days }));
    expect(closed(rows, times).map((row) => row.value)).toEqual([-2, -1, 0]);
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
    expect(closed(rows, { receivedAt: at(ours), dateHeader }).map((row) => row.value)).toEqual(over);
  });

  test.each([
    ["has a Date past its end", 0, [-1, 0]],
    ["has no Date", undefined, [-1]],
    ["has a Date before its end", -0.5, [-1]],
  ])("hold the newest of an answer without a running one only when the answer %s", (_name, theirs, over) => {
    const rows = [-1, 0].map((days) => ({ end: at(days), value: days }));
    const dateHeader = theirs === undefined ? undefined : at(theirs);
    expect(closed(rows, { receivedAt: at(365), dateHeader }).map((row) => row.value)).toEqual(over);
  });

  test("leave out a period that was stated twice with different values", () => {
    const rows = [
      { end: at(-1), value: 1 },
      { end: at(-2), value: 5 },
      { end: at(-1), value: 2 },
      { end: at(-1), value: 1 },
    ];
    const disputed: Instant[] = [];
    expect(closed(rows, times, disputed)).toEqual([{ end: at(-2), value: 5 }]);
    expect(disputed).toEqual([at(-1)]);
  });

  test("that are stated twice with almost the same value are the first of the two", () => {
    const twice = [4000.18, 4002.13].map((value) => ({ end: at(-1), value }));
    expect(closed(twice, times)).toEqual([{ end: at(-1), value: 4000.18 }]);
  });

  test("of a span include both of its ends", () => {
    const rows = [-3, -2, -1, 0].map((days) => ({ end: at(days) }));
    expect(within(rows, { first: at(-2), last: at(-1) })).toEqual([{ end: at(-2) }, { end: at(-1) }]);
  });
});

describe("the end of a period", () => {
  test("is one step after its opening", () => expect(periodEnd(D - HOUR_MS, HOUR_MS)).toBe(D));

  test.each([
    ["seconds taken for milliseconds", D / 1000],
    ["microseconds", D * 1000 * 1000],
    ["another grid", D + 1],
    ["no number of milliseconds", D + 0.5],
  ])("is unknown for %s", (_name, opening) => expect(periodEnd(opening, DAY_MS)).toBeUndefined());
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
const figures = (...values: number[]) => values.map((value, n) => ({ end: day(n), value }));
const valuesOf = (all: readonly Figure[]) => all.map(({ value }) => value);

function sieved() {
  const dropped: DroppedRow[] = [];
  return { sieve: rowSieve("x", "btc-close", (rows) => void dropped.push(...rows)), dropped };
}

describe("outliers", () => {
  test.each([
    ["in the middle", [100, 100, 1000, 100, 100], [100, 100, 100, 100]],
    ["two days running", [100, 100, 1000, 1000, 100, 100, 100], [100, 100, 100, 100, 100]],
    ["first", [1000, 100, 100, 100], [100, 100, 100]],
    ["last", [100, 100, 100, 1000], [100, 100, 100]],
    ["downward", [100, 100, 1, 100, 100], [100, 100, 100, 100]],
    ["nowhere, in a market that triples within days", [100, 180, 290, 250, 300], [100, 180, 290, 250, 300]],
  ])("%s are left out", (_name, given, kept) => {
    expect(valuesOf(withoutOutliers(figures(...given), 3, sieved().sieve))).toEqual(kept);
  });

  test("that last are no outliers: the whole series is refused", () => {
    const series = figures(100, 100, 100, 100, 1000, 1000, 1000, 1000);
    expect(() => withoutOutliers(series, 3, sieved().sieve)).toThrow("implausible");
  });

  test("are never the figure that is known from the page before", () => {
    const series = figures(100, 1000, 1000, 1000);
    expect(valuesOf(withoutOutliers(series, 3, sieved().sieve))).toEqual([1000, 1000, 1000]);
    expect(() => withoutOutliers(series, 3, sieved().sieve, day(0))).toThrow("implausible");
  });

  test("are not looked for across more than a week", () => {
    const far = [
      { end: day(0), value: 100 },
      { end: day(8), value: 1000 },
    ];
    expect(withoutOutliers(far, 3, sieved().sieve)).toEqual(far);
  });
});

test("figures out of their metric's range are left out, by name", () => {
  const { sieve, dropped } = sieved();
  expect(valuesOf(inRange(figures(100, 0, -5, 1e9, 100, 100, 100), sieve))).toEqual([100, 100, 100, 100]);
  sieve.finish(200);
  expect(dropped.map(({ end }) => end)).toEqual([day(1), day(2), day(3)]);
  expect(dropped[0]).toEqual({ source: "x", metric: "btc-close", end: day(1), reason: "out of range" });
});

test.each([
  [1, 1, false],
  [1, 2, true],
  [1, 30, true],
  [2, 30, false],
  [2, 98, true],
  [3, 98, false],
  [120, 5880, true],
  [121, 5880, false],
])("with %d bad rows beside %d good ones an answer is trusted: %s", (bad, good, isTrusted) => {
  const { sieve, dropped } = sieved();
  for (let n = 0; n < bad; n += 1) sieve.drop(day(n), "out of range");
  if (isTrusted) sieve.finish(good);
  else expect(() => sieve.finish(good)).toThrow("implausible");
  expect(dropped).toHaveLength(isTrusted ? bad : 0);
});
