import { HOUR_MS } from "peak-cycle-model";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/platform/system.js";

test("a sleep that is aborted ends with the reason of the abort, before it began or while it lasts", async () => {
  const stopped = new Error("stopped");
  await expect(systemClock.sleep(HOUR_MS, AbortSignal.abort(stopped))).rejects.toBe(stopped);
  const stop = new AbortController();
  const asleep = systemClock.sleep(HOUR_MS, stop.signal);
  stop.abort(stopped);
  await expect(asleep).rejects.toBe(stopped);
});
