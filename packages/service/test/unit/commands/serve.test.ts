import { expect, test } from "vitest";
import { threadFor } from "../../../src/commands/serve.js";

/** Returns a record at once, and never returns a picture. */
const SLOW_PICTURES = `
  import { parentPort, workerData } from "node:worker_threads";
  if ("recordOf" in workerData) parentPort.postMessage("the record");
  else parentPort.once("message", () => {});`;

test("the daily record does not wait while a picture is being drawn and others are queued", async () => {
  const thread = threadFor(new URL(`data:text/javascript,${encodeURIComponent(SLOW_PICTURES)}`), []);
  const stop = new AbortController();
  const pictures = [1, 2, 3].map((scale) => thread.drawPng("<svg/>", scale, stop.signal));
  expect(await thread.makeRecord([], stop.signal)).toBe("the record");
  stop.abort(new Error("the test ends"));
  for (const each of await Promise.allSettled(pictures)) expect(each.status).toBe("rejected");
});
