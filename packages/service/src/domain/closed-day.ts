import { type DayInputs, formatDay, type Instant, type UtcDay } from "peak-cycle-model";
import { StorageError } from "./errors.js";
import type { Metric } from "./observation.js";

/** The inputs of a closed day, frozen together with where each came from. */
export interface ClosedDay extends DayInputs {
  readonly day: UtcDay;
  readonly closedAt: Instant;
  /** Source names by metric, e.g. `{ "btc-close": "coin-metrics" }`; a held or missing value has none. */
  readonly sources: Readonly<Partial<Record<Metric, string>>>;
}

/** Reads the sources of a closed day as they are stored. @throws StorageError when somebody else has written them */
export function readSources(day: UtcDay, text: string): ClosedDay["sources"] {
  let cause: unknown;
  try {
    const sources: unknown = JSON.parse(text);
    const isRecord = typeof sources === "object" && sources !== null && !Array.isArray(sources);
    if (isRecord && Object.values(sources).every((name) => typeof name === "string")) return sources;
  } catch (error) {
    cause = error;
  }
  throw new StorageError(`the sources of the closed day ${formatDay(day)} cannot be read`, { cause });
}
