import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchText } from "../../src/fetch-text.js";
import { type HostileServer, hostileServer } from "../support/hostile-server.js";

let server: HostileServer;
beforeAll(async () => {
  server = await hostileServer();
});
afterAll(() => server.close());

const never = new AbortController().signal;
const ask = (signal = never) =>
  fetchText(server.url, { userAgent: "peak-test", maxBytes: 1000, timeoutMs: 300, signal });

describe("a text", () => {
  test("comes as it is, asked for by name and not out of a cache", async () => {
    server.answer((_request, response) => response.end("0a\n1b\n"));
    expect(await ask()).toBe("0a\n1b\n");
    expect(server.seen[0]?.headers).toMatchObject({ "user-agent": "peak-test", "cache-control": "no-cache" });
  });

  test("that is not UTF-8 is malformed", async () => {
    server.answer((_request, response) => response.end(Buffer.from([0x61, 0xff])));
    await expect(ask()).rejects.toThrow(/ is malformed: the body is no text in UTF-8$/);
  });

  test("that never ends is given up in time, whether headers have come or not", async () => {
    server.answer(() => {});
    await expect(ask()).rejects.toThrow(/ is unreachable: no whole answer in 0.3 s$/);
    server.answer((_request, response) => void response.writeHead(200).write("0a\n"));
    await expect(ask()).rejects.toThrow(/ is unreachable: no whole answer in 0.3 s$/);
  });

  test("is not waited for when the caller goes", async () => {
    server.answer(() => {});
    const gone = new AbortController();
    const fetching = ask(gone.signal);
    await server.arrived(1);
    gone.abort(new Error("gone"));
    await expect(fetching).rejects.toThrow("gone");
  });
});
