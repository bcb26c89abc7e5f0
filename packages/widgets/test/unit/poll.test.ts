import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANSWERED, poll } from "../../src/shared/poll.js";

const URL_OF_API = "https://peak.example/api/public/nhci";
const FALLBACK = "https://peak.example/embed/nhci.json";

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

let answers: Record<string, Answer | "drop" | "hang">;
let asked: string[];
/** How many attempts have ended, by the events on the page. */
let ended: number;
const page = { hidden: false };

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10) });
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  answers = {};
  asked = [];
  ended = 0;
  page.hidden = false;
  vi.stubGlobal("window", {});
  vi.stubGlobal("dispatchEvent", ({ type }: Event) => (ended += type === ANSWERED ? 1 : 0));
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: false }); // wrongly
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const answer = answers[url] ?? "drop";
    if (answer === "drop") throw new TypeError("no connection");
    if (answer === "hang") return new Promise(() => {}); // it ignores its signal
    const { status = 200, headers = {}, body = {} } = answer;
    return new Response(JSON.stringify(body), { status, headers });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Polls like widgets, twice a second. @returns seconds until the next request */
async function secondsToNext(): Promise<number> {
  const [from, before] = [Date.now(), asked.length];
  while (asked.length === before) {
    await vi.advanceTimersByTimeAsync(500);
    poll(URL_OF_API);
  }
  await vi.advanceTimersByTimeAsync(0);
  return (Date.now() - from) / 1000;
}

async function first(answer: Answer | "drop" | "hang", url = URL_OF_API): Promise<void> {
  answers[url] = answer;
  poll(url);
  await vi.advanceTimersByTimeAsync(0);
}

test("a URL is fetched once for all its users, and again when the response is no longer fresh", async () => {
  await first({ body: { ok: true }, headers: { "cache-control": "public, max-age=120" } });
  for (let i = 0; i < 5; i++) expect(poll(URL_OF_API).body).toEqual({ ok: true });
  expect(asked).toEqual([URL_OF_API]);
  expect(await secondsToNext()).toBeCloseTo(121, 0);
});

test.each([
  ["max-age=5", 60],
  ["max-age=999999", 3618],
])("with %s, a response is kept for a minute to an hour", async (cacheControl, seconds) => {
  await first({ headers: { "cache-control": cacheControl } });
  expect(Math.abs((await secondsToNext()) - seconds)).toBeLessThan(2);
});

test.each([
  [3600, 3500, 100.5],
  [3600, 9_999_999, 60],
])("a response with max-age=%s that a cache has kept for %s s is fresh for the rest", async (maxAge, age, seconds) => {
  await first({ headers: { "cache-control": `max-age=${maxAge}`, age: `${age}` } });
  expect(Math.abs((await secondsToNext()) - seconds)).toBeLessThan(2);
});

test("after failures the waits grow to at most five minutes, and the last response is kept", async () => {
  await first({ body: { score: 1 } });
  answers[URL_OF_API] = "drop";
  await secondsToNext();
  const waits: number[] = [];
  for (let i = 0; i < 9; i++) waits.push(await secondsToNext());
  expect(waits.slice(0, 3)).toEqual([3.5, 6, 11]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(151.5);
  expect(poll(URL_OF_API)).toMatchObject({ body: { score: 1 }, fault: 0 });
  answers[URL_OF_API] = { body: { score: 2 } };
  await secondsToNext();
  expect(poll(URL_OF_API)).toMatchObject({ body: { score: 2 }, fault: undefined, failures: 0 });
});

test("a 429 triggers one request for the response without a limit, and Retry-After is respected", async () => {
  answers[FALLBACK] = { body: { score: 3 }, headers: { "cache-control": "max-age=60" } };
  await first({ status: 429, headers: { "retry-after": "40" } });
  expect(asked).toEqual([URL_OF_API, FALLBACK]);
  expect(poll(URL_OF_API)).toMatchObject({ body: { score: 3 }, fault: undefined });
  expect(await secondsToNext()).toBe(43.5); // 40, one more, and half of the first back-off
});

test.each(["https://api-public.example", "http://api.public"])(
  "after a 429 from %s, the response without a limit comes from the same site",
  async (site) => {
    const fallback = `${site}/embed/nhci.json`;
    answers[fallback] = { body: { score: 3 } };
    await first({ status: 429 }, `${site}/api/public/nhci/history`);
    expect(asked).toEqual([`${site}/api/public/nhci/history`, fallback]);
  },
);

test.each([403, 500, 503])("a %i does not trigger a request for the response without a limit", async (status) => {
  await first({ status });
  expect(asked).toEqual([URL_OF_API]);
  expect(poll(URL_OF_API).fault).toBe(status);
});

test("an attempt that never settles ends after 15 seconds, and the next one follows", async () => {
  await first("hang");
  await vi.advanceTimersByTimeAsync(14_900);
  expect([asked.length, ended]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(200);
  expect([poll(URL_OF_API).fault, ended]).toEqual([0, 1]);
  answers[URL_OF_API] = { body: { score: 4 } };
  expect(await secondsToNext()).toBeLessThan(10);
  expect(poll(URL_OF_API)).toMatchObject({ body: { score: 4 }, fault: undefined });
});

test("the time that a response has spent in caches counts from when it left the site", async () => {
  await first({ headers: { age: "7300" } });
  expect(poll(URL_OF_API).leftAt).toBe(Date.now() - 7_300_000);
});

test("a body that stays the same is as old as its first copy, since a cache may not send its age", async () => {
  await first({ body: { score: 1 } });
  const leftAt = Date.now();
  for (let i = 0; i < 3; i++) {
    await secondsToNext();
    expect(poll(URL_OF_API).leftAt).toBe(leftAt);
  }
  answers[URL_OF_API] = { body: { score: 2 } };
  await secondsToNext();
  expect(poll(URL_OF_API).leftAt).toBe(Date.now());
});

test("a hidden page sends no requests until it is shown", async () => {
  page.hidden = true;
  await first({});
  expect(asked).toEqual([]);
  page.hidden = false;
  expect(await secondsToNext()).toBeLessThan(2);
});

test.each([60, 1800, 4100])("a clock that was set back by %i s causes no delay", async (seconds) => {
  await first({});
  await vi.advanceTimersByTimeAsync(10_000);
  vi.setSystemTime(Date.now() - 1000 * seconds);
  expect(await secondsToNext()).toBeLessThan(2);
});
