import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { memoryLimit } from "../../../../src/http/limit/memory-limit.js";
import { QUOTA } from "../../../../src/http/limit/policy.js";

function limiter(capacity?: number) {
  let now = 5000;
  const limit = memoryLimit(() => now, QUOTA, capacity);
  return {
    ...limit,
    pass(ms: number) {
      now += ms;
    },
    takeTimes(client: string, times: number) {
      return Array.from({ length: times }, () => limit.take(client));
    },
  };
}

function address(n: number): string {
  return `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;
}

const collectGarbage = exposedGc();

function exposedGc(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void; // only contexts made after the flag was set have it
}

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe("the limit in memory", () => {
  test("takes 30 MB at most of two million addresses in a minute, and forgets none at its limit", () => {
    const before = heapBytes();
    const limit = limiter();
    limit.takeTimes("203.0.113.7", 20);
    for (let n = 0; n < 2_000_000; n++) {
      if (n % 40 === 0) limit.pass(1); // 50 s in all
      limit.take(address(n));
    }
    expect(heapBytes() - before).toBeLessThanOrEqual(30_000_000);
    expect(limit.take("203.0.113.7")).toBe(10);
    limit.pass(10_000);
    expect(limit.takeTimes("203.0.113.7", 21)).toEqual([...Array(20).fill(0), 60]);
  });

  test("refuses newcomers until a minute is over when nearly everyone it can hold is at its limit", () => {
    const limit = limiter(8);
    for (let n = 0; n < 16; n++) limit.takeTimes(address(n), 20);
    limit.pass(20_000);
    expect(limit.take("203.0.113.250")).toBe(0); // one turn is left
    expect(limit.takeTimes("203.0.113.251", 2)).toEqual([60, 60]);
    expect(limit.take(address(0))).toBe(40);
    limit.pass(60_000);
    expect(limit.take("203.0.113.251")).toBe(0);
  });
});
