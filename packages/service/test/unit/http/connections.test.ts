import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { expectOpen, expectProblem } from "../../../../../test/net/contract/public-service.js";
import { ConfigError } from "../../../src/domain/errors.js";
import type { Reply } from "../../support/ask.js";
import { type Running, readAll, run, slowLimit } from "../../support/running-site.js";
import { sampleProof } from "../../support/sample-extras.js";
import { showHistory } from "../../support/show-history.js";

const CURRENT = "/api/public/nhci";
const GET = `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\n\r\n`;
const LEAVES = "GET /api/public/nhci/proof/leaves HTTP/1.1\r\nHost: a\r\n\r\n";
const LAST = `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

/** Waits until the server has read what other connections sent earlier. */
async function probe({ open }: Running): Promise<void> {
  const socket = await open();
  socket.write(LAST);
  await readAll(socket);
}

describe("a connection", () => {
  test.each([
    ["idle after a response", { keepAliveMs: 100 }, GET, 1],
    ["without a byte either way", { silenceMs: 80 }, "", 0],
  ])("is closed when it stays %s", async (_what, limits, sent, answers) => {
    const { open } = await run({ limits });
    const socket = await open();
    socket.write(sent);
    expect((await readAll(socket)).split("HTTP/1.1 200 OK").length - 1).toBe(answers);
  });

  test("is refused beyond the maximum, while all others get their responses", async () => {
    const { limit, finish, asked } = slowLimit();
    const { open } = await run({ limit, limits: { connections: 2 } });
    const busy: Socket[] = [];
    for (let i = 1; i <= 2; i++) {
      const socket = await open();
      busy.push(socket);
      socket.write(LAST);
      await expect.poll(asked).toBe(i);
    }
    expect(await readAll(await open())).toBe("");
    finish();
    for (const each of busy) expect(await readAll(each)).toContain("200 OK");
  });

  test("is closed, oldest first, if its address opens too many", async () => {
    const { open, disconnected } = await run({ limits: { connectionsPerClient: 3 } });
    const neighbor = await open("127.0.0.2");
    const sockets = [await open(), await open(), await open()];
    const newest = await open();
    expect(await readAll(sockets[0] as Socket)).toBe("");
    expect(disconnected).toEqual(["address"]);
    for (const each of [neighbor, newest, sockets[1] as Socket]) {
      each.write(LAST);
      expect(await readAll(each)).toContain("200 OK");
    }
  });

  test("from a trusted proxy is not counted", async () => {
    const { open } = await run({ limits: { connectionsPerClient: 1 }, config: { trustedProxies: ["127.0.0.0/8"] } });
    for (const each of [await open(), await open()]) {
      each.write(LAST);
      expect(await readAll(each)).toContain("200 OK");
    }
  });

  test("whose client does not read is closed, without a copy of a long response", async () => {
    const running = await run({ limits: { silenceMs: 300 } });
    showHistory(running.published, { proof: { ...sampleProof(), leaves: "0123456789abcdef\n".repeat(250_000) } });
    const before = process.memoryUsage().arrayBuffers;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => running.open()));
    for (const socket of sockets) socket.pause().write(LEAVES.repeat(2)); // 4 MB each: more than socket buffers hold
    await probe(running);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6); // one plain and one compressed copy
    await Promise.all(sockets.map((socket) => readAll(socket.resume())));
  });

  test.each(["Content-Length: 999999999999", "Transfer-Encoding: chunked", "Upgrade: h2c\r\nConnection: upgrade"])(
    "ends after a request with %j, without waiting for a body",
    async (header) => {
      const text = await (await run()).send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`);
      expect(text).toMatch(/^HTTP\/1\.1 200 /);
      expect(text).toMatch(/\nconnection: close\r/i);
    },
  );
});

describe("closing the server", () => {
  test("closes idle connections at once and refuses new ones", async () => {
    const { close, open, ask } = await run();
    const socket = await open();
    socket.write(GET);
    for (let seen = ""; !seen.includes('"stale"'); ) seen += String((await once(socket, "data"))[0]);
    const closing = close(60_000);
    await readAll(socket);
    await closing;
    await expect(ask(CURRENT)).rejects.toThrow();
  });

  test("waits for a slow response, then closes its connection", async () => {
    const { limit, finish, asked } = slowLimit();
    const { close, open } = await run({ limit });
    const socket = await open();
    socket.write(GET);
    await expect.poll(asked).toBe(1);
    const closing = close(60_000);
    finish();
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 200 OK/);
    await closing;
  });

  test("cuts off requests that are not complete in time", async () => {
    const running = await run();
    const socket = await running.open();
    socket.write(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nX-Slow`);
    await probe(running);
    const [text] = await Promise.all([readAll(socket), running.close(50)]);
    expect(text).toBe("");
  });
});

test("a port in use is a configuration error that names PORT", async () => {
  const { port } = await run();
  await expect(run({ config: { port } })).rejects.toThrow(ConfigError);
  await expect(run({ config: { port } })).rejects.toThrow("PORT");
});

describe("a response outside the routes, with CORS headers and errors as problem+json,", () => {
  function parse(answer: string): Reply {
    const end = answer.indexOf("\r\n\r\n");
    const [first = "", ...lines] = answer.slice(0, end).split("\r\n");
    const pairs = lines.map((line) => line.split(/: ?(.*)/s)).map(([name = "", value]) => [name.toLowerCase(), value]);
    const text = answer.slice(end + 4);
    const headers = Object.fromEntries(pairs);
    expect(headers["content-length"] ?? "0").toBe(String(text.length));
    return { status: Number(first.split(" ")[1]), headers, text, bytes: Buffer.from(text) };
  }

  const END = "\r\nHost: a\r\nConnection: close\r\n\r\n";

  test.each([
    ["nonsense", "nonsense\r\n\r\n", 400],
    ["a header without a colon", `GET ${CURRENT} HTTP/1.1\r\nbroken header\r\n\r\n`, 400],
    ["HTTP/7.1", `BREW ${CURRENT} HTTP/7.1${END}`, 400],
    ["no Host", `GET ${CURRENT} HTTP/1.1\r\nConnection: close\r\n\r\n`, 400],
    ["two Hosts", `GET ${CURRENT} HTTP/1.1\r\nHOST: other.example${END}`, 400],
    ["a path that cannot be decoded", `GET /%zz HTTP/1.1${END}`, 400],
    [
      "two lengths of the body",
      `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
    ],
    ["OPTIONS of an unknown path", `OPTIONS /unknown HTTP/1.1${END}`, 404],
    ["GET *", `GET * HTTP/1.1${END}`, 404],
    ["CONNECT", `CONNECT a:443 HTTP/1.1${END}`, 405],
    ["an unknown method", `BREW ${CURRENT}?x HTTP/1.1${END}`, 405],
    ["a method in small letters", `get ${CURRENT} HTTP/1.1${END}`, 405],
    ["an unknown expectation", `GET ${CURRENT} HTTP/1.1\r\nExpect: 200-ok${END}`, 417],
    ["a header of 9 kB", `GET ${CURRENT} HTTP/1.1\r\nX-Long: ${"x".repeat(9000)}${END}`, 431],
    ["600 headers", `GET ${CURRENT} HTTP/1.1${"\r\nX-Line: 0123456789".repeat(600)}${END}`, 431],
  ])("to %s: $2", async (_what, sent, status) => {
    const reply = parse(await (await run()).send(sent));
    expectProblem(reply, status);
    if (status === 405) expect(reply.headers.allow).toBe("GET, HEAD, OPTIONS");
  });

  test.each(["OPTIONS /unknown HTTP/1.1\r\nAccess-Control-Request-Method: GET", "OPTIONS * HTTP/1.1"])(
    "to %j: 204",
    async (head) => {
      const { status, headers } = parse(await (await run()).send(head + END));
      expect(status).toBe(204);
      expectOpen(204, headers);
    },
  );

  test("to headers that never end: 408", async () => {
    const running = await run({ limits: { headersMs: 150, requestMs: 200, checkMs: 50 } });
    expectProblem(parse(await running.send(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nX-Slow: 1`)), 408);
  });

  test("of /readyz while the service is not ready: 503 with the reason", async () => {
    const waiting = await run({ isEmpty: true, whyNotReady: () => "There is no score yet." });
    const ready = parse(await waiting.send(`GET /readyz HTTP/1.1${END}`));
    expectProblem(ready, 503);
    expect(ready.text).toContain('"detail":"There is no score yet."');
    expect(await waiting.send(`GET /healthz HTTP/1.1${END}`)).toContain('{"ok":true}');
  });

  test("to a request that hits a bug: 500, with the cause only in the log", async () => {
    const whyNotReady = () => {
      throw new Error("secret in /srv/file.ts");
    };
    const broken = await run({ whyNotReady });
    const answer = parse(await broken.send(`GET /readyz HTTP/1.1${END}`));
    expectProblem(answer, 500);
    expect(answer.text).not.toMatch(/secret|file|at /);
    expect(broken.errors).toHaveLength(1);
  });
});
