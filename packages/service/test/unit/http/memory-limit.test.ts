import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryLimit } from "../../../src/http/limit/memory-limit.js";
import { naiveLimit } from "../../support/naive-limit.js";

/** Waits at the edges of the window and of a second, and any in between. */
const wait = fc.oneof(
  { weight: 12, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 999, 1000, 1001, 29_999, 30_000) },
  { weight: 2, arbitrary: fc.constantFrom(59_999, 60_000, 60_001, 40_000) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 27, 2 ** 32 + 5) },
);
const arrivals = (clients: number) =>
  fc.array(fc.record({ wait, client: fc.integer({ min: 0, max: clients - 1 }) }), { maxLength: 400 });
const start = fc.constantFrom(0, 12_345, 2 ** 32 - 30_000);

const QUOTAS = [1, 3, 20, 60];

describe("the limiter in memory", () => {
  test("agrees with a plain sliding log, with a separate quota for each client", () => {
    fc.assert(
      fc.property(start, arrivals(QUOTAS.length), (from, steps) => {
        let now = from;
        const limit = new MemoryLimit(undefined, () => now);
        const naive = QUOTAS.map((quota) => ({ quota, limit: naiveLimit(() => now, quota) }));
        for (const step of steps) {
          const { quota, limit: plain } = naive[step.client]!;
          now += Math.floor(step.wait / QUOTAS.length);
          expect(limit.take(`key ${step.client}`, quota)).toBe(plain.take("key"));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("agrees across generations, as long as a minute has no more clients than one holds", () => {
    fc.assert(
      fc.property(arrivals(30), (steps) => {
        let now = 0;
        const limit = new MemoryLimit(30, () => now);
        const naive = naiveLimit(() => now);
        for (const step of steps) {
          now += Math.floor(step.wait / 20);
          const client = `2001:db8:0:${step.client}::/64`;
          expect(limit.take(client)).toBe(naive.take(client));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("never forgets a client at its limit, no matter how many others there are", () => {
    fc.assert(
      fc.property(arrivals(400), (steps) => {
        let now = 0;
        const limit = new MemoryLimit(8, () => now);
        const told = new Map<number, number>();
        for (const step of steps) {
          now += Math.floor(step.wait / 10);
          const requests = step.client % 3 === 0 ? 21 : 1;
          const results = Array.from({ length: requests }, () => limit.take(`192.0.2.${step.client}`));
          const passed = results.filter((seconds) => seconds === 0).length;
          expect(passed === 0 || now >= (told.get(step.client) ?? 0)).toBe(true);
          told.set(step.client, now + (results.at(-1) ?? 0) * 1000 - 999);
        }
      }),
      { numRuns: 300 },
    );
  });
});
