/** What the HTTP room is given. */

import type { RenderState, Variant } from "peak-cycle-drawing";
import type { Instant, TrackRecord } from "peak-cycle-model";
import type { ChainProof } from "peak-cycle-verify";
import type { Announcement } from "../domain/announcement.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import type { Snapshot } from "../domain/snapshot.js";
import type { SourceState } from "../domain/source-state.js";
import type { FirstStart } from "../ingest/backfill-steps.js";
import type { Meters } from "../metrics/meters.js";
import type { AttributionRow } from "../pages/attribution.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { HistoryContext } from "../publish/history-context.js";
import type { PublicExtras, PublicStateSink } from "../publish/public-sink.js";
import type { Health } from "../publish/report-health.js";
import type { StoredScript } from "../storage/script-store.js";
import type { ConnectionLimits } from "./connections.js";
import type { Scripts } from "./embed-scripts.js";
import type { RateLimit } from "./limit/policy.js";
import type { ResponseVariants } from "./response-variants.js";

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
  /** Whether browsers keep the last front page for the time without a network. */
  readonly offlineCopy: boolean;
}

/** Everything that the public server answers with. */
export interface HttpDeps {
  readonly config: HttpConfig;
  readonly data: PublicData;
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
  /** The page of the method as HTML. */
  readonly method: string;
  /** Icons of the site, by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
  readonly pngs: PngSource;
  readonly meters?: Pick<Meters, "answered" | "disconnected"> | undefined;
}

/** Where PNG pictures come from. */
export interface PngSource {
  /** @returns the newest drawing, after some seconds at most; `undefined` when there is none by then */
  get(variant: Variant): Promise<DrawnPng | undefined>;
}

interface DrawnPng {
  /** Of the score it shows; `undefined` where it shows none. */
  readonly computedAt: Instant | undefined;
  /** Whether it shows all that it will show. */
  readonly isWhole: boolean;
  readonly fresh: Uint8Array;
  /** The same once the score is stale. */
  readonly stale: Uint8Array;
}

/** The newest of everything that is published; each is `undefined` until it is shown for the first time. */
export interface PublicData extends PublicStateSink, PublicExtras {
  /** How far the first score is: what is fetched here, or that another instance does it. */
  showFirstStart(state: FirstStart | "elsewhere"): void;
  firstStart(): FirstStart | "elsewhere" | undefined;
  snapshot(): Snapshot | undefined;
  /** The response of the current score, ready to be sent. */
  currentResponse(): ResponseVariants | undefined;
  /** The response of the history; `undefined` until 30 consecutive days are there. */
  historyResponse(): ResponseVariants | undefined;
  /** The rows of that response, oldest first. */
  historyRows(): readonly HistoryRow[] | undefined;
  /** What pictures show. */
  renderState(): RenderState;
  historyContext(): HistoryContext | undefined;
  announcements(): readonly Announcement[] | undefined;
  proof(): ChainProof | undefined;
  revisions(): readonly Revision[] | undefined;
  sources(): readonly SourceState[] | undefined;
  record(): TrackRecord | undefined;
  scripts(): readonly StoredScript[] | undefined;
}
