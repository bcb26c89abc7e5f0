import type { Instant } from "./instant.js";
import type { Metric } from "./metric.js";

/** One number one source stated. A restated figure is a further observation; nothing is overwritten. */
export interface Observation {
  readonly metric: Metric;
  /** The upstream's name as in `UPSTREAMS_DISABLED`, or `import` for a file. */
  readonly source: string;
  /** The moment the number is about, by the provider's time; see `Metric`. */
  readonly observedAt: Instant;
  /** When this service received it. */
  readonly fetchedAt: Instant;
  readonly value: number;
}
