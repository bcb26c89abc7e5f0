import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/domain/errors.js";
import { showHistory } from "../../support/show-history.js";
import { slowLimit } from "../../support/slow-limit.js";
import { sampleProof } from "../../unit/http/sample-extras.js";
import { readAll, run } from "./running.js";

const CURRENT = "/api/public/nhci";
const GET = `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\n\r\n`;
const LEAVES = "GET /api/public/nhci/proof/leaves HTTP/1.1\r\nHost: a\r\n\r\n";
const LAST = `GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

/** Waits until a connection has given this text. */
async function until(socket: Socket, text: string): Promise<string> {
  let seen = "";
  while (!seen.includes(text)) seen += String((await once(socket, "data"))[0]);
  return seen;
}

describe("a connection", () => {
  test("is cut when it stays idle", async () => {
    const { open } = await run({ limits: { keepAliveMs: 100 } });
    const socket = await open();
    socket.write(GET);
    expect(count(await readAll(socket), "HTTP/1.1 200 OK")).toBe(1);
  });

  test("is cut when no byte goes either way", async () => {
    const { open } = await run({ limits: { silenceMs: 80 } });
    expect(await readAll(await open())).toBe("");
  });

  test("is refused beyond the number of connections while all others are answered", async () => {
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

  test("gives way, the oldest first, to another of its address when that has too many, but not to other addresses", async () => {
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

  test("of a trusted proxy counts for no address", async () => {
    const { open } = await run({ limits: { connectionsPerClient: 1 }, config: { trustedProxies: ["127.0.0.0/8"] } });
    const sockets = [await open(), await open(), await open()];
    for (const each of sockets) {
      each.write(LAST);
      expect(await readAll(each)).toContain("200 OK");
    }
  });

  test("that does not read does not multiply the bytes of a long answer, and is cut", async () => {
    const { published, open } = await run({ limits: { silenceMs: 300 } });
    showHistory(published, { proof: { ...sampleProof(), leaves: "0123456789abcdef\n".repeat(250_000) } });
    const before = process.memoryUsage().arrayBuffers;
    const sockets = await Promise.all(Array.from({ length: 20 }, () => open()));
    for (const socket of sockets) socket.pause().write(LEAVES.repeat(2)); // 4 MB each: more than systems take
    const probe = await open();
    probe.write(LAST);
    await readAll(probe);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6); // once plain, and compressed
    await Promise.all(sockets.map((socket) => readAll(socket.resume())));
  });

  test("ends after the announcement of a long or endless body", async () => {
    const { send } = await run();
    for (const announced of ["Content-Length: 999999999999", "Transfer-Encoding: chunked"]) {
      for (const method of ["GET", "POST"]) {
        const text = await send(`${method} ${CURRENT} HTTP/1.1\r\nHost: a\r\n${announced}\r\n\r\n`);
        expect(text).toMatch(method === "GET" ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 405 /);
        expect(text).toMatch(/\nconnection: close\r/i);
      }
    }
  });
});

describe("closing", () => {
  test("ends idle connections at once and refuses new ones", async () => {
    const { close, open, ask } = await run();
    const socket = await open();
    socket.write(GET);
    await until(socket, '"stale"');
    const closing = close(60_000);
    await readAll(socket);
    await closing;
    await expect(ask(CURRENT)).rejects.toThrow();
  });

  test("finishes a request under way and ends its connection with the answer", async () => {
    const { close, open } = await run();
    const socket = await open();
    socket.write(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\n`);
    // A second connection's answer shows that the server has read the first one's bytes.
    const probe = await open();
    probe.write(LAST);
    await readAll(probe);
    const closing = close(60_000);
    socket.write("\r\n");
    const text = await readAll(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(text).toMatch(/\nconnection: close\r/i);
    await closing;
  });

  test("waits for a slow answer", async () => {
    const { limit, finish, asked } = slowLimit();
    const { close, ask } = await run({ limit });
    const answer = ask(CURRENT);
    await expect.poll(asked).toBe(1);
    const closing = close(60_000);
    finish();
    expect((await answer).status).toBe(200);
    await closing;
  });

  test("cuts off in the end who does not finish", async () => {
    const { close, open } = await run();
    const socket = await open();
    socket.write(`GET ${CURRENT} HTTP/1.1\r\nHost: a\r\nX-Slow`);
    const probe = await open();
    probe.write(LAST);
    await readAll(probe);
    const [text] = await Promise.all([readAll(socket), close(50)]);
    expect(text).toBe("");
  });
});

test("a port in use and a foreign address are faults of the configuration", async () => {
  const { port } = await run();
  await expect(run({ config: { port } })).rejects.toThrow(ConfigError);
  await expect(run({ config: { port } })).rejects.toThrow("PORT");
  await expect(run({ config: { host: "192.0.2.1" } })).rejects.toThrow("HOST");
});
