import { describe, expect, test } from "vitest";
import { DAY_MS, type Instant } from "../../../src/domain/instant.js";
import { checkCloses, checkValuations } from "../../../src/sources/close-checks.js";

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
