import { describe, expect, test } from "vitest";
import type { MarketEvent } from "../../src/market/events.js";
import { Market } from "../../src/market/market.js";
import { dayNumber, HOUR_MS } from "../../src/time.js";

const AT = "2026-11-20T03:30:00Z";
const AT_MS = Date.parse(AT);
const calm = new Market();

function marketWith(...events: readonly MarketEvent[]): Market {
  const market = new Market();
  market.add(...events);
  return market;
}

describe("an event of the market", () => {
  test.each([-0.25, -0.45, -0.62, 0.39])("moves every price by %s at once, permanently", (move) => {
    const market = marketWith({ move, at: AT });
    for (const coin of ["btc", "eth"] as const) {
      const factor = (ms: number) => market.priceAt(coin, ms) / calm.priceAt(coin, ms);
      expect(factor(AT_MS - 1)).toBe(1);
      expect(factor(AT_MS)).toBeCloseTo(1 + move, 10);
      expect(factor(AT_MS + 5000 * HOUR_MS)).toBeCloseTo(1 + move, 10);
    }
  });

  test("can take hours, and another event can undo it", () => {
    const hours18 = { move: -0.39, at: AT, overMs: 18 * HOUR_MS };
    const market = marketWith(hours18, { move: 1 / 0.61 - 1, at: "2026-11-22T00:00:00Z" });
    const factor = (hours: number) => {
      const ms = AT_MS + hours * HOUR_MS;
      return market.priceAt("btc", ms) / calm.priceAt("btc", ms);
    };
    expect(factor(9)).toBeCloseTo(Math.sqrt(0.61), 10);
    expect(factor(18)).toBeCloseTo(0.61, 10);
    expect(factor(48)).toBeCloseTo(1, 10);
  });

  test("affects closes, MVRV and sentiment", () => {
    const market = marketWith({ move: -0.45, at: AT });
    const day = dayNumber("2026-11-20");
    expect(market.closeOf("btc", day) / calm.closeOf("btc", day)).toBeCloseTo(0.55, 10);
    expect(market.mvrvOf(day) / calm.mvrvOf(day)).toBeCloseTo(0.55, 10);
    expect(market.fearAndGreed(day)).toBe(calm.fearAndGreed(day));
    expect(market.fearAndGreed(day + 1)).toBeLessThan(calm.fearAndGreed(day + 1) ?? 0);
  });

  test("can affect a single coin", () => {
    const market = marketWith({ move: 0.62, at: AT, coin: "doge" });
    expect(market.priceAt("doge", AT_MS) / calm.priceAt("doge", AT_MS)).toBeCloseTo(1.62, 10);
    expect(market.priceAt("btc", AT_MS)).toBe(calm.priceAt("btc", AT_MS));
  });

  test("moves tether off its peg and back", () => {
    const depeg = { tetherUsd: 0.9, at: AT, overMs: 2 * HOUR_MS };
    const market = marketWith(depeg, { tetherUsd: 1, at: "2026-11-21T00:00:00Z" });
    const after = (hours: number) => market.tetherAt(AT_MS + hours * HOUR_MS);
    expect(after(0)).toBe(0.9998);
    expect(after(1)).toBeCloseTo(0.9499, 6);
    expect(after(2)).toBeCloseTo(0.9, 10);
    expect(after(24)).toBe(1);
  });

  test.each([
    { move: -1, at: AT },
    { move: Number.NaN, at: AT },
    { tetherUsd: 0, at: AT },
    { move: 0.1, at: "2026-11-20T03:30:00" },
    { move: 0.1, at: "tomorrow" },
    { move: 0.1, at: AT, overMs: -1 },
  ])("is rejected if it cannot happen: %j", (event) => {
    expect(() => marketWith(event)).toThrow(RangeError);
  });
});
