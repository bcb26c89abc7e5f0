import fc from "fast-check";
import { expect, test } from "vitest";
import { naiveLimit } from "../../../property/http/limit/naive-limit.js";
import { describeRedis, tempRedis } from "../../../support/temp-redis.js";
import { timedRedis } from "../../../support/timed-redis.js";

/**
 * Waits on the edges of the window and of a second, and everything between; 60 of them are less than times can tell
 * apart.
 */
const wait = fc.oneof(
  { weight: 10, arbitrary: fc.integer({ min: 0, max: 6000 }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, 999, 1000, 1001, 29_999, 30_000) },
  { weight: 3, arbitrary: fc.constantFrom(59_999, 60_000, 60_001, 40_000) },
);
const step = fc.record({
  wait,
  instance: fc.integer({ min: 0, max: 2 }),
  clients: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 }),
});
const start = fc.constant(1_795_000_000_000);

describeRedis("the limit in Redis", () => {
  const server = tempRedis();

  test("says what a plain sliding log says, whichever of three instances is asked", async () => {
    const { instances, setTime, clear } = await timedRedis(server().url, 3, 0);
    await fc.assert(
      fc.asyncProperty(start, fc.array(step, { maxLength: 60, size: "max" }), async (from, steps) => {
        let now = from;
        await clear(now);
        const naive = naiveLimit(() => now);
        for (const { wait: passed, instance, clients } of steps) {
          now += passed;
          await setTime(now);
          const addresses = clients.map((client) => `198.51.100.${client}`);
          const results = await Promise.all(addresses.map((address) => instances[instance]!.take(address)));
          expect(results).toEqual(addresses.map((address) => naive.take(address)));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("has a quota of its own for each key, exactly, whichever of three instances is asked", async () => {
    const { instances, setTime } = await timedRedis(server().url, 3, 1_795_000_000_000);
    const passed = async (client: string, quota: number, count: number) => {
      const asking = Array.from({ length: count }, (_, i) => instances[i % 3]!.take(client, quota));
      return (await Promise.all(asking)).filter((seconds) => seconds === 0).length;
    };
    expect(await passed("a key", 600, 400)).toBe(400);
    await setTime(1_795_000_030_000);
    expect([await passed("a key", 600, 250), await passed("another", 3, 9), await passed("192.0.2.1", 20, 30)]).toEqual(
      [...[200, 3, 20]],
    );
    await setTime(1_795_000_060_000);
    expect([await passed("a key", 600, 450), await passed("another", 3, 1)]).toEqual([400, 0]);
  });
});
