import { HOUR_MS } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import type { Clock } from "../platform/clock.js";

/** The last tether price that was believed: some exchanges quote in tether only. */
export function tether(clock: Clock) {
  let last: Observation | undefined;
  return {
    /** USD for one tether; `undefined` when none is known or the last one is over a day old. */
    rate: () => (last !== undefined && clock.now() - last.observedAt <= TETHER_VALID_MS ? last.value : undefined),
    note(seen: Observation | undefined): void {
      last = seen ?? last;
    },
  };
}

/** An older tether price is not used. */
const TETHER_VALID_MS = 24 * HOUR_MS;

export type Tether = ReturnType<typeof tether>;
