import { gzipSync } from "node:zlib";
import type { Instant } from "peak-cycle-model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type HostileServer, hostileServer, html, json } from "../../../../chain/test/support/hostile-server.js";
import { SourceError } from "../../../src/domain/errors.js";
import type { OnTime, StatedTime } from "../../../src/ingest/data-source.js";
import { type FetchJson, type FetchOptions, fetchJsonFor } from "../../../src/sources/fetch-json.js";
import { type BriskClock, briskClock } from "../../support/brisk-clock.js";
import { quietLog } from "../../support/quiet-log.js";

const NEVER = new AbortController().signal;
const LIVE: FetchOptions = { signal: NEVER };

let server: HostileServer;
let clock: BriskClock;
let log: ReturnType<typeof quietLog>;
let fetchJson: FetchJson;
let told: StatedTime[];

beforeAll(async () => {
  server = await hostileServer();
});
afterAll(() => server.close());
beforeEach(() => {
  clock = briskClock("2026-11-21T04:12:10Z");
  log = quietLog();
  told = [];
  const onTime: OnTime = (stated) => void told.push(stated);
  fetchJson = fetchJsonFor({
    source: "test",
    clock,
    log,
    spacingMs: 1000,
    userAgent: "peak/1 (+http://x)",
    onTime,
    headers: { "x-key": "s3cret" },
    faultIn: (body) => (body as { fault?: "throttled" })?.fault,
  });
});

async function faultOf(call: Promise<unknown>): Promise<SourceError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SourceError)) throw new Error(`no SourceError but ${String(error)}`);
  return error;
}

function trap<T extends Buffer | string>(bytes: T, headers: Record<string, string> = {}) {
  return (_: unknown, response: import("node:http").ServerResponse) => {
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(bytes);
  };
}

describe("a good answer", () => {
  test("is parsed, and carries its time and the server's time", async () => {
    server.answer(json({ a: [1] }, 200, { date: "Sat, 21 Nov 2026 04:12:09 GMT" }));
    const answer = await fetchJson(server.url, LIVE);
    expect(answer).toMatchObject({
      body: { a: [1] },
      receivedAt: Date.parse("2026-11-21T04:12:10Z"),
      dateHeader: Date.parse("2026-11-21T04:12:09Z"),
    });
  });

  test.each([
    ["a Date header", { date: "Sat, 21 Nov 2026 04:12:09 GMT" }, "2026-11-21T04:12:09Z"],
    [
      "a Date header and the Age a cache has added",
      { date: "Sat, 21 Nov 2026 04:02:09 GMT", age: "600" },
      "2026-11-21T04:12:09Z",
    ],
    ["an Age that cannot be", { date: "Sat, 21 Nov 2026 04:12:09 GMT", age: "99999999" }, "2026-11-21T04:12:09Z"],
  ])("says what time it is by %s, whatever its status, and its content is not asked", async (_name, headers, time) => {
    const at = Date.parse(time);
    for (const status of [200, 404]) {
      server.answer(json({}, status, headers));
      const answer = await fetchJson(server.url, LIVE).catch(() => undefined);
      answer?.onContentTime(0 as Instant, 1 as Instant);
    }
    const stated = { source: "test", from: at, to: at };
    expect(told).toEqual([stated, stated]);
  });

  test("without a Date header says what time it is by its content", async () => {
    server.answer((_request, response) => {
      response.sendDate = false;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    const { dateHeader, onContentTime } = await fetchJson(server.url, LIVE);
    expect([dateHeader, told]).toEqual([undefined, []]);
    onContentTime(1 as Instant, 2 as Instant);
    expect(told).toEqual([{ source: "test", from: 1, to: 2 }]);
  });

  test("is asked for with GET, by name, in JSON and with the key", async () => {
    server.answer(json({}));
    await fetchJson(server.url, LIVE);
    expect(server.seen[0]?.method).toBe("GET");
    expect(server.seen[0]?.headers).toMatchObject({
      "user-agent": "peak/1 (+http://x)",
      accept: "application/json",
      "accept-encoding": "gzip",
      "x-key": "s3cret",
    });
  });

  test("may be compressed", async () => {
    server.answer(trap(gzipSync('{"a":1}'), { "content-encoding": "gzip" }));
    expect((await fetchJson(server.url, LIVE)).body).toEqual({ a: 1 });
  });

  test("is JSON when it parses as JSON, whatever its content type says", async () => {
    server.answer(trap('{"a":1}', { "content-type": "text/html; charset=UTF-8" }));
    expect((await fetchJson(server.url, LIVE)).body).toEqual({ a: 1 });
  });

  test("about more rows may be longer", async () => {
    const long = trap(JSON.stringify("x".repeat(200_000)));
    server.answer(long);
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("malformed");
    server.answer(long);
    expect((await fetchJson(server.url, { ...LIVE, rows: 400 })).body).toHaveLength(200_000);
  });
});

describe("an answer that cannot be used is refused without a second request", () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000, " "));
  test.each([
    [
      "a redirect",
      "refused",
      (_: unknown, r: import("node:http").ServerResponse) => void r.writeHead(302, { location: "/elsewhere" }).end(),
    ],
    ["a page", "malformed", html(200)],
    ["an empty body", "malformed", trap("")],
    ["status 204", "malformed", (_: unknown, r: import("node:http").ServerResponse) => void r.writeHead(204).end()],
    ["status 304", "refused", (_: unknown, r: import("node:http").ServerResponse) => void r.writeHead(304).end()],
    ["half a document", "malformed", trap('{"a":[1,')],
    ["bytes that are no text", "malformed", trap(Buffer.from([0x22, 0xff, 0xfe, 0x22]))],
    [
      "a damaged compressed body",
      "malformed",
      trap(gzipSync('{"a":1}').subarray(0, 20), { "content-encoding": "gzip" }),
    ],
    ["a compression bomb", "malformed", trap(bomb, { "content-encoding": "gzip" })],
    ["an unknown compression", "malformed", trap("{}", { "content-encoding": "br" })],
    ["a body over the limit", "malformed", trap(`"${"x".repeat(200_000)}"`)],
    ["ten thousand brackets", "malformed", trap("[".repeat(10_000))],
    ["status 400", "refused", json({ message: "no" }, 400)],
    ["status 403 in JSON", "refused", json({ error: { type: "forbidden" } }, 403)],
    ["status 404", "refused", html(404)],
    ["status 451", "refused", json({ code: 0 }, 451)],
  ] as const)("%s is %s", async (_name, fault, answer) => {
    server.answer(answer);
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe(fault);
    expect(server.seen.length).toBe(1);
  });

  test("a compressed body is counted while it streams", async () => {
    let sent = 0;
    server.answer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      const piece = Buffer.alloc(16_384, 0);
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        if (!response.destroyed) response.once("drain", more);
      };
      response.write(gzipSync("").subarray(0, 10));
      more();
    });
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("malformed");
    expect(sent).toBeLessThan(20_000_000);
  });
});

describe("trouble that may pass", () => {
  test("is met with two more requests, each after a longer wait, and then given up", async () => {
    server.answer(html(522));
    const error = await faultOf(fetchJson(server.url, LIVE));
    expect(error.fault).toBe("unreachable");
    expect(server.seen.length).toBe(3);
    expect(clock.waits).toHaveLength(2);
    expect(clock.waits[0]).toBeGreaterThanOrEqual(1000);
    expect(clock.waits[1]).toBeGreaterThanOrEqual(2000);
  });

  test.each([
    ["a connection that is reset", (request: import("node:http").IncomingMessage) => void request.socket.destroy()],
    [
      "a body that breaks off",
      (_: unknown, response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"a":');
        setImmediate(() => response.destroy());
      },
    ],
  ])("includes %s", async (_name, answer) => {
    server.answer(answer, json(7));
    expect((await fetchJson(server.url, LIVE)).body).toBe(7);
  });

  test("includes a host that is not there", async () => {
    const nowhere = new URL("http://127.0.0.1:1/");
    const error = await faultOf(fetchJson(nowhere, LIVE));
    expect(error.fault).toBe("unreachable");
    expect(error.message).toContain("ECONNREFUSED");
  });
});

describe("a source that asks us to wait", () => {
  test.each([
    ["in seconds", "7"],
    ["by a date", "Sat, 21 Nov 2026 04:12:17 GMT"],
  ])("%s is asked again after exactly that long", async (_name, retryAfter) => {
    server.answer(json({}, 429, { "retry-after": retryAfter }), json(1));
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
    expect(clock.waits).toEqual([7000]);
  });

  test("inside a body and for a stated time is asked again after exactly that long", async () => {
    server.answer(json({ fault: "throttled" }, 200, { "retry-after": "7" }), json(1));
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
    expect(clock.waits).toEqual([7000]);
  });

  test("longer than the call may last is left alone until then", async () => {
    server.answer(json({}, 429, { "retry-after": "119" }), json(1));
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("throttled");
    clock.pass(118_000);
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("throttled");
    expect(server.seen.length).toBe(1);
    clock.pass(1000);
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
  });

  test("with a 5xx that names a long time counts as throttled", async () => {
    server.answer(html(503, { "retry-after": "3600" }));
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("throttled");
    expect(server.seen.length).toBe(1);
  });

  test.each([
    ["a bare 429", html(429), "throttled", 60_000, 1],
    ["an error in a 200", json({ fault: "throttled" }), "throttled", 60_000, 1],
    ["an error in a 400", json({ fault: "throttled" }, 400), "throttled", 60_000, 1],
    ["a quota", json({ error: "payment required" }, 402), "refused", 900_000, 1],
    ["a ban without a time", html(418), "throttled", 120_000, 1],
    ["a ban for an hour", html(418, { "retry-after": "3600" }), "throttled", 3_600_000, 1],
    ["a firewall", html(403), "refused", 900_000, 1],
    ["a geographic block", json({ code: 0 }, 451), "refused", 86_400_000, 1],
  ] as const)("by %s is left alone as long as that takes", async (_name, answer, fault, restMs, requests) => {
    server.answer(...Array.from({ length: requests }, () => answer), json(1));
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe(fault);
    clock.pass(restMs - 1);
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe(fault);
    expect(server.seen.length).toBe(requests);
    clock.pass(1);
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
  });

  test("is asked again once the clock was set back to before it said so", async () => {
    server.answer(json({ code: 0 }, 451), json(1));
    await faultOf(fetchJson(server.url, LIVE));
    clock.pass(-5 * 3_600_000);
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
  });

  test("about one paid metric is not left alone", async () => {
    server.answer(json({ error: {} }, 403), json(1));
    await faultOf(fetchJson(server.url, LIVE));
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
  });
});

describe("time and order", () => {
  test("an answer that never comes ends with the deadline", async () => {
    server.answer(() => undefined);
    const fault = faultOf(fetchJson(server.url, LIVE));
    await server.arrived(1);
    clock.runOut();
    expect((await fault).fault).toBe("unreachable");
    expect(server.seen.length).toBe(1);
  });

  test("the caller ends a call at once, in the middle of a body, with its own reason", async () => {
    const caller = new AbortController();
    server.answer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[1,");
    });
    const call = fetchJson(server.url, { ...LIVE, signal: caller.signal });
    await server.arrived(1);
    const reason = new Error("enough");
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  test("a caller that has gone already is not served", async () => {
    server.answer(json(1));
    await expect(fetchJson(server.url, { ...LIVE, signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow(
      "gone",
    );
    expect(server.seen.length).toBe(0);
  });

  test("requests go one after the other and keep apart", async () => {
    let open = 0;
    let most = 0;
    server.answer((_, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(200, { "content-type": "application/json" }).end("1");
      }, 5);
    });
    await Promise.all([1, 2, 3].map(() => fetchJson(server.url, LIVE)));
    expect(most).toBe(1);
    expect(clock.waits).toEqual([1000, 1000]);
  });

  test("a caller that leaves the line does not hold up those behind it", async () => {
    const caller = new AbortController();
    let finish = () => undefined as unknown;
    server.answer((_, response) => {
      finish = () => response.writeHead(200, { "content-type": "application/json" }).end("1");
    }, json(2));
    const first = fetchJson(server.url, LIVE);
    const second = fetchJson(server.url, { ...LIVE, signal: caller.signal });
    const third = fetchJson(server.url, LIVE);
    await server.arrived(1);
    caller.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    finish();
    expect((await first).body).toBe(1);
    expect((await third).body).toBe(2);
    expect(server.seen.length).toBe(2);
  });
});

describe("an error inside a 200", () => {
  test("that may pass is asked again, any other is not", async () => {
    server.answer(json({ fault: "unreachable" }), json(1));
    expect((await fetchJson(server.url, LIVE)).body).toBe(1);
    server.answer(json({ fault: "refused" }), json(1));
    expect((await faultOf(fetchJson(server.url, LIVE))).fault).toBe("refused");
    expect(server.seen.length).toBe(1);
  });
});

test("neither errors nor log lines quote what the source said, or the key", async () => {
  server.answer(
    (_, response) => void response.writeHead(500, { "content-type": "application/json" }).end('"SECRET-TEXT"'),
  );
  const error = await faultOf(fetchJson(server.url, LIVE));
  expect(JSON.stringify([error, error.message, error.cause, log.lines])).not.toMatch(/SECRET-TEXT|s3cret/);
  expect(log.lines.length).toBeGreaterThan(0);
});
