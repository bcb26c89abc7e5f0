import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type HostileServer, hostileServer, html, json } from "../../../../verify/test/support/hostile-server.js";
import { SourceError } from "../../../src/domain/errors.js";
import { type JsonResponse, SourceClient } from "../../../src/sources/get-json.js";
import { briskClock, type FakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const NEVER = new AbortController().signal;

let server: HostileServer;
let clock: FakeClock;
let client: SourceClient;

beforeAll(async () => {
  server = await hostileServer();
});
afterAll(() => server.close());
beforeEach(() => {
  clock = briskClock("2026-11-21T04:12:10Z");
  client = clientOf(server.url);
});

function clientOf(base: URL): SourceClient {
  const faultIn = (body: unknown) => (body as { fault?: "throttled" } | undefined)?.fault;
  return new SourceClient(
    { name: "kraken", root: "/base", faultIn },
    { base, headers: { "user-agent": "peak/1 (+http://x)", "x-key": "s3cret" }, spacingMs: 1000 },
    clock,
    quietLog(),
  );
}

const get = (signal = NEVER, rows = 0): Promise<JsonResponse> => client.getJson("/path", {}, signal, rows);

async function faultOf(call: Promise<unknown>): Promise<SourceError> {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof SourceError)) throw new Error(`no SourceError but ${String(error)}`);
  return error;
}

test.each([200, 401, 403, 429, 451, 500])("no error about a response with status %d has the key", async (status) => {
  server.answer(html(status));
  const error = await faultOf(get());
  expect(server.seen.at(-1)?.headers["x-key"]).toBe("s3cret");
  expect(`${error.message} ${error.remedy}`).not.toContain("s3cret");
});

describe("the URL of a call", () => {
  test.each([
    ["https://api.kraken.com", "https://api.kraken.com/base/Ticker?a=%5B%22A%22%5D&n=2"],
    ["http://mirror:8080/kraken/", "http://mirror:8080/kraken/base/Ticker?a=%5B%22A%22%5D&n=2"],
    ["http://mirror/kraken/base", "http://mirror/kraken/base/Ticker?a=%5B%22A%22%5D&n=2"],
    ["http://mirror/other?b=c", "http://mirror/other/base/Ticker?a=%5B%22A%22%5D&n=2"],
  ])("below %s is %s", (base, url) => {
    expect(clientOf(new URL(base)).url("/Ticker", { a: '["A"]', n: 2 }).href).toBe(url);
  });
});

describe("a good response", () => {
  test("is parsed regardless of its content type, and has its time and the server's time", async () => {
    server.answer((_, response) => {
      response.writeHead(200, { "content-type": "text/html", date: "Sat, 21 Nov 2026 04:12:09 GMT" }).end('{"a":[1]}');
    });
    expect(await get()).toEqual({
      body: { a: [1] },
      receivedAt: Date.parse("2026-11-21T04:12:10Z"),
      date: Date.parse("2026-11-21T04:12:09Z"),
    });
    expect(server.seen[0]).toMatchObject({ method: "GET", url: "/base/path" });
    expect(server.seen[0]?.headers).toMatchObject({ "user-agent": "peak/1 (+http://x)", "x-key": "s3cret" });
  });

  test("shows how far our clock is ahead, as a refusal does", async () => {
    server.answer(
      json({}, 200, { date: "Sat, 21 Nov 2026 04:12:00 GMT" }),
      json({}, 404, { date: "Sat, 21 Nov 2026 04:12:11 GMT" }),
    );
    await get();
    expect(client.offset).toEqual({ aheadMs: 10_000, at: clock.now() });
    await faultOf(get());
    expect(client.offset?.aheadMs).toBe(0);
  });

  test.each([
    ["keeps the date of the source", "Sat, 21 Nov 2026 04:02:10 GMT", 0],
    ["sends the current date", "Sat, 21 Nov 2026 04:12:10 GMT", 0],
    ["keeps a date from before our clock was set", "Sat, 21 Nov 2026 04:00:10 GMT", 120_000],
  ])("that a cache kept for ten minutes is that old if the cache %s", async (_name, date, aheadMs) => {
    server.answer(json({}, 200, { date, age: "600" }));
    expect((await get()).date).toBe(Math.min(Date.parse(date), Date.parse("2026-11-21T04:02:10Z")));
    expect(client.offset?.aheadMs).toBe(aheadMs);
  });

  test("may be longer if more rows are requested", async () => {
    server.answer(json("x".repeat(200_000)));
    expect((await faultOf(get())).fault).toBe("malformed");
    expect((await get(NEVER, 400)).body).toHaveLength(200_000);
  });
});

describe("an unusable response is rejected without a second request", () => {
  test.each([
    ["a page", "malformed", html(200)],
    ["an empty body", "malformed", (_: unknown, r: ServerResponse) => void r.writeHead(200).end()],
    ["status 204", "malformed", (_: unknown, r: ServerResponse) => void r.writeHead(204).end()],
    ["status 304", "refused", (_: unknown, r: ServerResponse) => void r.writeHead(304).end()],
    ["half a document", "malformed", (_: unknown, r: ServerResponse) => void r.end('{"a":[1,')],
    ["NaN", "malformed", (_: unknown, r: ServerResponse) => void r.end('{"a":NaN}')],
    ["ten thousand brackets", "malformed", (_: unknown, r: ServerResponse) => void r.end("[".repeat(10_000))],
    ["status 400", "refused", json({ message: "no" }, 400)],
    ["status 403 in JSON", "refused", json({ error: { type: "forbidden" } }, 403)],
    ["status 404", "refused", html(404)],
    ["an error inside a 200", "refused", json({ fault: "refused" })],
  ] as const)("%s is %s", async (_name, fault, answer) => {
    server.answer(answer);
    expect((await faultOf(get())).fault).toBe(fault);
    expect(server.seen.length).toBe(1);
  });
});

describe("a temporary failure", () => {
  test("is retried once before it fails", async () => {
    server.answer(html(522));
    expect((await faultOf(get())).fault).toBe("unreachable");
    expect(server.seen.length).toBe(2);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(1000);
  });

  test.each([
    ["a connection that is reset", (request: IncomingMessage) => void request.socket.destroy()],
    ["an error inside a 200 that may pass", json({ fault: "unreachable" })],
  ])("ends when the retry succeeds, for example after %s", async (_name, answer) => {
    server.answer(answer, json(7));
    expect((await get()).body).toBe(7);
  });

  test("reports a refused connection", async () => {
    const gone = await hostileServer();
    await gone.close();
    client = clientOf(gone.url);
    expect((await faultOf(get())).message).toContain("ECONNREFUSED");
  });
});

describe("a source that asks us to wait", () => {
  test.each([
    ["in seconds", json({}, 429, { "retry-after": "7" })],
    ["inside a body", json({ fault: "throttled" }, 200, { "retry-after": "7" })],
  ])("%s is queried again after exactly that long", async (_name, answer) => {
    server.answer(answer, json(1));
    expect((await get()).body).toBe(1);
    expect(clock.waits).toEqual([7000]);
  });

  test.each([
    ["a long Retry-After", json({}, 429, { "retry-after": "119" }), "throttled", 119_000],
    ["a 5xx that names a long time", html(503, { "retry-after": "3600" }), "throttled", 3_600_000],
    ["a bare 429", html(429), "throttled", 60_000],
    ["an error in a 200", json({ fault: "throttled" }), "throttled", 60_000],
    ["an error in a 400", json({ fault: "throttled" }, 400), "throttled", 60_000],
    ["a quota", json({ error: "payment required" }, 402), "refused", 900_000],
    ["a ban without a time", html(418), "throttled", 120_000],
    ["a ban for an hour", html(418, { "retry-after": "3600" }), "throttled", 3_600_000],
    ["a firewall", html(403), "refused", 900_000],
    ["a ban for three days", html(418, { "retry-after": "259200" }), "throttled", 259_200_000],
    ["a missing or wrong key", json({}, 401), "refused", 3_600_000],
    ["an API that was withdrawn", html(410), "refused", 86_400_000],
    ["a geographic block", json({ code: 0 }, 451), "refused", 86_400_000],
  ] as const)("by %s is not queried until then", async (_name, answer, fault, restMs) => {
    server.answer(answer, json(1));
    expect((await faultOf(get())).fault).toBe(fault);
    await clock.advance(restMs - 1);
    expect((await faultOf(get())).fault).toBe(fault);
    expect(server.seen.length).toBe(1);
    await clock.advance(1);
    expect((await get()).body).toBe(1);
  });

  test("for more than an hour is queried once an hour", async () => {
    server.answer(html(503, { "retry-after": "86400" }));
    for (let hour = 1; hour <= 3; hour++) {
      await faultOf(get());
      expect(client.backsOffUntil).toBe(clock.now() + 3_600_000);
      await clock.advance(3_600_000 - 1);
      await faultOf(get());
      expect(server.seen.length).toBe(hour);
      await clock.advance(1);
    }
  });

  test("may be queried again when it has responded", async () => {
    server.answer(json(1));
    await get();
    expect(client.backsOffUntil).toBeUndefined();
  });

  test("is queried again once the clock was set back to before its response", async () => {
    server.answer(json({ code: 0 }, 451), json(1));
    await faultOf(get());
    await clock.advance(-5 * 3_600_000);
    expect((await get()).body).toBe(1);
  });
});

describe("a permanent refusal names its remedy, also while the source backs off", () => {
  test.each([
    [401, "kraken: status 401 (refused): it now requires a key: add kraken to UPSTREAMS_DISABLED"],
    [410, "kraken: status 410 (refused): it was withdrawn: upgrade Peak, or add kraken to UPSTREAMS_DISABLED"],
    [
      451,
      "kraken: status 451 (refused): it does not serve the country of this machine: add kraken to UPSTREAMS_DISABLED",
    ],
  ])("status %d", async (status, message) => {
    server.answer(html(status));
    expect((await faultOf(get())).message).toBe(message);
    expect((await faultOf(get())).remedy).toContain("add kraken to UPSTREAMS_DISABLED");
    expect(server.seen.length).toBe(1);
  });

  test.each([404, 418, 429, 503])("but status %d may end by itself", async (status) => {
    server.answer(html(status));
    expect((await faultOf(get())).remedy).toBeUndefined();
  });
});

test("a JSON 403 for one metric does not make the source back off", async () => {
  server.answer(json({ error: {} }, 403), json(1));
  await faultOf(get());
  expect((await get()).body).toBe(1);
});

describe("the queue of a source", () => {
  test("requests are sent one after the other with spacing", async () => {
    let open = 0;
    let most = 0;
    server.answer((_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open -= 1;
        response.end("1");
      }, 5);
    });
    await Promise.all([1, 2, 3].map(() => get()));
    expect(most).toBe(1);
    expect(clock.waits).toEqual([1000, 1000]);
  });

  test("a caller that leaves the queue does not delay those after it", async () => {
    const caller = new AbortController();
    let finish = () => undefined as unknown;
    server.answer((_, response) => {
      finish = () => response.end("1");
    }, json(2));
    const [first, second, third] = [get(), get(caller.signal), get()];
    await server.arrived(1);
    caller.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    finish();
    expect((await first).body).toBe(1);
    expect((await third).body).toBe(2);
    expect(server.seen.length).toBe(2);
  });
});
