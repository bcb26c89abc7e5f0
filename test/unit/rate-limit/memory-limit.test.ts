import { describe, expect, test } from "vitest";
import { LIMIT_SIZES, memoryLimit } from "../../../src/rate-limit/memory-limit.js";
import { limitSuite } from "../../contract/rate-limit/limit.suite.js";

const KEY = [11, 22] as const;

function limiter(sizes = LIMIT_SIZES) {
  let now = 5000;
  const limit = memoryLimit({ monotonicMs: () => now, sizes, key: KEY });
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

/** Bytes of all array buffers of the process. */
function arrayBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers;
}

describe("the limit in memory", () => {
  limitSuite(async () => {
    const { take, pass } = limiter();
    return { take, pass: async (ms) => pass(ms) };
  });

  test("stays exact for a client while a million other addresses arrive, in at most 16 bytes an address", () => {
    const before = arrayBytes();
    const limit = limiter();
    const results = [];
    const restless = [];
    for (let n = 0; n < 1_000_000; n++) {
      if (n % 50_000 === 0) results.push(limit.take("203.0.113.7"));
      if (n % 20 === 0) limit.pass(1); // 50 s in all
      restless.push(limit.take(address(n)).remaining);
    }
    expect(results.map((each) => each.remaining)).toEqual(Array.from({ length: 20 }, (_, i) => 19 - i));
    expect(limit.take("203.0.113.7")).toEqual({ allowed: false, remaining: 0, resetSeconds: 10 });
    expect(restless.every((remaining) => remaining === 19)).toBe(true);
    // every one of the million is still known
    let known = 0;
    for (let n = 0; n < 1_000_000; n += 97) if (limit.take(address(n)).remaining === 18) known++;
    expect(known).toBe(Math.ceil(1_000_000 / 97));
    expect(arrayBytes() - before).toBeLessThanOrEqual(16_000_000);
  });

  test("stays within its bytes when all its logs are in use, and keeps a client with a log exact", () => {
    const before = arrayBytes();
    const limit = limiter();
    limit.takeTimes("203.0.113.7", 3);
    limit.pass(30_000);
    for (let n = 0; n < 200_000; n++) limit.takeTimes(address(n), 3);
    expect(limit.take("203.0.113.7").remaining).toBe(16);
    limit.pass(30_000); // its first three leave the window
    expect(limit.take("203.0.113.7").remaining).toBe(18);
    expect(arrayBytes() - before).toBeLessThanOrEqual(16_000_000);
  });

  test("never forgets a client at its limit for the sake of others, whatever their number", () => {
    const limit = limiter({ firstSlots: 16, slots: 64, logs: 8 });
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) limit.takeTimes(client, 20);
    for (let n = 0; n < 5000; n++) limit.take(address(n));
    for (const client of ["203.0.113.1", "203.0.113.2", "203.0.113.3"]) {
      expect(limit.take(client).allowed).toBe(false);
    }
    expect(limit.take("203.0.113.250").allowed).toBe(true);
  });

  test("refuses a newcomer for a minute when every neighbor is at its limit", () => {
    const limit = limiter({ firstSlots: 16, slots: 16, logs: 0 });
    let full = 0;
    for (let n = 0; full < 32; n++) if (limit.takeTimes(address(n), 20).every((each) => each.allowed)) full++;
    expect(limit.take("203.0.113.250")).toEqual({ allowed: false, remaining: 0, resetSeconds: 60 });
    limit.pass(60_000);
    expect(limit.take("203.0.113.250").allowed).toBe(true);
  });

  test("has forgotten a request when its 37-hour clock comes round, though it was never quiet", () => {
    const limit = limiter();
    limit.take("192.0.2.1");
    limit.takeTimes("192.0.2.2", 20);
    for (let passed = 0; passed < 2 ** 27; passed += 2 ** 14) {
      limit.pass(2 ** 14);
      limit.take("192.0.2.3");
    }
    expect(limit.take("192.0.2.1").remaining).toBe(19);
    expect(limit.take("192.0.2.2").remaining).toBe(19);
  });

  test("starts small", () => {
    const before = arrayBytes();
    const limit = limiter();
    for (let n = 0; n < 500; n++) limit.takeTimes(address(n), 2);
    expect(arrayBytes() - before).toBeLessThan(300_000);
  });
});
