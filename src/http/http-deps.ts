import type { Clock, Health, Log, Meters, RateLimit } from "../operations/ports.js";
import type { KeptScript } from "../operations/store-ports.js";
import type { AttributionRow } from "../site/attribution.js";
import type { ConnectionLimits } from "./connection-limits.js";
import type { Scripts } from "./embed-scripts.js";
import type { HttpConfig } from "./http-config.js";
import type { PublicNotices } from "./notices.js";
import type { PngShelf } from "./png-shelf.js";
import type { PublicAnswers } from "./public-answers.js";

/** What the HTTP room is given. */
export interface HttpDeps {
  readonly config: HttpConfig;
  readonly answers: PublicAnswers;
  readonly notices: PublicNotices;
  readonly limit: RateLimit;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: () => Promise<Health>;
  /** `CONNECTION_LIMITS` by default; tests take shorter times. */
  readonly connectionLimits?: ConnectionLimits;
  /** One row per source in use, for the attribution page. */
  readonly sources: readonly AttributionRow[];
  /** The built scripts for browsers. */
  readonly scripts: Scripts;
  /** Every version of the embed scripts that was ever served; grows when another instance brings a new one. */
  readonly kept: readonly KeptScript[];
  readonly pngs: PngShelf;
  readonly meters?: Pick<Meters, "answered"> | undefined;
}
