import { describe, expect, test } from "vitest";
import { type Instant, MINUTE_MS } from "../../../src/domain/instant.js";
import { liveObservations, QUOTE_AGE_MS } from "../../../src/sources/live-quotes.js";

const NOW = Date.parse("2026-11-21T04:12:10Z") as Instant;
const quote = (minutes: number, value = 84_000) => ({
  metric: "btc-price" as const,
  value,
  at: (NOW + minutes * MINUTE_MS) as Instant,
});
const read = (...quotes: ReturnType<typeof quote>[]) =>
  liveObservations({ source: "x", quotes, receivedAt: NOW, maxAgeMs: QUOTE_AGE_MS });

describe("live quotes", () => {
  test.each([0, -10, 5])("%d minutes from now are taken, with their own time", (minutes) => {
    expect(read(quote(minutes))).toEqual([
      { metric: "btc-price", source: "x", observedAt: NOW + minutes * MINUTE_MS, fetchedAt: NOW, value: 84_000 },
    ]);
  });

  test.each([
    ["too old", quote(-10.1)],
    ["in the future", quote(5.1)],
    ["zero", quote(0, 0)],
    ["negative", quote(0, -1)],
    ["absurd", quote(0, 1e9)],
    ["at no moment", { ...quote(0), at: Number.NaN as Instant }],
  ])("%s are implausible", (_name, bad) => expect(() => read(bad)).toThrow("implausible"));

  test("that are good stay when another is bad", () => expect(read(quote(0, 0), quote(-1))).toHaveLength(1));

  test("without any quote are malformed", () => expect(() => read()).toThrow("malformed"));
});
