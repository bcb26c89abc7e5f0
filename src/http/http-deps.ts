import type { Clock, Health, Log, RateLimit } from "../operations/ports.js";
import type { AttributionRow } from "../pages/attribution.js";
import type { ConnectionLimits } from "./connection-limits.js";
import type { HttpConfig } from "./http-config.js";
import type { PublicAnswers } from "./public-answers.js";

/** What the HTTP room is given. */
export interface HttpDeps {
  readonly config: HttpConfig;
  readonly answers: PublicAnswers;
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: () => Promise<Health>;
  /** `CONNECTION_LIMITS` by default; tests take shorter times. */
  readonly connectionLimits?: ConnectionLimits;
  /** One row per source in use, for the attribution page. */
  readonly sources: readonly AttributionRow[];
}
