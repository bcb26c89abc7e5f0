import type { DayInputs, Instant, UtcDay } from "peak-cycle-model";
import type { Metric } from "./observation.js";

/** The inputs of a closed day, frozen together with where each came from. */
export interface ClosedDay extends DayInputs {
  readonly day: UtcDay;
  readonly closedAt: Instant;
  /** Source names by metric, e.g. `{ "btc-close": "coin-metrics" }`; a held or missing value has none. */
  readonly sources: Readonly<Partial<Record<Metric, string>>>;
}
