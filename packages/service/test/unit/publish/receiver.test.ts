import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { hostileServer } from "../../../../chain/test/support/hostile-server.js";
import { systemClock } from "../../../src/platform/system.js";
import { announcementReceiver, nameFault, type ReceiverDeps } from "../../../src/publish/receiver.js";
import { fakeClock } from "../../support/fake-clock.js";

const MESSAGE = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
/** An example of the libraries of Standard Webhooks: secret, message, time and signature. */
const EXAMPLE_SECRET = Buffer.from("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "base64");
const EXAMPLE_TIME = "2021-02-25T15:02:10Z";
const EXAMPLE_SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

const never = new AbortController().signal;

/** A receiver on loopback, which is allowed unless a test says otherwise. */
async function receiving(answer: RequestListener, changes: Partial<ReceiverDeps> & { readonly path?: string } = {}) {
  const server = await hostileServer();
  onTestFinished(() => server.close());
  server.answer(answer);
  const { path = "hook?token=s3cret", ...deps } = changes;
  const receiver = announcementReceiver(
    { url: new URL(path, server.url), secrets: [EXAMPLE_SECRET] },
    {
      clock: { ...systemClock, now: fakeClock(EXAMPLE_TIME).now },
      networks: ["127.0.0.1"],
      userAgent: "peak-test",
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
      ...deps,
    },
  );
  return { server, receiver, post: () => receiver.post(MESSAGE, never) };
}

/** After it, Node emits neither a response nor an error. */
const UPGRADE = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n";

const ending =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end();
  };

describe("a post to a receiver", () => {
  test("carries the message as it stands, signed as the libraries of Standard Webhooks expect", async () => {
    let body = "";
    const { server, post } = await receiving(async (request, response) => {
      body = await text(request);
      response.writeHead(204).end();
    });
    expect(await post()).toEqual({ result: "accepted" });
    const [{ method, url, headers } = { method: "", url: "", headers: {} }] = server.seen;
    expect([method, url, body]).toEqual(["POST", "/hook?token=s3cret", MESSAGE.body]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "peak-test",
      "webhook-id": MESSAGE.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": EXAMPLE_SIGNATURE,
    });
  });

  test("has arrived with any 2xx, is not wanted with 410, and has failed with any other status", async () => {
    const { server, post } = await receiving(ending(200));
    const results = [];
    for (const status of [200, 202, 299, 410, 300, 304, 400, 404, 429, 500, 504]) {
      server.answer(ending(status, status === 429 ? { "retry-after": "120" } : {}));
      const posted = await post();
      results.push([status, posted.result, posted.result === "failed" ? posted.retryAfterMs : 0]);
    }
    expect(results).toEqual([
      ...[200, 202, 299].map((status) => [status, "accepted", 0]),
      [410, "gone", 0],
      ...[300, 304, 400, 404].map((status) => [status, "failed", 0]),
      [429, "failed", 120_000],
      [500, "failed", 0],
      [504, "failed", 0],
    ]);
  });

  test("follows no redirect, not even to where it may go", async () => {
    const { server, post } = await receiving(ending(307, { location: "/elsewhere" }));
    expect(await post()).toEqual({ result: "failed", fault: "status 307", retryAfterMs: 0 });
    expect(server.seen).toHaveLength(1);
  });

  test("is given up when the receiver says nothing, or not all of its head", async () => {
    const hanging = await receiving(() => {}, { timeoutMs: 50 });
    expect(await hanging.post()).toEqual({ result: "failed", fault: "timeout", retryAfterMs: 0 });
    const slow = await receiving(({ socket }) => socket.write("HTTP/1.1 200 OK\r\nx: "), { timeoutMs: 50 });
    expect(await slow.post()).toMatchObject({ fault: "timeout" });
  });

  test("has arrived when the status has, though the body never ends; only a little of it is read", async () => {
    let sent = 0;
    const endless: RequestListener = (_request, response) => {
      response.writeHead(200);
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) sent += 16_384;
      };
      response.on("drain", write);
      write();
    };
    const { server, post } = await receiving(endless);
    expect(await post()).toEqual({ result: "accepted" });
    await expect.poll(() => server.seen[0]?.socket.destroyed).toBe(true);
    expect(sent).toBeLessThan(20_000_000);
    const trickling = await receiving((_request, response) => void response.writeHead(200).write("."), {
      timeoutMs: 500,
    });
    expect(await trickling.post()).toEqual({ result: "accepted" });
  });

  test("fails with a head without end, what is no HTTP, and a connection that breaks", async () => {
    const raw =
      (bytes: string): RequestListener =>
      ({ socket }) =>
        void socket.end(bytes);
    const faults = [];
    for (const bytes of [`HTTP/1.1 200 OK\r\nx: ${"x".repeat(40_000)}\r\n\r\n`, "SSH-2.0-x\r\n\r\n", "", UPGRADE]) {
      const { post } = await receiving(raw(bytes));
      const posted = await post();
      faults.push(posted.result === "failed" && posted.fault);
    }
    expect(faults).toEqual(["HPE_HEADER_OVERFLOW", "HPE_INVALID_CONSTANT", "ECONNRESET", "no answer"]);
  });

  test("goes to no address of a private network, nor to a name that leads there", async () => {
    const refused = { result: "failed", fault: "nothing may be posted to this address", retryAfterMs: 0 };
    const literal = await receiving(ending(200), { networks: [] });
    expect(await literal.post()).toEqual(refused);
    const { port } = literal.server.url;
    const named = await receiving(ending(200), {
      networks: [],
      path: `http://rebinding.example:${port}/`,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    expect(await named.post()).toMatchObject({ fault: "the name leads to an address that nothing may be posted to" });
    expect([literal.server.seen, named.server.seen]).toEqual([[], []]);
  });

  test("is told of before anything is posted when its name leads nowhere or to a private network now", async () => {
    const url = new URL("https://named.example/hook");
    const leading = (address: string) =>
      nameFault(url, { networks: [], resolve: async () => [{ address, family: 4 }] });
    expect(await leading("10.0.0.1")).toBe("the name leads to an address that nothing may be posted to");
    expect(await leading("1.1.1.1")).toBeUndefined();
    const resolve = () => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }));
    expect(await nameFault(url, { networks: [], resolve })).toBe("ENOTFOUND");
    expect(await nameFault(new URL("http://[::1]/"), { networks: [], resolve })).toBeUndefined();
  });

  test("goes to the very address that was checked: the name is looked up once for a post", async () => {
    let lookups = 0;
    const server = await hostileServer();
    onTestFinished(() => server.close());
    server.answer(ending(200));
    const { post } = await receiving(ending(200), {
      path: `http://once.example:${server.url.port}/`,
      resolve: async () => [{ address: ++lookups === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }],
    });
    expect(await post()).toEqual({ result: "accepted" });
    expect([lookups, server.seen[0]?.headers.host]).toEqual([1, `once.example:${server.url.port}`]);
  });

  test("ends with the service, by its signal", async () => {
    const { receiver, server } = await receiving(() => {});
    const stop = new AbortController();
    const posting = receiver.post(MESSAGE, stop.signal);
    await server.arrived(1);
    stop.abort(new Error("the service stops"));
    await expect(posting).rejects.toThrow("the service stops");
  });

  test("tells of a receiver neither path nor secret", async () => {
    const { receiver } = await receiving(ending(200));
    const told = JSON.stringify(receiver);
    expect(receiver.host).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(receiver.id).toMatch(/^[0-9a-f]{16}$/);
    expect(told).not.toContain("s3cret");
  });
});
