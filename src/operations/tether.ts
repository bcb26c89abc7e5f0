import { HOUR_MS } from "../domain/instant.js";
import type { Observation } from "../domain/observation.js";
import type { Clock } from "./ports.js";

/** A tether price this old says nothing about now. */
const VALID_MS = 24 * HOUR_MS;

/** The last tether price that was believed: some exchanges quote in tether only. */
export interface Tether {
  /** USD for one tether; `undefined` when none is known or the last one is over a day old. */
  rate(): number | undefined;
  note(seen: Observation | undefined): void;
}

export function tether(clock: Clock): Tether {
  let last: Observation | undefined;
  return {
    rate: () => (last !== undefined && clock.now() - last.observedAt <= VALID_MS ? last.value : undefined),
    note(seen) {
      last = seen ?? last;
    },
  };
}
