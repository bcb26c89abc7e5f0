import { expect, test } from "vitest";
import type { RateLimitResult } from "../../../src/operations/ports.js";

/** A limiter whose time moves only when told to. */
export interface TimedLimit {
  take(client: string): RateLimitResult | Promise<RateLimitResult>;
  pass(ms: number): Promise<void>;
}

/** What every limiter promises, wherever it keeps its log. */
export function limitSuite(open: () => Promise<TimedLimit>): void {
  const takeTimes = async (limit: TimedLimit, client: string, times: number): Promise<readonly RateLimitResult[]> => {
    const results: RateLimitResult[] = [];
    for (let i = 0; i < times; i++) results.push(await limit.take(client));
    return results;
  };

  test("lets exactly 20 through and refuses the 21st", async () => {
    const results = await takeTimes(await open(), "192.0.2.1", 21);
    expect(results.map((each) => each.allowed)).toEqual([...Array(20).fill(true), false]);
    expect(results.map((each) => each.remaining)).toEqual([...Array.from({ length: 20 }, (_, i) => 19 - i), 0]);
  });

  test("lets exactly 20 through of many that come at once", async () => {
    const limit = await open();
    const results = await Promise.all(Array.from({ length: 250 }, () => limit.take("192.0.2.1")));
    const left = results.filter((each) => each.allowed).map((each) => each.remaining);
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
  });

  test("does not count refused requests", async () => {
    const limit = await open();
    await takeTimes(limit, "192.0.2.1", 20);
    for (let second = 0; second < 59; second++) {
      await limit.pass(1000);
      expect((await limit.take("192.0.2.1")).allowed).toBe(false);
    }
    await limit.pass(1000);
    expect((await limit.take("192.0.2.1")).allowed).toBe(true);
  });

  test("counts each client for itself, IPv4 and IPv6", async () => {
    const limit = await open();
    await takeTimes(limit, "192.0.2.1", 21);
    await takeTimes(limit, "2001:db8:0:1::/64", 21);
    const fresh = { allowed: true, remaining: 19, resetSeconds: 60 };
    expect(await limit.take("192.0.2.2")).toEqual(fresh);
    expect(await limit.take("2001:db8:0:2::/64")).toEqual(fresh);
  });

  test("frees one place at a time, in the order of the requests", async () => {
    const limit = await open();
    for (let i = 0; i < 20; i++) {
      await limit.take("192.0.2.1");
      await limit.pass(1000);
    }
    await limit.pass(40_000); // the first is 60 s old now
    expect((await takeTimes(limit, "192.0.2.1", 2)).map((each) => each.allowed)).toEqual([true, false]);
    await limit.pass(1000);
    expect((await takeTimes(limit, "192.0.2.1", 2)).map((each) => each.allowed)).toEqual([true, false]);
  });

  test.each([1, 999, 1000, 1001, 30_500, 59_001])(
    "refuses until the seconds it told have passed, when the first request is %i ms old",
    async (ms) => {
      const limit = await open();
      await takeTimes(limit, "192.0.2.1", 20);
      await limit.pass(ms);
      const { allowed, resetSeconds } = await limit.take("192.0.2.1");
      expect([allowed, resetSeconds]).toEqual([false, Math.ceil((60_000 - ms) / 1000)]);
      await limit.pass((resetSeconds - 1) * 1000);
      expect((await limit.take("192.0.2.1")).allowed).toBe(false);
      await limit.pass(1000);
      expect((await limit.take("192.0.2.1")).allowed).toBe(true);
    },
  );

  test("says when the next place becomes free while there are some left", async () => {
    const limit = await open();
    await limit.take("192.0.2.1");
    await limit.pass(12_345);
    expect(await limit.take("192.0.2.1")).toEqual({ allowed: true, remaining: 18, resetSeconds: 48 });
    await limit.pass(47_655);
    expect(await limit.take("192.0.2.1")).toEqual({ allowed: true, remaining: 18, resetSeconds: 13 });
  });
}
