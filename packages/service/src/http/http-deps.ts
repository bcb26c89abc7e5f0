/** What the HTTP room is given. */

import type { Health } from "../jobs/report-health.js";
import type { Meters } from "../metrics/meters.js";
import type { AttributionRow } from "../pages/attribution.js";
import type { Site } from "../pages/site.js";
import type { PngPictures } from "../pictures/png-pictures.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { ProState } from "../published/pro-state.js";
import type { Published } from "../published/published.js";
import type { ConnectionLimits } from "./connections.js";
import type { Scripts } from "./embed-scripts.js";
import type { RateLimit } from "./limit/policy.js";

/** Settings of the HTTP server: what its pages say about the site, and how it is reached. */
export interface HttpConfig extends Site {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Where weaknesses are reported: a mailto or https address; `undefined` when nobody is named. */
  readonly securityContact: string | undefined;
}

/** Everything that the public server answers with. */
export interface HttpDeps {
  readonly config: HttpConfig;
  readonly published: Published;
  readonly limit: RateLimit;
  /** Keys and hourly scores; `undefined` unless `apiPro` is set. */
  readonly pro?: Pick<ProState, "check"> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: () => Promise<Health>;
  /** `CONNECTION_LIMITS` by default; tests take shorter times. */
  readonly connectionLimits?: ConnectionLimits;
  /** One row per source in use, for the attribution page. */
  readonly sources: readonly AttributionRow[];
  /** The built scripts for browsers. */
  readonly scripts: Scripts;
  /** The texts of `/method` and `/docs` as HTML. */
  readonly documents: { readonly method: string; readonly api: string };
  /** Icons of the site, by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
  readonly pngs: Pick<PngPictures, "get">;
  /** How many drawings each picture keeps; as many as it has variants by default. */
  readonly mostDrawings?: number;
  readonly meters?: Pick<Meters, "answered" | "disconnected"> | undefined;
}
