/**
 * The interface of a source: one plain object per file, with its identity, its terms and the functions that fetch from
 * it.
 */

import type { UtcDay } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { Coin, Metric, Observation } from "../domain/observation.js";
import type { SourceClient } from "./get-json.js";
import type { SourceName } from "./order.js";

/** Days `from..to`, both included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** What is said about a source in public. */
export interface SourceCredit {
  /** The name in `UPSTREAMS_DISABLED` and in stored rows. */
  readonly name: string;
  /** Display name. */
  readonly title: string;
  /** What Peak uses it for. */
  readonly gives: string;
  /** Homepage, for people. */
  readonly link: string;
  /** What its terms say about publishing a derived index, as of November 2026. */
  readonly license: string;
  /** The attribution it requires, or the credit we give voluntarily. */
  readonly attribution: string;
}

/**
 * One outside source. Settings, `/attribution`, `peak doctor` and metrics are derived from it.
 *
 * `order.ts` decides what it is asked for. Rows are closed periods only, oldest first, each once, within their metric's
 * plausible range; days the source lacks are absent.
 *
 * @throws SourceError from each function if the source returned nothing usable; the signal's reason when it aborts
 */
export interface Source extends SourceCredit {
  readonly name: SourceName;
  /** Scheme and host; a setting can override it. */
  readonly baseUrl: string;
  /** The path prefix of all documented calls, e.g. `/0/public`; may be empty. */
  readonly root: string;
  /** Minimum time between two requests, as a multiple of the configured spacing; 1 by default. */
  readonly spacingFactor?: number;
  /** The header for a free API key, if the source offers one. */
  readonly keyHeader?: string;
  /** The coins it covers. */
  readonly coins: readonly Coin[];
  /** Its prices have no timestamp: each counts as old as its response, so a frozen ticker goes unnoticed. */
  readonly isUndated?: true;
  /** The fault that a body reports, whatever its status; such a body is never parsed further. */
  faultIn(body: unknown): Exclude<SourceFault, "implausible"> | undefined;
  /** Current prices of the coins it lists. @param tetherUsd one tether in USD; `undefined` when unknown */
  prices?(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd?: number,
  ): Promise<readonly Observation[]>;
  dominance?(client: SourceClient, signal: AbortSignal): Promise<Observation>;
  /**
   * Past figures: daily closes, MVRV, Fear & Greed, or `btc-hour-close` at 00:00 and 06:00 UTC, from 06:00 of the first
   * day to 06:00 of the last. History rows need the one of 06:00; the other is compared with daily closes.
   */
  history?(client: SourceClient, metric: Metric, days: DayRange, signal: AbortSignal): Promise<readonly Observation[]>;
}
