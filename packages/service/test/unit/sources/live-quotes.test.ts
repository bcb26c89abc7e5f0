import { type Instant, MINUTE_MS } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { type LiveQuote, liveObservations, QUOTE_AGE_MS } from "../../../src/sources/live-quotes.js";

const NOW = Date.parse("2026-11-21T04:12:10Z") as Instant;
const quote = (minutes: number, value = 84_000) => ({
  metric: "btc-price" as const,
  value,
  at: (NOW + minutes * MINUTE_MS) as Instant,
});
const told: [number, number][] = [];
const times = {
  receivedAt: NOW,
  dateHeader: undefined,
  onContentTime: (...range: [Instant, Instant]) => void told.push(range),
};
const read = (...quotes: readonly LiveQuote[]) => liveObservations("x", quotes, times, QUOTE_AGE_MS);

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

  test("without a time of their own have that of the answer, by the Date header where there is one", () => {
    const bare = { ...quote(0), at: undefined };
    expect(read(bare)[0]?.observedAt).toBe(NOW);
    const stated = (NOW - 3000) as Instant;
    const dated = { ...times, dateHeader: stated };
    const [seen] = liveObservations("x", [bare], dated, QUOTE_AGE_MS);
    expect(seen?.observedAt).toBe(stated);
  });

  test("say what time it is: not before their own, and not much later; those without a time say nothing", () => {
    told.length = 0;
    read(quote(-1), { ...quote(0), at: undefined });
    expect(told).toEqual([[NOW - MINUTE_MS, NOW - MINUTE_MS + QUOTE_AGE_MS]]);
  });

  test("that are good stay when another is bad", () => expect(read(quote(0, 0), quote(-1))).toHaveLength(1));

  test("without any quote are malformed", () => expect(() => read()).toThrow("malformed"));
});
