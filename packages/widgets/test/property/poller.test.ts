import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poller } from "../../src/shared/poller.js";

const MINUTE = 60_000;
const API = "https://peak.example/below/api/public/nhci/history";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("navigator", { onLine: true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** When a poller asks, in ms, in so many ms of a server that always answers alike. */
async function asks(answer: () => Response, ms: number): Promise<readonly number[]> {
  const at: number[] = [];
  const begin = Date.now();
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === API) at.push(Date.now() - begin);
    return answer();
  });
  const unsubscribe = poller(API, JSON.parse)(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  unsubscribe();
  return at;
}

const refused = (status: number, retryAfter: string) => () =>
  new Response("{}", { status, headers: { "retry-after": retryAfter } });

test.each(["-100", "-1e9", "NaN", "0", "1e-9", "Wed, 21 Oct 2026 07:28:00 GMT", "", "0x10", "Infinity"])(
  "a Retry-After of %j leaves the poller's own back-off: at most ten questions in ten minutes",
  async (retryAfter) => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    expect((await asks(refused(429, retryAfter), 10 * MINUTE)).length).toBeLessThanOrEqual(10);
    vi.restoreAllMocks();
  },
);

test("after each 429 the answer without a limit is asked once, and what it says is as good; the back-off stays", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const asked: string[] = [];
  const seen: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const headers = { "retry-after": "40", "cache-control": "max-age=60" };
    return url === API ? new Response("{}", { status: 429, headers }) : new Response('{"ok":true}', { headers });
  });
  const unsubscribe = poller(API, JSON.parse)((answer) => seen.push(answer));
  await vi.advanceTimersByTimeAsync(82_500);
  unsubscribe();
  vi.restoreAllMocks();
  const fallback = "https://peak.example/below/embed/nhci.json";
  expect(asked).toEqual([API, fallback, API, fallback, API, fallback].slice(0, asked.length));
  expect(asked).toHaveLength(6);
  expect(seen.slice(1)).toEqual(Array(3).fill({ body: { ok: true } }));
});

test.each(["99999999999999999999", "3601", "86400"])("a Retry-After of %s counts as an hour", async (retryAfter) => {
  const at = await asks(refused(503, retryAfter), 66 * MINUTE);
  expect(at).toHaveLength(2);
  expect(at[1]).toBeGreaterThanOrEqual(60 * MINUTE);
});

test("whatever a server answers, a poller waits a second after a failure, a minute after success, and little over an hour at most", async () => {
  const header = fc.oneof(
    fc.integer().map(String),
    fc.double().map(String),
    fc.constantFrom("max-age=-5", "max-age=1e9", "no-store"),
  );
  const answers = fc.record({
    status: fc.constantFrom(200, 204, 404, 429, 500, 503),
    header,
    body: fc.constantFrom("{}", "[", "null"),
  });
  await fc.assert(
    fc.asyncProperty(answers, async ({ status, header: value, body }) => {
      const headers = { "retry-after": value, "cache-control": value };
      const at = await asks(() => new Response(status === 204 ? null : body, { status, headers }), 75 * MINUTE);
      const isGood = status === 200 && body === "{}";
      const waits = at.slice(1).map((each, index) => each - (at[index] ?? 0));
      expect(at.length).toBeGreaterThan(1);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(isGood ? MINUTE : 1000);
      expect(Math.max(...waits)).toBeLessThanOrEqual(65.5 * MINUTE);
      // Five minutes and a second a question at the longest, and half of it on average.
      expect(at.length).toBeLessThanOrEqual(isGood ? 76 : 60);
    }),
    { numRuns: 30 },
  );
});
