/** How a source is written: one plain object a file, with what it is, on which terms, and how it is asked. */

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

/**
 * One outside source. Settings, `/attribution`, `peak doctor` and metrics follow from what is written here.
 *
 * What it is asked for and when says `order.ts`. Rows are closed periods only, oldest first, each once, in their metric's
 * plausible range; a day that the source lacks is absent.
 *
 * @throws SourceError from each function, when the source gave nothing usable; the signal's reason when it aborts
 */
export interface Source {
  /** As in `UPSTREAMS_DISABLED` and in stored rows. */
  readonly name: SourceName;
  /** The name a person knows it by. */
  readonly title: string;
  /** What Peak takes from it. */
  readonly gives: string;
  /** Scheme and host; a setting may put another address in its place. */
  readonly baseUrl: string;
  /** The path that all documented calls share, e.g. `/0/public`; may be empty. */
  readonly root: string;
  /** Where a person can read about it. */
  readonly link: string;
  /** What its terms say about publishing a derived index, as read in November 2026. */
  readonly license: string;
  /** The text it wants to see, or the credit we give on our own. */
  readonly attribution: string;
  /** The least time between two requests, in units of the configured spacing; 1 when absent. */
  readonly spacingFactor?: number;
  /** The header that carries the free key some sources hand out. */
  readonly keyHeader?: string;
  /** The coins it has figures of. */
  readonly coins: readonly Coin[];
  /** Its prices come without a time: each is as old as its answer, and a ticker that stands still does not show it. */
  readonly isUndated?: true;
  /** What a body says that is an error, whatever the status; readers then never see it. */
  faultIn(body: unknown): Exclude<SourceFault, "implausible"> | undefined;
  /** The prices now, of those coins that it lists. @param tetherUsd one tether in USD; `undefined` when unknown */
  prices?(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd?: number,
  ): Promise<readonly Observation[]>;
  dominance?(client: SourceClient, signal: AbortSignal): Promise<Observation>;
  /**
   * Past figures: daily closes, MVRV, Fear & Greed, or `btc-hour-close` at 00:00 and 06:00 UTC, from 06:00 of the first
   * day to 06:00 of the last. Rows of history need that of 06:00, the other one is compared with daily closes.
   */
  history?(client: SourceClient, metric: Metric, days: DayRange, signal: AbortSignal): Promise<readonly Observation[]>;
}
