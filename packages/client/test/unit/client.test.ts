import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type PeakClientOptions, PeakError, peakClient } from "../../src/index.js";

const START = Date.parse("2026-11-21T07:06:00Z");

const SCORE = { ok: true, btc: { score: 47.3, stale: false, updated_at: "2026-11-21T07:05:00Z" } };
const ROWS = { ok: true, data: [{ date: "2026-11-21", score: 47.3 }] };
const META = { ok: true, stale: false, updated_at: "2026-11-21T07:05:00Z", btc: { score: 47.3 } };

const found = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(JSON.stringify(body), { headers: { "cache-control": "public, max-age=60", ...headers } });
const refused = (status: number, seconds?: number) =>
  new Response("{}", { status, headers: seconds === undefined ? {} : { "retry-after": String(seconds) } });

/** What a path answers, by the end of its address: each answer once, the last one again and again. */
type Script = Readonly<Record<string, readonly ((sent: Headers) => Response)[]>>;

/** A client of a made-up site. Its clock stands still but for its own sleep, and each request is noted. */
function clientOf(script: Script, options: Partial<PeakClientOptions> = {}) {
  const time = { now: START };
  const [asked, slept]: [string[], number[]] = [[], []];
  const counts = new Map<string, number>();
  const client = peakClient({
    baseUrl: "https://peak.example/below/",
    fetch: async (target, init) => {
      const path = String(target).replace("https://peak.example/below/api/public/", "");
      const count = counts.get(path) ?? 0;
      counts.set(path, count + 1);
      const answers = script[path] ?? [];
      const answer = answers[Math.min(count, answers.length - 1)]?.(new Headers(init?.headers));
      asked.push(`${path} ${answer?.status ?? "nothing"}`);
      if (answer === undefined) throw new TypeError("no network");
      return answer;
    },
    clock: {
      now: () => time.now,
      async sleep(ms) {
        slept.push(ms);
        time.now += ms;
      },
    },
    ...options,
  });
  return { ...client, time, asked, slept };
}

async function failureOf(call: Promise<unknown>): Promise<PeakError> {
  const error = await call.then(
    () => undefined,
    (each: unknown) => each,
  );
  if (!(error instanceof PeakError)) throw new Error("it did not fail", { cause: error });
  return error;
}

test("asks once for calls at the same time, and after max-age whether anything has changed", async () => {
  const revalidated = (sent: Headers) =>
    sent.get("if-none-match") === '"a"' ? new Response(null, { status: 304 }) : refused(500);
  const client = clientOf({ nhci: [() => found(SCORE, { etag: '"a"' }), revalidated] });
  const [first, second] = await Promise.all([client.current(), client.current()]);
  expect(second).toBe(first);
  client.time.now += 59_000;
  await client.current();
  expect(client.asked).toEqual(["nhci 200"]);
  client.time.now += 1000;
  const later = await client.current();
  expect(client.asked).toEqual(["nhci 200", "nhci 304"]);
  expect([later.data, later.failure]).toEqual([first.data, undefined]);
  expect(later.confirmedAt.getTime() - first.confirmedAt.getTime()).toBe(60_000);
});

test("waits as long as a refusal demands, in seconds or up to a date, and no less", async () => {
  const date = new Date(START + 100_000).toUTCString();
  const later = () => new Response("", { status: 503, headers: { "retry-after": date } });
  const client = clientOf({ nhci: [() => refused(429, 30), later, () => found(SCORE)] });
  expect((await client.current()).data.btc.score).toBe(47.3);
  expect(client.slept).toHaveLength(2);
  expect(client.slept[0]).toBeGreaterThanOrEqual(30_000);
  expect(client.time.now).toBeGreaterThanOrEqual(START + 100_000);
});

test("gives up when it would have to wait too long, and leaves the site alone until the time is over", async () => {
  const client = clientOf(
    { nhci: [() => refused(429, 60)], "nhci/history": [() => found(ROWS)], "nhci/meta": [() => found(META)] },
    { maxWaitMs: 0 },
  );
  const failure = await failureOf(client.current());
  expect(failure.status).toBe(429);
  expect(failure.retryAt.getTime()).toBeGreaterThanOrEqual(START + 60_000);
  expect(await failureOf(client.history())).toBe(failure);
  client.time.now += 63_000; // the back-off of a first failure is up to 2 s
  expect((await client.history()).data.data).toHaveLength(1);
  expect((await client.meta()).data.ok).toBe(true);
  expect(client.asked).toEqual(["nhci 429", "nhci/history 200", "nhci/meta 200"]);
});

test("asks as long as it may wait while there is no score, and only once when that is of no use", async () => {
  const waiting = clientOf({ nhci: [() => refused(503, 20)] }, { maxWaitMs: 60_000 });
  expect((await failureOf(waiting.current())).status).toBe(503);
  expect([waiting.asked, waiting.slept.length]).toEqual([Array(3).fill("nhci 503"), 2]); // 20, 20 and some seconds
  const unknown = clientOf({ nhci: [() => refused(404)] });
  expect((await failureOf(unknown.current())).status).toBe(404);
  expect(unknown.asked).toEqual(["nhci 404"]);
});

test("tells a stale score, as the site says and as time goes by, also of what it has from before", async () => {
  const stale = clientOf({ nhci: [() => found({ ...SCORE, btc: { ...SCORE.btc, stale: true } })] });
  expect((await stale.current()).isStale).toBe(true);
  const client = clientOf({
    nhci: [() => found(SCORE), () => Response.error()],
    "nhci/history": [() => found(ROWS), () => Response.error()],
  });
  const first = await client.current();
  expect([first.isStale, (await client.history()).isStale]).toEqual([false, false]);
  client.time.now += 3 * 3_600_000;
  const later = await client.current();
  expect(later).toMatchObject({ data: first.data, isStale: true, confirmedAt: first.confirmedAt });
  expect(later.failure).toBeInstanceOf(PeakError);
  client.time.now += 24 * 3_600_000; // the next daily row is late by more than two hours
  expect((await client.history()).isStale).toBe(true);
});

test.each([
  ["a page of a network that wants a login", "<html>Welcome</html>"],
  ["another service's JSON", '{"ok":true,"btc":7}'],
  ["a score out of range", '{"ok":true,"btc":{"score":101,"updated_at":"2026-11-21T07:05:00Z","stale":false}}'],
])("takes %s for no answer", async (_what, body) => {
  const client = clientOf({ nhci: [() => new Response(body)] }, { maxWaitMs: 0 });
  expect((await failureOf(client.current())).status).toBeUndefined();
});

test("ends with its signal, while it asks and while it waits", async () => {
  const stop = new AbortController();
  const { current } = peakClient({
    baseUrl: "https://peak.example",
    fetch: async () => refused(429, 60),
    signal: stop.signal,
  });
  const ended = current();
  await new Promise((resolve) => setTimeout(resolve, 20)); // it has been refused, and waits
  stop.abort(new Error("enough"));
  await expect(ended).rejects.toThrow("enough");
  await expect(current()).rejects.toThrow("enough");
});

/** What a client with a key asks for, and which key it sends with it. */
function keyedClient(answers: readonly (() => Response)[], key: string | undefined = "peak_live_secret") {
  const asked: (string | null)[][] = [];
  const client = peakClient({
    baseUrl: "https://peak.example/below/",
    key,
    maxWaitMs: 0,
    fetch: async (target, init) => {
      const answer = answers[asked.length]?.() ?? refused(500);
      asked.push([
        String(target).slice("https://peak.example/below".length),
        new Headers(init?.headers).get("x-nhci-api-key"),
      ]);
      return answer;
    },
  });
  return { ...client, asked };
}

test("sends its key where the key has an effect, and nowhere else", async () => {
  const client = keyedClient([() => found(SCORE), () => found(ROWS), () => found(META)]);
  await Promise.all([client.current(), client.history(), client.meta()]);
  expect(client.asked).toEqual([
    ["/api/public/nhci", "peak_live_secret"],
    ["/api/public/nhci/history", "peak_live_secret"],
    ["/api/public/nhci/meta", null],
  ]);
});

test("follows the whole history from page to page, below its own address", async () => {
  const page = (date: string, next: string | null) => () =>
    found({ ok: true, data: [{ date, score: 1 }], revisions: [{ date }], next });
  const client = keyedClient([
    page("2026-11-19", "https://elsewhere.example/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20"),
    page("2026-11-20", null),
  ]);
  expect(await client.fullHistory({ from: "2026-11-19" })).toEqual({
    data: [
      { date: "2026-11-19", score: 1 },
      { date: "2026-11-20", score: 1 },
    ],
    revisions: [{ date: "2026-11-19" }, { date: "2026-11-20" }],
  });
  expect(client.asked).toEqual([
    ["/api/pro/nhci/history?from=2026-11-19", "peak_live_secret"],
    ["/api/pro/nhci/history?from=2026-11-19&cursor=2026-11-20", "peak_live_secret"],
  ]);
});

test("never follows a redirect with its key", async () => {
  const other: string[] = [];
  const listen = (answer: (request: IncomingMessage, response: ServerResponse) => void) =>
    new Promise<string>((resolve) => {
      const server = createServer(answer).listen(0, "127.0.0.1", () => {
        onTestFinished(() => void server.close());
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      });
    });
  const elsewhere = await listen((request, response) => {
    other.push(`${request.url}`);
    response.end("{}");
  });
  const site = await listen((request, response) => {
    response.writeHead(302, { location: elsewhere + request.url }).end();
  });
  const client = peakClient({ baseUrl: site, key: "peak_live_secret", maxWaitMs: 0 });
  await failureOf(client.meta()); // without the key it may, and finds no answer of Peak
  await failureOf(peakClient({ baseUrl: site, key: "peak_live_secret", maxWaitMs: 0 }).current());
  expect(other).toEqual(["/api/public/nhci/meta"]);
});

test("tells that a key is refused without the key", async () => {
  const failure = await failureOf(keyedClient([() => refused(401)]).fullHistory());
  expect([failure.status, failure.message]).toEqual([401, "the service answered 401"]);
  expect(JSON.stringify([failure, String(failure.cause)])).not.toContain("secret");
});
