import { HOUR_MS, type Instant } from "peak-cycle-model";
import type { SourceFault } from "./errors.js";

/** The state of a source when it was last asked. */
export interface SourceState {
  readonly source: string;
  readonly askedAt: Instant;
  /** When it last gave something usable; `undefined` when it never has. */
  readonly answeredAt: Instant | undefined;
  /** Why it gave nothing usable when it was last asked; `undefined` when it did. */
  readonly fault: SourceFault | undefined;
}

/** `ok`: it gave what it was last asked for. `failing`: it did not. `idle`: it has not been asked lately. */
export type SourceHealth = "ok" | "failing" | "idle";

/** Every kind of data is asked for at least once a day, the rarest within the hours after midnight UTC. */
export const IDLE_MS = 26 * HOUR_MS;

/** The health of a source. @param state `undefined` when it was never asked */
export function sourceHealth(state: SourceState | undefined, now: Instant): SourceHealth {
  if (state === undefined || now - state.askedAt > IDLE_MS) return "idle";
  return state.fault === undefined ? "ok" : "failing";
}
