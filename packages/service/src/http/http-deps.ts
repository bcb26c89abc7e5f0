/** What the HTTP room is given. */

import type { Meters } from "../metrics/meters.js";
import type { AttributionRow } from "../pages/attribution.js";
import type { PngPictures } from "../pictures/png-pictures.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { ProState } from "../publish/pro-state.js";
import type { Published } from "../publish/published.js";
import type { Health } from "../publish/report-health.js";
import type { ConnectionLimits } from "./connections.js";
import type { Scripts } from "./embed-scripts.js";
import type { RateLimit } from "./limit/policy.js";

/** Settings of the HTTP server. */
export interface HttpConfig {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  /** The public address of the site. */
  readonly baseUrl: URL;
  /** The name on every widget, picture, feed and title; for a simulated market it says so. */
  readonly indexName: string;
  readonly siteName: string;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Whether pages say that the market is simulated. */
  readonly simulated: boolean;
  /** Where weaknesses are reported: a mailto or https address; `undefined` when nobody is named. */
  readonly securityContact: string | undefined;
  /** Whether agents may call the tools at `/mcp`. */
  readonly mcp: boolean;
  /** Whether widgets and pictures show crypto where they are asked to. */
  readonly cryptoAsset: boolean;
  /** Whether browsers keep the last front page for the time without a network. */
  readonly offlineCopy: boolean;
  /** Whether keys of API Pro have an effect. */
  readonly apiPro: boolean;
}

/** Everything that the public server answers with. */
export interface HttpDeps {
  readonly config: HttpConfig;
  readonly published: Published;
  readonly limit: RateLimit;
  /** Keys and hourly scores; `undefined` unless `apiPro` is set. */
  readonly pro?: Pick<ProState, "check" | "scores"> | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly health: () => Promise<Health>;
  /** `CONNECTION_LIMITS` by default; tests take shorter times. */
  readonly connectionLimits?: ConnectionLimits;
  /** One row per source in use, for the attribution page. */
  readonly sources: readonly AttributionRow[];
  /** The built scripts for browsers. */
  readonly scripts: Scripts;
  /** The page of the method as HTML. */
  readonly method: string;
  /** Icons of the site, by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
  readonly pngs: Pick<PngPictures, "get">;
  /** How many drawings each picture keeps; as many as it has variants by default. */
  readonly mostDrawings?: number;
  readonly meters?: Pick<Meters, "answered" | "disconnected"> | undefined;
}
