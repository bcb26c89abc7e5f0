import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryLimit } from "../../../src/rate-limit/memory-limit.js";
import { naiveLimit } from "./naive-limit.js";

/** Waits that sit on the edges of the window, of a second and of the clock's half turn, and everything between. */
const wait = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 999, 1000, 1001, 29_999, 30_000) },
  { weight: 2, arbitrary: fc.constantFrom(59_999, 60_000, 60_001, 40_000) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 26, 2 ** 27 - 1, 2 ** 27, 2 ** 27 + 30_000, 2 ** 32 + 5) },
);
const arrivals = (clients: number) =>
  fc.array(fc.record({ wait, client: fc.integer({ min: 0, max: clients - 1 }) }), { maxLength: 400 });
const start = fc.constantFrom(0, 12_345, 2 ** 27 - 30_000, 2 ** 32 - 30_000);

describe("the limiter in fixed memory", () => {
  test("says what a plain sliding log says", () => {
    fc.assert(
      fc.property(start, arrivals(4), (from, steps) => {
        let now = from;
        const limit = memoryLimit({ monotonicMs: () => now });
        const naive = naiveLimit(() => now);
        for (const step of steps) {
          now += step.wait;
          const client = `198.51.100.${step.client}`;
          expect(limit.take(client)).toEqual(naive.take(client));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("says the same while its table grows", () => {
    fc.assert(
      fc.property(arrivals(60), (steps) => {
        let now = 0;
        const sizes = { firstSlots: 16, slots: 4096, logs: 512 };
        const limit = memoryLimit({ monotonicMs: () => now, sizes });
        const naive = naiveLimit(() => now);
        for (const step of steps) {
          now += Math.floor(step.wait / 20);
          const client = `2001:db8:0:${step.client}::/64`;
          expect(limit.take(client)).toEqual(naive.take(client));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("never lets more than 20 through in any 60 s when its logs are used up", () => {
    fc.assert(
      fc.property(arrivals(6), (steps) => {
        let now = 0;
        const limit = memoryLimit({ monotonicMs: () => now, sizes: { firstSlots: 16, slots: 64, logs: 2 } });
        const passed = new Map<number, number[]>();
        for (const step of steps) {
          now += Math.floor(step.wait / 4);
          if (!limit.take(`192.0.2.${step.client}`).allowed) continue;
          const times = [...(passed.get(step.client) ?? []), now];
          passed.set(step.client, times);
          expect(times.filter((at) => now - at < 60_000).length).toBeLessThanOrEqual(20);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("lets a refused client in after exactly the seconds it was told, and not one second before", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2900 }), { minLength: 20, maxLength: 20 }), (waits) => {
        const told = (early: number) => {
          let now = 777;
          const limit = memoryLimit({ monotonicMs: () => now });
          for (const each of waits) {
            now += each;
            expect(limit.take("203.0.113.9").allowed).toBe(true);
          }
          const result = limit.take("203.0.113.9");
          expect(result).toMatchObject({ allowed: false, remaining: 0 });
          expect(result.resetSeconds).toBeGreaterThanOrEqual(1);
          now += (result.resetSeconds - early) * 1000;
          return limit.take("203.0.113.9").allowed;
        };
        expect(told(0)).toBe(true);
        expect(told(1)).toBe(false);
      }),
    );
  });
});
