import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import type { Endpoint } from "../../../src/http/endpoint.js";
import { current } from "../../../src/http/endpoints/current.js";
import { createHttpServer } from "../../../src/http/servers.js";
import { quietLog } from "../../support/quiet-log.js";
import { sampleDeps } from "./sample-deps.js";

const GRANTED = 0;
const REFUSED = 9;

/** A server behind a limiter whose results come when the test says so, in the order of the requests. */
async function lateServer(endpoints: readonly Endpoint[] = [current]) {
  const deps = sampleDeps();
  const log = quietLog();
  const asked: ((seconds: number) => void)[] = [];
  const take = () => new Promise<number>((resolve) => void asked.push(resolve));
  const server = createHttpServer({ ...deps, limit: { take }, log }, endpoints);
  const { port } = await server.listen();
  onTestFinished(() => server.close(0));
  const untilAsked = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { url: `http://127.0.0.1:${port}/api/public/nhci`, port, asked, untilAsked, lines: log.lines };
}

test.each([
  ["grants", GRANTED, 200],
  ["refuses", REFUSED, 429],
])("a result that comes late %s as one that is there at once", async (_what, result, status) => {
  const { url, asked, untilAsked } = await lateServer();
  const answering = fetch(url);
  await untilAsked(1);
  asked[0]?.(result);
  const answer = await answering;
  expect(answer.status).toBe(status);
  expect(answer.headers.get("retry-after")).toBe(status === 429 ? "9" : null);
  expect(((await answer.json()) as { ok: boolean }).ok).toBe(status === 200);
});

test("pipelined requests are answered in their order, whichever result comes first", async () => {
  const { port, asked, untilAsked } = await lateServer();
  const socket = connect(port, "127.0.0.1");
  const head = (extra: string) => `HEAD /api/public/nhci HTTP/1.1\r\nHost: x\r\n${extra}\r\n`;
  socket.write(head("") + head("Connection: close\r\n"));
  await untilAsked(2);
  asked[1]?.(REFUSED);
  asked[0]?.(GRANTED);
  expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
});

test("a bug that shows after a late result is answered with 500 and logged with its stack", async () => {
  const bug = new Error("a bug");
  const failing = () => {
    throw bug;
  };
  const { url, asked, untilAsked, lines } = await lateServer([{ ...current, responder: () => failing }]);
  const answering = fetch(url);
  await untilAsked(1);
  asked[0]?.(GRANTED);
  expect((await answering).status).toBe(500);
  expect(lines).toEqual([{ level: "error", sentence: "a request failed", facts: { error: bug } }]);
});
