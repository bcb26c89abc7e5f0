import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { MemoryLimit } from "../../../src/http/limit/memory-limit.js";
import { sampleSite } from "../../support/sample-site.js";

const CURRENT = "/api/public/nhci";

test.each([
  ["grants", 0, 200],
  ["refuses", 9, 429],
])("an asynchronous limiter %s like a synchronous one", async (_what, seconds, status) => {
  const { ask } = sampleSite({ limit: { take: () => new Promise((resolve) => setTimeout(resolve, 5, seconds)) } });
  const answer = await ask(CURRENT);
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, status === 429 ? "9" : null]);
  expect(answer.headers.get("ratelimit-policy")).toBe('"public";q=20;w=60');
});

test("the limit counts 503 responses, and each client behind a trusted proxy separately", async () => {
  const { ask } = sampleSite({ isEmpty: true, config: { trustedProxies: ["127.0.0.0/8"] } });
  const status = async (chain: string) => (await ask(CURRENT, { headers: { "x-forwarded-for": chain } })).status;
  const seen = [];
  for (let i = 0; i < 21; i++) seen.push(await status("203.0.113.1"));
  expect(seen).toEqual([...Array<number>(20).fill(503), 429]);
  expect(await status("198.51.100.7, 203.0.113.1")).toBe(429);
  expect(await status("203.0.113.1, 203.0.113.2")).toBe(503);
});

test.each(["HEAD", "GET"])("a %s request counts against the limit", async (method) => {
  const { ask } = sampleSite();
  for (let sent = 0; sent < 20; sent++) await ask(CURRENT, { method });
  expect((await ask(CURRENT)).status).toBe(429);
});

test("a 304 counts against the limit", async () => {
  const { ask } = sampleSite();
  const etag = `${(await ask(CURRENT)).headers.get("etag")}`;
  for (let sent = 1; sent < 20; sent++) await ask(CURRENT, { headers: { "if-none-match": etag } });
  expect((await ask(CURRENT)).status).toBe(429);
});

test("a preflight request does not count against the limit", async () => {
  const { ask } = sampleSite();
  for (let sent = 0; sent < 21; sent++) expect((await ask(CURRENT, { method: "OPTIONS" })).status).toBe(204);
  expect((await ask(CURRENT)).status).toBe(200);
});

function limiter(capacity?: number) {
  let now = 5000;
  const limit = new MemoryLimit(capacity, () => now);
  return {
    take: (client: string) => limit.take(client),
    pass(ms: number) {
      now += ms;
    },
    takeTimes: (client: string, times: number) => Array.from({ length: times }, () => limit.take(client)),
  };
}

const address = (n: number) => `10.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")(); // only contexts created after the flag was set have it
  return process.memoryUsage().heapUsed;
}

test("two million addresses in a minute take at most 30 MB, and no address at its limit is forgotten", () => {
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

test("new clients are refused for the rest of the minute when the memory is full of clients at their limit", () => {
  const limit = limiter(8);
  for (let n = 0; n < 16; n++) limit.takeTimes(address(n), 20);
  limit.pass(20_000);
  expect(limit.take("203.0.113.250")).toBe(0); // one place is left
  expect(limit.takeTimes("203.0.113.251", 2)).toEqual([60, 60]);
  expect(limit.take(address(0))).toBe(40);
  limit.pass(60_000);
  expect(limit.take("203.0.113.251")).toBe(0);
});
