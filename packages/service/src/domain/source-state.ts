/** The outcome of the last request to a source. */
import { HOUR_MS, type Instant } from "peak-cycle-model";
import type { SourceFault } from "./errors.js";

/** A source's state after its last request. */
export interface SourceState {
  readonly source: string;
  readonly askedAt: Instant;
  /** When it last returned something usable; `undefined` if it never has. */
  readonly answeredAt: Instant | undefined;
  /** Why its last response was unusable; `undefined` if it was usable. */
  readonly fault: SourceFault | undefined;
}

/** `ok`: the last response was usable. `failing`: it was not. `idle`: no recent request. */
export type SourceHealth = "ok" | "failing" | "idle";

/** Every kind of data is fetched at least once a day, the rarest in the hours after midnight UTC. */
export const IDLE_MS = 26 * HOUR_MS;

/** The health of a source. @param state `undefined` if it was never queried */
export function sourceHealth(state: SourceState | undefined, now: Instant): SourceHealth {
  if (state === undefined || now - state.askedAt > IDLE_MS) return "idle";
  return state.fault === undefined ? "ok" : "failing";
}
