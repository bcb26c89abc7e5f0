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
  vi.stubGlobal("fetch", async (url: string) => {
    if (url === API) at.push(Date.now());
    return answer();
  });
  const unsubscribe = poller(API, JSON.parse)(() => undefined);
  await vi.advanceTimersByTimeAsync(ms);
  unsubscribe();
  return at;
}

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
