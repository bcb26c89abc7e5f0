import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { backoffMs, callWithin } from "../../../src/platform/timing.js";
import { fakeClock } from "../../support/fake-clock.js";

test("the pauses between retries double up to the longest, and spread over their later half", () => {
  const backoff = { firstMs: 250, maxMs: 5000 };
  const pauses = [0, 1, 2, 3, 4, 5, 6, 2000].map((attempt) => backoffMs(backoff, attempt, 0.9999));
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
  expect([0, 0.5, 0.998].map((random) => backoffMs(backoff, 2, random))).toEqual([500, 750, 999]);
});

const late = new Error("late");
const stopped = new Error("stopped");

/** Runs a call for 8 s at most; by default it fails with its own error when its signal aborts. */
function called(call?: (signal: AbortSignal) => Promise<string>) {
  const clock = fakeClock("2026-11-21T12:00:00Z");
  const caller = new AbortController();
  const torn = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("torn"))));
  const result = callWithin(clock, { ms: 8000, late }, caller.signal, call ?? torn);
  const leftBehind = () => [clock.sleepers(), getEventListeners(caller.signal, "abort").length];
  return { clock, caller, result, leftBehind };
}

test.each([
  ["fails with its own error when time is up", undefined, 8000],
  ["hangs forever, a second later", () => new Promise<never>(() => {}), 9000],
])("a call with a deadline that %s is reported as late", async (_what, call, afterMs) => {
  const { clock, result, leftBehind } = called(call);
  const failed = expect(result).rejects.toBe(late);
  await clock.advance(afterMs);
  await failed;
  expect(leftBehind()).toEqual([0, 0]);
});

test("a call with a deadline ends with the caller's reason if the caller aborts first", async () => {
  const { caller, result, leftBehind } = called();
  caller.abort(stopped);
  await expect(result).rejects.toBe(stopped);
  expect(leftBehind()).toEqual([0, 0]);
});

test("a call that ends in time returns its result or failure, and leaves no timer or listener behind", async () => {
  const done = called(async () => "done");
  expect(await done.result).toBe("done");
  const bug = new TypeError("bug");
  const failing = called(() => Promise.reject(bug));
  await expect(failing.result).rejects.toBe(bug);
  expect([...done.leftBehind(), ...failing.leftBehind()]).toEqual([0, 0, 0, 0]);
});
