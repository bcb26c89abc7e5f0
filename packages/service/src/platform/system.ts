import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Instant } from "peak-cycle-model";
import type { Clock } from "./clock.js";

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
  async sleep(ms, signal) {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted(); // Node's own error only has the reason as its cause
      throw error;
    }
  },
};

/** A name for this process that no other has, with that of its machine: `web-3 4f1c09aa`. */
export function instanceName(): string {
  return `${hostname()} ${randomUUID().slice(0, 8)}`;
}
