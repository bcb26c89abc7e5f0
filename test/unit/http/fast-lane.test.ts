import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { fastLane } from "../../../src/http/fast-lane.js";
import { type PublicAnswers, publicAnswers } from "../../../src/http/public-answers.js";
import type { RateLimitResult } from "../../../src/operations/ports.js";
import { fakeClock } from "../../support/fake-clock.js";
import { quietLog } from "../../support/quiet-log.js";
import { sampleRows, sampleSnapshot } from "./samples.js";

const GRANTED: RateLimitResult = { allowed: true, remaining: 3, resetSeconds: 9 };
const REFUSED: RateLimitResult = { allowed: false, remaining: 0, resetSeconds: 9 };

/** The lane alone, behind a limiter whose verdicts come when the test says so, in the order of the requests. */
async function lateLane(change: (answers: PublicAnswers) => PublicAnswers = (answers) => answers) {
  const answers = publicAnswers(fakeClock("2026-11-21T07:06:00Z"));
  answers.showSnapshot(sampleSnapshot());
  answers.showHistory(sampleRows());
  const log = quietLog();
  const asked: ((verdict: RateLimitResult) => void)[] = [];
  const take = () => new Promise<RateLimitResult>((resolve) => void asked.push(resolve));
  const lane = fastLane({ answers: change(answers), limit: { take }, callerOf: () => "192.0.2.1", log });
  const server = createServer((request, response) => lane(request, response, request.method === "HEAD"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const untilAsked = async (count: number) => {
    while (asked.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { url: `http://127.0.0.1:${port}/api/public/nhci`, port, asked, untilAsked, lines: log.lines };
}

test.each([
  ["grants", GRANTED, 200],
  ["refuses", REFUSED, 429],
])("a verdict that comes late %s as one that is there at once", async (_what, verdict, status) => {
  const { url, asked, untilAsked } = await lateLane();
  const answering = fetch(url);
  await untilAsked(1);
  asked[0]?.(verdict);
  const answer = await answering;
  expect(answer.status).toBe(status);
  expect(answer.headers.get("retry-after")).toBe(status === 429 ? "9" : null);
  expect(((await answer.json()) as { ok: boolean }).ok).toBe(status === 200);
});

test("answers on one connection keep the order of the requests, whichever verdict comes first", async () => {
  const { port, asked, untilAsked } = await lateLane();
  const socket = connect(port, "127.0.0.1");
  const head = (extra: string) => `HEAD /api/public/nhci HTTP/1.1\r\nHost: x\r\n${extra}\r\n`;
  socket.write(head("") + head("Connection: close\r\n"));
  await untilAsked(2);
  asked[1]?.(REFUSED);
  asked[0]?.(GRANTED);
  expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 429"]);
});

test("a bug that shows after a late verdict is answered with 500 and logged with its stack", async () => {
  const bug = new Error("a bug");
  const { url, asked, untilAsked, lines } = await lateLane((answers) => ({
    ...answers,
    current: () => {
      throw bug;
    },
  }));
  const answering = fetch(url);
  await untilAsked(1);
  asked[0]?.(GRANTED);
  expect((await answering).status).toBe(500);
  expect(lines).toEqual([{ level: "error", sentence: "a request failed", facts: { error: bug } }]);
});
