import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { stopOnSignals } from "../../../src/platform/stop-signals.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A process, and the codes with which it was ended. */
function running() {
  const [process, codes] = [new EventEmitter(), [] as number[]];
  const stop = stopOnSignals(process, (code) => codes.push(code));
  return { stop, codes, send: (signal: "SIGTERM" | "SIGINT") => process.emit(signal) };
}

describe("a process", () => {
  test.each(["SIGTERM", "SIGINT"] as const)("is asked by %s to stop, and not ended", (signal) => {
    const { stop, codes, send } = running();
    expect(stop.aborted).toBe(false);
    send(signal);
    expect(stop.reason).toEqual(new Error(`stopped by ${signal}`));
    expect(codes).toEqual([]);
  });

  test("ends at once with code 1 at a second signal", () => {
    const { codes, send } = running();
    send("SIGTERM");
    vi.advanceTimersByTime(501);
    send("SIGINT");
    expect(codes).toEqual([1]);
  });

  test("takes the same Ctrl-C, which npm passes on within half a second, for one", () => {
    const { codes, send } = running();
    send("SIGINT");
    vi.advanceTimersByTime(499);
    send("SIGINT");
    expect(codes).toEqual([]);
  });

  test("that hangs ends itself with code 1 before supervisors kill it, ten seconds after the signal", () => {
    const { codes, send } = running();
    send("SIGTERM");
    vi.advanceTimersByTime(9_999);
    expect(codes).toEqual([1]);
  });

  test("that needs two seconds to leave and five to finish is not ended before", () => {
    const { codes, send } = running();
    send("SIGTERM");
    vi.advanceTimersByTime(8_000);
    expect(codes).toEqual([]);
  });
});
