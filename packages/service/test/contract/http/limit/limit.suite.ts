import { expect, test } from "vitest";
import type { RateLimit } from "../../../../src/http/limit/policy.js";

/** A limiter whose time moves only when told to. */
export interface TimedLimit extends RateLimit {
  pass(ms: number): Promise<void>;
}

/** What every limiter promises, wherever it keeps its log. */
export function limitSuite(open: () => Promise<TimedLimit>): void {
  const takeTimes = async (limit: TimedLimit, client: string, times: number): Promise<readonly number[]> => {
    const results: number[] = [];
    for (let i = 0; i < times; i++) results.push(await limit.take(client));
    return results;
  };

  test("lets exactly 20 through and refuses the 21st", async () => {
    expect(await takeTimes(await open(), "192.0.2.1", 21)).toEqual([...Array(20).fill(0), 60]);
  });

  test("lets exactly 20 through of many that come at once", async () => {
    const limit = await open();
    const results = await Promise.all(Array.from({ length: 250 }, () => limit.take("192.0.2.1")));
    expect(results.filter((each) => each === 0)).toHaveLength(20);
  });

  test("does not count refused requests", async () => {
    const limit = await open();
    await takeTimes(limit, "192.0.2.1", 20);
    for (let second = 0; second < 59; second++) {
      await limit.pass(1000);
      expect(await limit.take("192.0.2.1")).toBe(59 - second);
    }
    await limit.pass(1000);
    expect(await limit.take("192.0.2.1")).toBe(0);
  });

  test("counts each client for itself, IPv4 and IPv6", async () => {
    const limit = await open();
    await takeTimes(limit, "192.0.2.1", 21);
    await takeTimes(limit, "2001:db8:0:1::/64", 21);
    expect(await limit.take("192.0.2.2")).toBe(0);
    expect(await limit.take("2001:db8:0:2::/64")).toBe(0);
  });

  test("frees one place at a time, in the order of the requests", async () => {
    const limit = await open();
    for (let i = 0; i < 20; i++) {
      await limit.take("192.0.2.1");
      await limit.pass(1000);
    }
    await limit.pass(40_000); // the first is 60 s old now
    expect(await takeTimes(limit, "192.0.2.1", 2)).toEqual([0, 1]);
    await limit.pass(1000);
    expect(await takeTimes(limit, "192.0.2.1", 2)).toEqual([0, 1]);
  });

  test.each([1, 999, 1000, 1001, 30_500, 59_001])(
    "refuses until the seconds it told have passed, when the first request is %i ms old",
    async (ms) => {
      const limit = await open();
      await takeTimes(limit, "192.0.2.1", 20);
      await limit.pass(ms);
      const seconds = await limit.take("192.0.2.1");
      expect(seconds).toBe(Math.ceil((60_000 - ms) / 1000));
      await limit.pass((seconds - 1) * 1000);
      expect(await limit.take("192.0.2.1")).toBe(1);
      await limit.pass(1000);
      expect(await limit.take("192.0.2.1")).toBe(0);
    },
  );
}
