import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BodilessRequest } from "../../../src/http/bodiless-request.js";

let server: Server;
let seen: IncomingMessage | undefined;

beforeAll(async () => {
  server = createServer({ IncomingMessage: BodilessRequest }, (incoming, response) => {
    seen = incoming;
    response.end("answered");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Asks over a connection of its own, and gives the server's side of the request once the connection is closed. */
async function ask(body: string | undefined): Promise<IncomingMessage> {
  await new Promise<void>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const method = body === undefined ? "GET" : "POST";
    const asking = request({ port, host: "127.0.0.1", method, agent: false }, (answer) => {
      answer.resume();
      answer.on("close", resolve);
    });
    asking.on("error", reject);
    asking.end(body);
  });
  if (seen === undefined) throw new Error("nothing arrived");
  return seen;
}

test("a request without a body is not run dry after its answer", async () => {
  const incoming = await ask(undefined);
  expect(incoming.complete).toBe(true);
  expect(incoming.readableEnded).toBe(false);
});

test("a body that nobody reads is run dry after the answer, so that the connection goes on", async () => {
  const incoming = await ask("x".repeat(10_000));
  expect(incoming.readableEnded).toBe(true);
});
