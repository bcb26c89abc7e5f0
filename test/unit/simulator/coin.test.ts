import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../simulator/market/calendar.js";
import type { Candle } from "../../../simulator/market/coin.js";
import { COIN_SYMBOLS } from "../../../simulator/market/landmarks.js";
import { simulatedMarket } from "../../../simulator/market/market.js";

const market = simulatedMarket();
const someCoin = fc.constantFrom(...COIN_SYMBOLS).map((symbol) => market.coins[symbol]);
/** Any instant at which every coin is listed. */
const someInstant = fc.integer({ min: Date.parse("2020-09-01T00:00:00Z"), max: Date.parse("2031-12-31T23:59:59Z") });

const floor = (ms: number, step: number) => Math.floor(ms / step) * step;
const near = (a: number | undefined, b: number | undefined) => expect((a ?? Number.NaN) / (b ?? 0)).toBeCloseTo(1, 9);

describe("one coin's market", () => {
  test("the hours of a day, up to any instant of it, add up to the day's candle", () => {
    fc.assert(
      fc.property(someCoin, someInstant, (coin, nowMs) => {
        const openMs = floor(nowMs, DAY_MS);
        const day = coin.candle({ openMs, lengthMs: DAY_MS, nowMs: nowMs + 1 });
        const hours: Candle[] = [];
        for (let at = openMs; at < nowMs + 1; at += HOUR_MS) {
          hours.push(
            ...[coin.candle({ openMs: at, lengthMs: HOUR_MS, nowMs: nowMs + 1 })].filter((hour) => hour !== undefined),
          );
        }
        near(day?.open, hours[0]?.open);
        near(day?.close, hours.at(-1)?.close);
        near(day?.high, Math.max(...hours.map((hour) => hour.high)));
        near(day?.low, Math.min(...hours.map((hour) => hour.low)));
        near(
          day?.volume,
          hours.reduce((sum, hour) => sum + hour.volume, 0),
        );
      }),
    );
  });

  test("the running candle closes at the ticker's price, and its range holds every price it has seen", () => {
    fc.assert(
      fc.property(someCoin, someInstant, fc.double({ min: 0, max: 1, noNaN: true }), (coin, nowMs, part) => {
        const openMs = floor(nowMs, DAY_MS);
        const day = coin.candle({ openMs, lengthMs: DAY_MS, nowMs: nowMs + 1 });
        near(day?.close, coin.priceAt(nowMs + 1));
        const seen = coin.priceAt(openMs + (nowMs - openMs) * part);
        expect(seen).toBeLessThanOrEqual((day?.high ?? 0) * (1 + 1e-12));
        expect(seen).toBeGreaterThanOrEqual((day?.low ?? Number.NaN) * (1 - 1e-12));
      }),
    );
  });

  test("a candle opens where the one before it closed", () => {
    fc.assert(
      fc.property(someCoin, someInstant, fc.constantFrom(HOUR_MS, 6 * HOUR_MS, DAY_MS), (coin, at, lengthMs) => {
        const openMs = floor(at, lengthMs);
        const nowMs = openMs + 2 * lengthMs;
        const first = coin.candle({ openMs, lengthMs, nowMs });
        near(first?.close, coin.candle({ openMs: openMs + lengthMs, lengthMs, nowMs })?.open);
      }),
    );
  });

  test("the range of a running hour only widens", () => {
    fc.assert(
      fc.property(someCoin, someInstant, fc.integer({ min: 1, max: HOUR_MS }), (coin, at, later) => {
        const openMs = floor(at, HOUR_MS);
        const before = coin.candle({ openMs, lengthMs: HOUR_MS, nowMs: at + 1 });
        const after = coin.candle({ openMs, lengthMs: HOUR_MS, nowMs: at + 1 + later });
        expect(after?.high).toBeGreaterThanOrEqual((before?.high ?? Number.NaN) * (1 - 1e-12));
        expect(after?.low).toBeLessThanOrEqual((before?.low ?? Number.NaN) * (1 + 1e-12));
      }),
    );
  });

  test("what comes later changes no closed candle", () => {
    fc.assert(
      fc.property(someCoin, someInstant, fc.integer({ min: 0, max: 900 * DAY_MS }), (coin, at, later) => {
        const openMs = floor(at, DAY_MS);
        const period = { openMs, lengthMs: DAY_MS };
        const closed = simulatedMarket().coins.BTC.candle({ ...period, nowMs: openMs + DAY_MS });
        expect(market.coins.BTC.candle({ ...period, nowMs: openMs + DAY_MS + later })).toEqual(closed);
        expect(coin.candle({ ...period, nowMs: openMs + DAY_MS + later })).toEqual(
          coin.candle({ ...period, nowMs: openMs + DAY_MS }),
        );
      }),
      { numRuns: 20 },
    );
  });

  test("the price moves within ten seconds at any time of day", () => {
    fc.assert(
      fc.property(someInstant, (at) => {
        const seconds = Array.from({ length: 11 }, (_, second) => at + 1000 * second);
        const seen = seconds.map((ms) => market.coins.BTC.priceAt(ms).toFixed(2)); // by a dime it stands still once in 60,000
        expect(new Set(seen).size).toBeGreaterThan(1);
      }),
    );
  });
});
