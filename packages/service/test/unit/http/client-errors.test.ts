import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { answerClientError, LINGER_MS } from "../../../src/http/client-errors.js";

afterEach(() => {
  vi.useRealTimers();
});

test("who goes on sending a request that was refused is cut off a moment later and not with the next bytes", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const server = createServer().on("clientError", answerClientError).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).on("error", () => {});
  try {
    client.write("no request\r\n\r\n");
    const [, refused] = (await once(server, "clientError")) as [Error, Socket];
    for (let more = 0; more < 3; more++) {
      client.write("more of it");
      await once(server, "clientError");
      expect(refused.destroyed).toBe(false); // the client's system would drop an answer that was not read yet
    }
    vi.advanceTimersByTime(LINGER_MS);
    expect(refused.destroyed).toBe(true);
    const [answer] = await once(client, "data");
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  } finally {
    client.destroy();
    server.close();
  }
});
