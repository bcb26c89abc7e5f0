import { createServer as createTcpServer, type Server as TcpServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sender } from "../../../src/sources/send-request.js";
import { type HostileServer, hostileServer, json } from "../../support/hostile-server.js";

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
  const answer = await sender(1000)(server.url, { accept: "application/json" }, NEVER);
  expect(answer.statusCode).toBe(203);
  expect(answer.headers["x-note"]).toBe("n");
  expect(Buffer.concat(await answer.body.toArray()).toString()).toBe('{"a":1}');
  expect(server.seen[0]?.headers.accept).toBe("application/json");
});

test("requests one after the other share a connection", async () => {
  server.answer(json(1));
  const send = sender(1000);
  for (let i = 0; i < 3; i++) await (await send(server.url, {}, NEVER)).body.toArray();
  expect(new Set(server.seen.map((request) => request.socket)).size).toBe(1);
});

test("a connection that is not ready in time fails by name, its handshake included", async () => {
  const { port } = mute.address() as import("node:net").AddressInfo;
  const sending = sender(50)(new URL(`https://127.0.0.1:${port}/`), {}, NEVER);
  await expect(sending).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

test("the time to connect does not bound the answer", async () => {
  server.answer((_, response) => void setTimeout(() => response.end("late"), 120));
  const answer = await sender(50)(server.url, {}, NEVER);
  expect(Buffer.concat(await answer.body.toArray()).toString()).toBe("late");
});

test("an abort ends a request that waits", async () => {
  const caller = new AbortController();
  server.answer(() => undefined);
  const sending = sender(1000)(server.url, {}, caller.signal);
  await server.arrived(1);
  caller.abort(new Error("enough"));
  await expect(sending).rejects.toThrow();
});
