import { setTimeout as wait } from "node:timers/promises";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now() as Instant,
  sleep: (ms, signal) => wait(ms, undefined, { signal }),
};
