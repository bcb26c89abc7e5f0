import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type PollState, poller } from "../../src/shared/poller.js";

const API = "https://peak.example/api/public/nhci";
const SECOND = 1000;
const MINUTE = 60_000;
/** How often the poller checks whether a request is due. */
const TICK = 500;

const page = { hidden: false };
const network = { onLine: true };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { hidden: false });
  Object.assign(network, { onLine: true });
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", network);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

type Answer = "none" | { readonly status?: number; readonly headers?: Record<string, string>; readonly body?: string };

const good = (cacheControl: string): Answer => ({ headers: { "cache-control": cacheControl } });

/** A subscribed poller, and a server whose answer a test may change. */
function polling(answer: Answer) {
  const requestedAt: number[] = [];
  const start = Date.now();
  const states: PollState[] = [];
  /** `fallback`: the answer without a limit, after a 429. */
  const server = { answer, fallback: { status: 404 } as Answer, asked: [] as string[], requestedAt, states };
  vi.stubGlobal("fetch", async (url: string) => {
    server.asked.push(url);
    if (url === API) requestedAt.push(Date.now() - start);
    const next = url === API ? server.answer : server.fallback;
    if (next === "none") throw new TypeError("no connection");
    return new Response(next.body ?? '{"ok":true}', { status: next.status ?? 200, headers: next.headers ?? {} });
  });
  poller(API, JSON.parse)((state) => states.push(state));
  return server;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("requests again when the answer has expired, and not before", async () => {
  const { requestedAt } = polling(good("max-age=120"));
  await pass(119 * SECOND);
  expect(requestedAt).toEqual([0]);
  await pass(2 * SECOND + (120 * SECOND) / 99);
  expect(requestedAt).toHaveLength(2);
});

test("requests up to a hundredth of an answer's life later, so that not all pages of the world do at 06:00", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const { requestedAt } = polling(good("max-age=99"));
  await pass(6 * MINUTE);
  expect(requestedAt).toEqual([0, 100 * SECOND, 200 * SECOND, 300 * SECOND]);
});

test("requests no more often than every minute, whatever an answer says", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const { requestedAt } = polling(good("no-store"));
  await pass(2 * MINUTE);
  expect(requestedAt).toEqual([0, MINUTE, 2 * MINUTE]);
});

test("waits as long as a limited answer says and a random while longer, and says how the request failed", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const server = polling(good("max-age=60"));
  await pass(10);
  server.answer = { status: 429, headers: { "retry-after": "40" } };
  await pass(MINUTE + SECOND);
  expect(server.states.at(-1)).toEqual({ body: { ok: true }, fault: 429 }); // what is known stays
  const second = server.requestedAt[1] ?? 0;
  server.answer = good("max-age=60");
  await pass(MINUTE);
  expect((server.requestedAt[2] ?? 0) - second).toBe(46 * SECOND); // 40, and 1, and 5 at most
  expect(server.states.at(-1)).toEqual({ body: { ok: true } });
});

test.each(["-100", "-1e9", "NaN", "0", "1e-9", "Wed, 21 Oct 2026 07:28:00 GMT", "", "0x10", "Infinity"])(
  "a Retry-After of %j leaves the poller's own back-off: at most ten questions in ten minutes",
  async (retryAfter) => {
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    const { requestedAt } = polling({ status: 429, headers: { "retry-after": retryAfter } });
    await pass(10 * MINUTE);
    expect(requestedAt.length).toBeLessThanOrEqual(10);
  },
);

test.each(["99999999999999999999", "3601", "86400"])("a Retry-After of %s counts as an hour", async (retryAfter) => {
  const { requestedAt } = polling({ status: 503, headers: { "retry-after": retryAfter } });
  await pass(66 * MINUTE);
  expect(requestedAt).toHaveLength(2);
  expect(requestedAt[1]).toBeGreaterThanOrEqual(60 * MINUTE);
});

test("after each 429 the answer without a limit is asked once, and what it says is as good; the back-off stays", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const server = polling({ status: 429, headers: { "retry-after": "40" } });
  server.fallback = good("max-age=60");
  await pass(82_500);
  expect(server.asked).toEqual(Array(3).fill([API, "https://peak.example/embed/nhci.json"]).flat());
  expect(server.states.slice(1)).toEqual(Array(3).fill({ body: { ok: true } }));
});

test("waits longer after each failure, five minutes at most", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const { requestedAt } = polling({ status: 500 });
  await pass(16 * MINUTE);
  const waits = requestedAt.slice(1).map((at, i) => (at - (requestedAt[i] ?? 0)) / SECOND);
  expect(waits).toEqual([6, 11, 21, 41, 81, 161, 301, 301]);
});

test("requests at once when the network is back, but not while the server wants to be left alone", async () => {
  const server = polling("none");
  const loseNetwork = async () => {
    network.onLine = false;
    await pass(TICK);
    network.onLine = true;
    await pass(TICK);
  };
  await pass(10);
  server.answer = { status: 429, headers: { "retry-after": "120" } };
  await loseNetwork();
  expect(server.requestedAt).toHaveLength(2);
  await loseNetwork();
  await pass(110 * SECOND);
  expect(server.requestedAt).toHaveLength(2);
});

test("requests nothing while the page is hidden, and at once when it is shown again and a request is due", async () => {
  page.hidden = true;
  const { requestedAt } = polling(good("max-age=60"));
  await pass(MINUTE);
  expect(requestedAt).toEqual([]);
  page.hidden = false;
  await pass(TICK);
  expect(requestedAt).toHaveLength(1);
  page.hidden = true;
  await pass(2 * MINUTE);
  page.hidden = false;
  await pass(TICK);
  expect(requestedAt).toHaveLength(2);
  page.hidden = true;
  await pass(TICK);
  page.hidden = false;
  await pass(50 * SECOND);
  expect(requestedAt).toHaveLength(2);
});

test("waits an hour at most when the reader's clock is set back", async () => {
  const { requestedAt } = polling(good("max-age=60"));
  await pass(10);
  vi.setSystemTime(Date.now() - 2 * 3600 * SECOND);
  await pass(TICK);
  expect(requestedAt).toHaveLength(2);
  vi.setSystemTime(Date.now() - 30 * MINUTE); // no sign of a clock that was set back: it may be the server's wish
  await pass(MINUTE);
  expect(requestedAt).toHaveLength(2);
  await pass(31 * MINUTE);
  expect(requestedAt).toHaveLength(3);
});
