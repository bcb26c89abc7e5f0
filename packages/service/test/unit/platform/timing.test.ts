import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { backoffMs, callWithin } from "../../../src/platform/timing.js";
import { fakeClock } from "../../support/fake-clock.js";

const BACKOFF = { firstMs: 250, maxMs: 5000 };

test("retries are twice as far apart each time, up to the longest pause", () => {
  expect([0, 1, 2, 3, 4, 5, 6, 2000].map((attempt) => backoffMs(BACKOFF, attempt, 0.9999))).toEqual([
    250, 500, 1000, 2000, 4000, 5000, 5000, 5000,
  ]);
});

test("processes that lost the same server spread their retries over the later half of a pause", () => {
  expect([0, 0.5, 0.998].map((random) => backoffMs(BACKOFF, 2, random))).toEqual([500, 750, 999]);
});

describe("a call with a deadline", () => {
  const late = new Error("late");
  const stopped = new Error("stopped");

  /** Runs a call for 8 s at most; it fails in a way of its own when its signal aborts. */
  function called(call?: (signal: AbortSignal) => Promise<string>) {
    const clock = fakeClock("2026-11-21T12:00:00Z");
    const caller = new AbortController();
    let own: AbortSignal | undefined;
    const hanging = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("torn"))));
    const result = callWithin(clock, { ms: 8000, late }, caller.signal, (signal) => {
      own = signal;
      return (call ?? hanging)(signal);
    });
    const leftBehind = () => [clock.sleepers(), getEventListeners(caller.signal, "abort").length];
    return { clock, caller, result, signal: () => own, leftBehind };
  }

  test("ends with its own error when time is up, whatever the call fails with then", async () => {
    const { clock, result, signal, leftBehind } = called();
    const failed = expect(result).rejects.toBe(late);
    await clock.advance(7999);
    expect(signal()?.aborted).toBe(false);
    await clock.advance(1);
    await failed;
    expect(leftBehind()).toEqual([0, 0]);
  });

  test("ends a second after its time though the call hangs for ever", async () => {
    const { clock, result, leftBehind } = called(() => new Promise(() => {}));
    const failed = expect(result).rejects.toBe(late);
    await clock.advance(9000);
    await failed;
    expect(leftBehind()).toEqual([0, 0]);
  });

  test("ends with the caller's reason when that comes first", async () => {
    const { caller, result, leftBehind } = called();
    caller.abort(stopped);
    await expect(result).rejects.toBe(stopped);
    expect(leftBehind()).toEqual([0, 0]);
  });

  test("gives the result or the failure of a call that ends before, and leaves no timer and no listener behind", async () => {
    const done = called(async () => "done");
    expect(await done.result).toBe("done");
    const bug = new TypeError("bug");
    const failing = called(() => Promise.reject(bug));
    await expect(failing.result).rejects.toBe(bug);
    expect([...done.leftBehind(), ...failing.leftBehind()]).toEqual([0, 0, 0, 0]);
  });
});
