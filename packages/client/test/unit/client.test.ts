import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type PeakClientOptions, PeakError, peakClient } from "../../src/client.js";

const START = Date.parse("2026-11-21T07:06:00Z");

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date", "performance", "setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const SCORE = { ok: true, btc: { score: 47.3, stale: false, updated_at: "2026-11-21T07:05:00Z" } };
const ROWS = { ok: true, data: [{ date: "2026-11-21", score: 47.3 }] };
const META = { ok: true, stale: false, updated_at: "2026-11-21T07:05:00Z", btc: { score: 47.3 } };
const RECORD = { ok: true, to: "2026-11-20", turns: [] };

const REPLIES: Readonly<Record<string, object>> = {
  nhci: SCORE,
  "nhci/history": ROWS,
  "nhci/meta": META,
  "nhci/record": RECORD,
};

const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { headers: { "cache-control": "public, max-age=60", ...headers } });
const failing = (status: number, retryAfter = "", body: object = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "retry-after": retryAfter } });

const BASE = "https://peak.example/below";

type Answers = (path: string, count: number, sent: Headers) => Response | Promise<Response>;

/** A client of a made-up site, and its requests: path, key, and the seconds that have passed. */
function clientOf(answer: Answers, options: object = {}) {
  const requests: (readonly [path: string, key: string | null, seconds: number])[] = [];
  const fetch: PeakClientOptions["fetch"] = async (target, { headers, signal } = {}) => {
    const [path, sent] = [String(target).slice(BASE.length).replace("/api/public/", ""), new Headers(headers)];
    requests.push([path, sent.get("x-nhci-api-key"), (Date.now() - START) / 1000]);
    const aborted = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason)),
    );
    return Promise.race([answer(path, requests.length, sent), aborted]);
  };
  const paths = () => requests.map(([path]) => path);
  return { client: peakClient({ baseUrl: `${BASE}/`, fetch, ...options }), requests, paths };
}

/** The result of a call, no matter how long it waits. */
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

describe("the cache of the client", () => {
  test("serves simultaneous calls with one request, and revalidates after max-age", async () => {
    const { client, requests } = clientOf((_path, count, sent) => {
      if (count === 1) return ok(SCORE, { etag: '"a"' });
      return sent.get("if-none-match") === '"a"' ? new Response(null, { status: 304 }) : failing(500);
    });
    const [first, second] = await Promise.all([client.current(), client.current()]);
    expect(second).toBe(first);
    vi.advanceTimersByTime(59_000);
    await client.current();
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(1000);
    const later = await client.current();
    expect([requests.length, later.data, later.failure]).toEqual([2, first.data, undefined]);
    expect(later.confirmedAt.getTime() - first.confirmedAt.getTime()).toBe(60_000);
  });

  test("is not served for a day after the clock was set back by a day", async () => {
    const { client, requests } = clientOf(() => ok(SCORE));
    await client.current();
    vi.setSystemTime(START - 24 * HOUR_MS);
    vi.advanceTimersByTime(61_000);
    await client.current();
    expect(requests).toHaveLength(2);
  });

  test("is not served as fresh after the machine slept and only the wall clock advanced", async () => {
    const { client, requests } = clientOf((_path, count) => (count === 1 ? ok(SCORE) : Response.error()));
    await client.current();
    vi.setSystemTime(START + 8 * HOUR_MS);
    expect((await client.current()).isStale).toBe(true);
    expect(requests).toHaveLength(2);
  });

  test("is used for an hour at most, even if max-age is longer", async () => {
    const { client, requests } = clientOf(() => ok(SCORE, { "cache-control": "max-age=99999999999999999999" }));
    await client.current();
    vi.advanceTimersByTime(HOUR_MS);
    await client.current();
    expect(requests).toHaveLength(2);
  });

  test("counts the time that a response has spent in other caches", async () => {
    const { client, requests } = clientOf(() => ok(SCORE, { age: "50" }));
    expect((await client.current()).confirmedAt.getTime()).toBe(START - 50_000);
    vi.advanceTimersByTime(10_000);
    await client.current();
    expect(requests).toHaveLength(2);
  });

  test("accepts an absurd Age", async () => {
    const { client } = clientOf(() => ok(SCORE, { age: "9".repeat(400) }));
    const { isStale, confirmedAt } = await client.current();
    expect([isStale, Number.isNaN(confirmedAt.getTime())]).toEqual([true, false]);
  });
});

describe("the backoff of the client", () => {
  test("lasts at least as long as Retry-After says, in seconds or as a date", async () => {
    const date = new Date(START + 100_000).toUTCString();
    const { client, requests } = clientOf(
      (_path, count) => [failing(429, "30"), failing(503, date)][count - 1] ?? ok(SCORE),
    );
    expect((await inTheEnd(client.current())).data.btc.score).toBe(47.3);
    const seconds = requests.map(([, , after]) => after);
    expect(seconds[1]).toBeGreaterThanOrEqual(30);
    expect(seconds[1]).toBeLessThanOrEqual(32); // the backoff of a first failure is up to 2 s
    expect(seconds[2]).toBeGreaterThanOrEqual(100);
  });

  test("after a 429 holds back both paths that share the limit, and no other", async () => {
    const { client, paths } = clientOf((path, count) => (count === 1 ? failing(429, "60") : ok(REPLIES[path])), {
      maxWaitMs: 0,
    });
    const failure = await failureOf(client.current());
    expect(failure.status).toBe(429);
    expect(failure.retryAt.getTime()).toBeGreaterThanOrEqual(START + 60_000);
    expect(await failureOf(client.history())).toBe(failure);
    expect((await client.meta()).failure).toBeUndefined();
    vi.advanceTimersByTime(63_000);
    expect((await client.history()).data.data).toHaveLength(1);
    expect(paths()).toEqual(["nhci", "nhci/meta", "nhci/history"]);
  });

  test.each(["nhci", "nhci/history", "nhci/meta", "nhci/record"])(
    "after a 503 of %s does not hold back the other paths",
    async (broken) => {
      const { client, requests } = clientOf((path) => (path === broken ? failing(503, "300") : ok(REPLIES[path])), {
        maxWaitMs: 0,
      });
      for (let round = 0; round < 2; round += 1) {
        const calls = [client.current(), client.history(), client.meta(), client.record()];
        const states = (await Promise.allSettled(calls)).map(({ status }) => status);
        expect(states.filter((state) => state === "rejected")).toHaveLength(1);
      }
      expect(requests).toHaveLength(4);
    },
  );

  test("is not shortened or prolonged when the clock is set", async () => {
    const { client, requests } = clientOf((_path, count) => (count === 1 ? failing(503, "60") : ok(SCORE)), {
      maxWaitMs: 0,
    });
    await failureOf(client.current());
    vi.setSystemTime(START - 24 * HOUR_MS);
    await failureOf(client.current());
    expect(requests).toHaveLength(1);
    vi.advanceTimersByTime(62_000);
    expect((await client.current()).data.ok).toBe(true);
  });

  test("ends after maxWaitMs, and a 404 is not retried in the same call", async () => {
    const waiting = clientOf(() => failing(503, "20"), { maxWaitMs: 60_000 });
    expect((await failureOf(waiting.client.current())).status).toBe(503);
    expect(waiting.requests).toHaveLength(3); // 20, 20 and some seconds
    const unknown = clientOf(() => failing(404));
    expect((await failureOf(unknown.client.current())).status).toBe(404);
    expect(unknown.requests).toHaveLength(1);
  });

  test("spares a site that refuses every call with 403, although there is a cached response", async () => {
    const { client, requests } = clientOf((_path, count) => (count === 1 ? ok(SCORE) : failing(403)));
    await client.current();
    vi.advanceTimersByTime(MINUTE_MS);
    for (let draw = 0; draw < 100; draw += 1) expect((await client.current()).failure?.status).toBe(403);
    expect(requests).toHaveLength(2);
  });

  test("leaves no listener behind on the signal of the caller", async () => {
    const { signal } = new AbortController();
    const [add, remove] = [vi.spyOn(signal, "addEventListener"), vi.spyOn(signal, "removeEventListener")];
    const { client } = clientOf((_path, count) => (count < 12 ? failing(503) : ok(SCORE)), {
      signal,
      maxWaitMs: HOUR_MS,
    });
    await inTheEnd(client.current());
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });
});

describe("a result of the client", () => {
  test("is stale as soon as the site says so", async () => {
    const { client } = clientOf(() => ok({ ...SCORE, btc: { ...SCORE.btc, stale: true } }));
    expect((await client.current()).isStale).toBe(true);
  });

  test.each([0, -24 * HOUR_MS])("is stale when it gets too old, with the clock set by %d ms", async (setBy) => {
    const { client } = clientOf((path, count) => (count > 2 ? Response.error() : ok(REPLIES[path])));
    const first = await client.current();
    expect([first.isStale, (await client.history()).isStale]).toEqual([false, false]);
    vi.setSystemTime(START + setBy);
    vi.advanceTimersByTime(3 * HOUR_MS);
    const later = await client.current();
    expect(later).toMatchObject({ data: first.data, isStale: true, confirmedAt: first.confirmedAt });
    expect(later.failure).toBeInstanceOf(PeakError);
    vi.advanceTimersByTime(30 * HOUR_MS); // the next daily row is late by more than two hours
    expect((await client.history()).isStale).toBe(true);
  });

  test.each([
    ["a sign-in page", "<html>Welcome</html>"],
    ["half a response", JSON.stringify(SCORE).slice(0, 60)],
    ["another service's JSON", '{"ok":true,"btc":7}'],
    ["a score out of range", '{"ok":true,"btc":{"score":101,"updated_at":"2026-11-21T07:05:00Z","stale":false}}'],
  ])("is never created from %s with status 200", async (_what, body) => {
    const { client } = clientOf(() => new Response(body), { maxWaitMs: 0 });
    expect((await failureOf(client.current())).status).toBeUndefined();
  });

  test("survives an hour of outages of every kind, and is current two calls after each", async () => {
    const cut = () =>
      new Response(
        new ReadableStream({
          start(stream) {
            stream.enqueue(new TextEncoder().encode('{"ok":true,'));
            stream.error(new TypeError("terminated"));
          },
        }),
      );
    const kinds: readonly (() => Response | Promise<Response>)[] = [
      () => failing(503, "15"),
      cut,
      () => new Response("<html>Sign in to the network</html>"),
      () => new Promise<never>(() => {}),
      () => Response.error(),
      () => failing(429, "37"),
    ];
    // Each kind lasts for five minutes, with five good minutes in between.
    const kindAt = (minute: number) => (minute % 10 < 5 ? undefined : kinds[Math.floor(minute / 10)]);
    const { client, requests } = clientOf(() => {
      const minute = Math.floor((Date.now() - START) / MINUTE_MS);
      const body = { ...SCORE, btc: { ...SCORE.btc, updated_at: new Date().toISOString() } };
      return kindAt(minute)?.() ?? ok(body);
    });
    for (let minute = 0; minute < 60; minute += 1) {
      const call = client.current();
      await vi.advanceTimersByTimeAsync(20_000); // longer than the timeout of a request
      const { data, isStale, failure } = await call;
      expect([data.btc.score, isStale]).toEqual([47.3, false]);
      if (minute % 10 < 5 && minute % 10 > 1) expect([minute, failure]).toEqual([minute, undefined]);
      if (minute % 10 >= 6) expect([minute, failure]).toEqual([minute, expect.any(PeakError)]);
      await vi.advanceTimersByTimeAsync(MINUTE_MS - 20_000);
    }
    expect(requests.length).toBeLessThanOrEqual(60);
  });
});

describe("an error of the client", () => {
  test("has the detail and the parameter of the site's error", async () => {
    const problem = { ok: false, detail: "from must be a day.", parameter: "from" };
    const { client } = clientOf(() => failing(400, "", problem), { key: "peak_live_secret" });
    const error = await failureOf(client.fullHistory({ from: "yesterday" }));
    expect(error).toMatchObject({ status: 400, detail: problem.detail, parameter: "from" });
    expect(error.message).toBe("the service responded with 400: from must be a day.");
    expect(error.retryAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ["of others", '{"message":"blocked"}'],
    ["of another server with a detail", '{"detail":"blocked"}'],
    ["that is not JSON", "<h1>Bad gateway</h1>"],
    ["with a detail that is not a string", '{"ok":false,"detail":{"toString":7},"parameter":[]}'],
  ])("does not quote an error body %s", async (_whose, body) => {
    const { client } = clientOf(() => new Response(body, { status: 502 }), { maxWaitMs: 0 });
    const { message, detail, parameter } = await failureOf(client.current());
    expect([message, detail, parameter]).toEqual(["the service responded with 502", undefined, undefined]);
  });

  test("is short, no matter how long the site's detail is", async () => {
    const { client } = clientOf(() => failing(400, "", { ok: false, detail: "x".repeat(9000) }));
    expect((await failureOf(client.current())).message.length).toBeLessThan(400);
  });

  test("is thrown after timeoutMs if there is no response", async () => {
    const { client } = clientOf(() => new Promise(() => {}), { timeoutMs: 500, maxWaitMs: 0 });
    const failure = await failureOf(client.current());
    expect([failure.status, failure.cause, Date.now() - START]).toEqual([undefined, expect.any(Error), 500]);
  });

  test("is the reason of the caller's signal after it aborts", async () => {
    const stop = new AbortController();
    const { client, requests } = clientOf(() => failing(429, "60"), { signal: stop.signal });
    const ended = client.current();
    ended.catch(() => {});
    await vi.advanceTimersByTimeAsync(1000); // it has received the 429 and waits
    stop.abort(new Error("enough"));
    await expect(ended).rejects.toThrow("enough");
    await expect(client.current()).rejects.toThrow("enough");
    expect(requests).toHaveLength(1);
  });
});

describe("the key of the client", () => {
  test("is sent where it has an effect and nowhere else, and is in no error", async () => {
    const { client, requests } = clientOf((path) => (path === "nhci" ? failing(401) : ok(REPLIES[path])), {
      key: "peak_live_secret",
    });
    const failure = await failureOf(client.current());
    await Promise.all([client.history(), client.meta()]);
    expect(requests.map(([path, key]) => [path, key]).sort()).toEqual([
      ["nhci", "peak_live_secret"],
      ["nhci/history", "peak_live_secret"],
      ["nhci/meta", null],
    ]);
    expect([failure.status, failure.message]).toEqual([401, "the service responded with 401"]);
    expect(JSON.stringify([failure, String(failure.cause)])).not.toContain("secret");
  });

  test("never follows a redirect", async () => {
    vi.useRealTimers();
    const visited: string[] = [];
    const elsewhere = await listening(({ url }, response) => {
      visited.push(`${url}`);
      response.end("{}");
    });
    const site = await listening(({ url }, response) => {
      response.writeHead(302, { location: elsewhere + url }).end();
    });
    // Cloudflare Workers throw for "error".
    const workers: typeof fetch = (target, init) => {
      if (init?.redirect === "error") throw new TypeError("Invalid redirect value");
      return fetch(target, init);
    };
    const client = () => peakClient({ baseUrl: site, key: "peak_live_secret", maxWaitMs: 0, fetch: workers });
    await expect(client().meta()).rejects.toThrow(PeakError); // may follow without a key
    await expect(client().current()).rejects.toThrow("the service responded with 302");
    expect(visited).toEqual(["/api/public/nhci/meta"]);
  });
});

describe("the full history", () => {
  const KEY = { key: "peak_live_secret", maxWaitMs: 0 };
  const page = (date: string, next: string | null) => ok({ ok: true, data: [{ date, score: 1 }], revisions: [], next });

  test("follows the site from page to page, below the client's own address", async () => {
    const next = "https://elsewhere.example/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20";
    const { client, requests } = clientOf((_path, count) => {
      const date = `2026-11-${18 + count}`;
      const [data, revisions] = [[{ date, score: 1 }], [{ date }]];
      return ok({ ok: true, data, revisions, next: count === 1 ? next : null });
    }, KEY);
    expect(await client.fullHistory({ from: "2026-11-19" })).toMatchObject({
      data: [{ date: "2026-11-19" }, { date: "2026-11-20" }],
      revisions: [{ date: "2026-11-19" }, { date: "2026-11-20" }],
    });
    expect(requests).toEqual([
      ["/api/pro/nhci/history?from=2026-11-19", "peak_live_secret", 0],
      ["/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20", "peak_live_secret", 0],
    ]);
  });

  test.each([
    [{ from: undefined, to: "2026-11-19" }, "?to=2026-11-19"],
    [{ from: undefined, to: undefined }, ""],
    [{}, ""],
  ])("leaves undefined members of %o out of the query", async (days, query) => {
    const { client, paths } = clientOf(() => page("2026-11-19", null), KEY);
    await client.fullHistory(days);
    expect(paths()).toEqual([`/api/pro/nhci/history${query}`]);
  });

  test.each([
    ["points back to the same page", "https://peak.example/?cursor=2026-11-19"],
    ["is not a URL", "cursor"],
    ["has no query", "https://peak.example/"],
  ])("ends with an error if the next page %s", async (_how, next) => {
    const { client, requests } = clientOf(() => page("2026-11-19", next), KEY);
    expect(await failureOf(client.fullHistory())).toBeInstanceOf(PeakError);
    expect(requests.length).toBeLessThan(3);
  });
});

/** A server on a free port, which ends with the test. @returns its origin */
async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
