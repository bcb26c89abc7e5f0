import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import type { Instant } from "peak-cycle-model";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type HostileServer, hostileServer, json } from "../../../../chain/test/support/hostile-server.js";
import { ageMs, httpClient, httpDate, retryAfterMs } from "../../../src/sources/http-client.js";

const NEVER = new AbortController().signal;

let server: HostileServer;
/** Takes connections and never says a word. */
let mute: TcpServer;

beforeAll(async () => {
  server = await hostileServer();
  mute = createTcpServer();
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await server.close();
  mute.close();
});

test("an answer is given as soon as its headers are there, with its body still to come", async () => {
  server.answer(json({ a: 1 }, 203, { "x-note": "n" }));
  const answer = await httpClient(1000)(server.url, { accept: "application/json" }, NEVER);
  expect(answer.statusCode).toBe(203);
  expect(answer.headers["x-note"]).toBe("n");
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('{"a":1}');
  expect(server.seen[0]?.headers.accept).toBe("application/json");
});

test("requests one after the other share a connection", async () => {
  server.answer(json(1));
  const get = httpClient(1000);
  for (let i = 0; i < 3; i++) await (await get(server.url, {}, NEVER)).toArray();
  expect(new Set(server.seen.map((request) => request.socket)).size).toBe(1);
});

test("a connection that is not ready in time fails by name, its handshake included", async () => {
  const { port } = mute.address() as import("node:net").AddressInfo;
  const sending = httpClient(50)(new URL(`https://127.0.0.1:${port}/`), {}, NEVER);
  await expect(sending).rejects.toMatchObject({
    fault: "unreachable",
    advice: { retryable: true },
    message: "the connection failed (ETIMEDOUT)",
  });
});

test("the time to connect does not bound the answer", async () => {
  server.answer((_, response) => void setTimeout(() => response.end("late"), 120));
  const answer = await httpClient(50)(server.url, {}, NEVER);
  expect(Buffer.concat(await answer.toArray()).toString()).toBe("late");
});

const NOW = Date.parse("2026-11-21T04:12:10Z") as Instant;

describe("Retry-After", () => {
  test.each([
    ["7", 7000],
    [" 119 ", 119_000],
    ["Sat, 21 Nov 2026 04:13:10 GMT", 60_000],
    ["99999999999", 259_200_000],
    ["Sat, 21 Nov 2026 04:00:00 GMT", undefined],
    ["0", undefined],
    ["-5", undefined],
    ["soon", undefined],
    ["1.5", undefined],
    [undefined, undefined],
  ])("%j asks to wait %j ms", (header, waitMs) => expect(retryAfterMs(header, NOW)).toBe(waitMs));
});

test.each([
  ["0", 0],
  [" 600 ", 600_000],
  ["86401", 0],
  ["-5", 0],
  ["1.5", 0],
  ["soon", 0],
  [undefined, 0],
])("an Age header of %j means %d ms", (header, ms) => expect(ageMs(header)).toBe(ms));

test("an HTTP date is read and nothing else is", () => {
  expect(httpDate("Sat, 21 Nov 2026 04:12:10 GMT")).toBe(NOW);
  for (const text of [undefined, "", "1795234330", "2026-11-21", "Sat, 99 Nov 2026 04:12:10 GMT"])
    expect(httpDate(text)).toBeUndefined();
});
