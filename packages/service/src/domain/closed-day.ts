/** The frozen inputs of a day. */
import type { DayInputs, Instant, UtcDay } from "peak-cycle-model";
import type { Metric } from "./observation.js";

/** The frozen inputs of a closed day, with the source of each. */
export interface ClosedDay extends DayInputs {
  readonly day: UtcDay;
  readonly closedAt: Instant;
  /** Source names by metric, e.g. `{ "btc-close": "coin-metrics" }`; held or missing values have no source. */
  readonly sources: Readonly<Partial<Record<Metric, string>>>;
}
