import { describe, expect, test } from "vitest";
import { DAY_MS, type Instant } from "../../../src/domain/instant.js";
import { type DroppedRow, type Figure, inRange, rowSieve, withoutOutliers } from "../../../src/sources/row-sieve.js";

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
    expect(valuesOf(withoutOutliers(figures(...given), { factor: 3 }, sieved().sieve))).toEqual(kept);
  });

  test("that last are no outliers: the whole series is refused", () => {
    const series = figures(100, 100, 100, 100, 1000, 1000, 1000, 1000);
    expect(() => withoutOutliers(series, { factor: 3 }, sieved().sieve)).toThrow("implausible");
  });

  test("are never the figure that is known from the page before", () => {
    const series = figures(100, 1000, 1000, 1000);
    expect(valuesOf(withoutOutliers(series, { factor: 3 }, sieved().sieve))).toEqual([1000, 1000, 1000]);
    expect(() => withoutOutliers(series, { factor: 3, known: day(0) }, sieved().sieve)).toThrow("implausible");
  });

  test("are not looked for across more than a week", () => {
    const far = [
      { end: day(0), value: 100 },
      { end: day(8), value: 1000 },
    ];
    expect(withoutOutliers(far, { factor: 3 }, sieved().sieve)).toEqual(far);
  });
});

test("figures out of their metric's range are left out, by name", () => {
  const { sieve, dropped } = sieved();
  expect(valuesOf(inRange(figures(100, 0, -5, 1e9, 100, 100, 100), sieve))).toEqual([100, 100, 100, 100]);
  sieve.settle(200);
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
  if (isTrusted) sieve.settle(good);
  else expect(() => sieve.settle(good)).toThrow("implausible");
  expect(dropped).toHaveLength(isTrusted ? bad : 0);
});
