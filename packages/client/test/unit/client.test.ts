import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type PeakClientOptions, PeakError, peakClient } from "../../src/client.js";

const START = Date.parse("2026-11-21T07:06:00Z");

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const SCORE = { ok: true, btc: { score: 47.3, stale: false, updated_at: "2026-11-21T07:05:00Z" } };
const ROWS = { ok: true, data: [{ date: "2026-11-21", score: 47.3 }] };
const META = { ok: true, stale: false, updated_at: "2026-11-21T07:05:00Z", btc: { score: 47.3 } };

const found = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { headers: { "cache-control": "public, max-age=60", ...headers } });
const refused = (status: number, after = "") => new Response("{}", { status, headers: { "retry-after": after } });

const BELOW = "https://peak.example/below";

/** A client of a made-up site, and what it has asked: path, key, and the seconds that have passed. */
function clientOf(answer: (path: string, count: number, sent: Headers) => Response, options: object = {}) {
  const asked: (readonly [path: string, key: string | null, seconds: number])[] = [];
  const fetch: PeakClientOptions["fetch"] = async (target, { headers } = {}) => {
    const [path, sent] = [String(target).slice(BELOW.length), new Headers(headers)];
    asked.push([path.replace("/api/public/", ""), sent.get("x-nhci-api-key"), (Date.now() - START) / 1000]);
    return answer(path.replace("/api/public/", ""), asked.length, sent);
  };
  return { client: peakClient({ baseUrl: `${BELOW}/`, fetch, ...options }), asked };
}

/** What a call gives in the end, however long it waits. */
async function inTheEnd<T>(call: Promise<T>): Promise<T> {
  call.catch(() => {});
  await vi.runAllTimersAsync();
  return call;
}

async function failureOf(call: Promise<unknown>): Promise<PeakError> {
  const error = await inTheEnd(call).catch((thrown: unknown) => thrown);
  if (!(error instanceof PeakError)) throw new Error("it did not fail", { cause: error });
  return error;
}

test("the client asks once for calls at the same time, and after max-age whether anything has changed", async () => {
  const { client, asked } = clientOf((_path, count, sent) => {
    if (count === 1) return found(SCORE, { etag: '"a"' });
    return sent.get("if-none-match") === '"a"' ? new Response(null, { status: 304 }) : refused(500);
  });
  const [first, second] = await Promise.all([client.current(), client.current()]);
  expect(second).toBe(first);
  vi.advanceTimersByTime(59_000);
  await client.current();
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  const later = await client.current();
  expect([asked.length, later.data, later.failure]).toEqual([2, first.data, undefined]);
  expect(later.confirmedAt.getTime() - first.confirmedAt.getTime()).toBe(60_000);
});

test("the client waits as long as a refusal demands, in seconds or up to a date, and no less", async () => {
  const date = new Date(START + 100_000).toUTCString();
  const { client, asked } = clientOf(
    (_path, count) => [refused(429, "30"), refused(503, date)][count - 1] ?? found(SCORE),
  );
  expect((await inTheEnd(client.current())).data.btc.score).toBe(47.3);
  const seconds = asked.map(([, , after]) => after);
  expect(seconds[1]).toBeGreaterThanOrEqual(30);
  expect(seconds[1]).toBeLessThanOrEqual(32); // the back-off of a first failure is up to 2 s
  expect(seconds[2]).toBeGreaterThanOrEqual(100);
});

test("the client gives up when it would wait too long, and leaves the site alone until the time is over", async () => {
  const answers = (path: string, count: number) =>
    count === 1 ? refused(429, "60") : found(path === "nhci/meta" ? META : ROWS);
  const { client, asked } = clientOf(answers, { maxWaitMs: 0 });
  const failure = await failureOf(client.current());
  expect(failure.status).toBe(429);
  expect(failure.retryAt.getTime()).toBeGreaterThanOrEqual(START + 60_000);
  expect(await failureOf(client.history())).toBe(failure);
  vi.advanceTimersByTime(63_000);
  expect((await client.history()).data.data).toHaveLength(1);
  expect((await client.meta()).data.ok).toBe(true);
  expect(asked.map(([path]) => path)).toEqual(["nhci", "nhci/history", "nhci/meta"]);
});

test("the client asks as long as it may wait while there is no score, and only once after a 404", async () => {
  const waiting = clientOf(() => refused(503, "20"), { maxWaitMs: 60_000 });
  expect((await failureOf(waiting.client.current())).status).toBe(503);
  expect(waiting.asked).toHaveLength(3); // 20, 20 and some seconds
  const unknown = clientOf(() => refused(404));
  expect((await failureOf(unknown.client.current())).status).toBe(404);
  expect(unknown.asked).toHaveLength(1);
});

test("a request without an answer ends after its time", async () => {
  const fetch: PeakClientOptions["fetch"] = (_target, { signal } = {}) =>
    new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  const failure = await failureOf(peakClient({ baseUrl: BELOW, fetch, timeoutMs: 500, maxWaitMs: 0 }).current());
  expect([failure.status, failure.cause, Date.now() - START]).toEqual([undefined, expect.any(Error), 500]);
});

test("the client tells a stale score, as the site says and as time goes by, also of an answer it keeps", async () => {
  const stale = clientOf(() => found({ ...SCORE, btc: { ...SCORE.btc, stale: true } }));
  expect((await stale.client.current()).isStale).toBe(true);
  const { client } = clientOf((path, count) => {
    return count > 2 ? Response.error() : found(path === "nhci" ? SCORE : ROWS);
  });
  const first = await client.current();
  expect([first.isStale, (await client.history()).isStale]).toEqual([false, false]);
  vi.advanceTimersByTime(3 * 3_600_000);
  const later = await client.current();
  expect(later).toMatchObject({ data: first.data, isStale: true, confirmedAt: first.confirmedAt });
  expect(later.failure).toBeInstanceOf(PeakError);
  vi.advanceTimersByTime(24 * 3_600_000); // the next daily row is late by more than two hours
  expect((await client.history()).isStale).toBe(true);
});

test.each([
  ["a page of a network that wants a login", "<html>Welcome</html>"],
  ["another service's JSON", '{"ok":true,"btc":7}'],
  ["a score out of range", '{"ok":true,"btc":{"score":101,"updated_at":"2026-11-21T07:05:00Z","stale":false}}'],
])("the client takes %s for no answer", async (_what, body) => {
  const { client } = clientOf(() => new Response(body), { maxWaitMs: 0 });
  expect((await failureOf(client.current())).status).toBeUndefined();
});

test("the client ends with its signal while it waits, and asks nothing after that", async () => {
  const stop = new AbortController();
  const { client, asked } = clientOf(() => refused(429, "60"), { signal: stop.signal });
  const ended = client.current();
  ended.catch(() => {});
  await vi.advanceTimersByTimeAsync(1000); // it has been refused, and waits
  stop.abort(new Error("enough"));
  await expect(ended).rejects.toThrow("enough");
  await expect(client.current()).rejects.toThrow("enough");
  expect(asked).toHaveLength(1);
});

test("the client sends its key where the key has an effect and nowhere else, and never tells it", async () => {
  const { client, asked } = clientOf(
    (path) => (path === "nhci" ? refused(401) : found(path === "nhci/meta" ? META : ROWS)),
    {
      key: "peak_live_secret",
    },
  );
  const failure = await failureOf(client.current());
  await Promise.all([client.history(), client.meta()]);
  expect(asked.map(([path, key]) => [path, key])).toEqual([
    ["nhci", "peak_live_secret"],
    ["nhci/history", "peak_live_secret"],
    ["nhci/meta", null],
  ]);
  expect([failure.status, failure.message]).toEqual([401, "the service answered 401"]);
  expect(JSON.stringify([failure, String(failure.cause)])).not.toContain("secret");
});

test("the client follows the whole history from page to page, below its own address", async () => {
  const next = "https://elsewhere.example/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20";
  const { client, asked } = clientOf(
    (_path, count) => {
      const date = `2026-11-${18 + count}`;
      const [data, revisions] = [[{ date, score: 1 }], [{ date }]];
      return found({ ok: true, data, revisions, next: count === 1 ? next : null });
    },
    { key: "peak_live_secret" },
  );
  expect(await client.fullHistory({ from: "2026-11-19" })).toMatchObject({
    data: [{ date: "2026-11-19" }, { date: "2026-11-20" }],
    revisions: [{ date: "2026-11-19" }, { date: "2026-11-20" }],
  });
  expect(asked).toEqual([
    ["/api/pro/nhci/history?from=2026-11-19", "peak_live_secret", 0],
    ["/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20", "peak_live_secret", 0],
  ]);
});

test("the client never follows a redirect with its key", async () => {
  vi.useRealTimers();
  const listen = async (answer: RequestListener) => {
    const server = createServer(answer);
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const other: string[] = [];
  const elsewhere = await listen(({ url }, response) => {
    other.push(`${url}`);
    response.end("{}");
  });
  const site = await listen(({ url }, response) => {
    response.writeHead(302, { location: elsewhere + url }).end();
  });
  const client = () => peakClient({ baseUrl: site, key: "peak_live_secret", maxWaitMs: 0 });
  await expect(client().meta()).rejects.toThrow(PeakError); // without the key it may, and finds no answer of Peak
  await expect(client().current()).rejects.toThrow(PeakError);
  expect(other).toEqual(["/api/public/nhci/meta"]);
});
