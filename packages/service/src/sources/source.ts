/** How a source is written: one plain object a file, with what it is, on which terms, and how it is asked. */

import type { Instant, Major, UtcDay } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { Observation } from "../domain/observation.js";
import type { SourceClient } from "./get-json.js";
import type { SourceName } from "./order.js";

/** A coin a price can be asked for; `usdt` only to turn a tether quote into dollars. */
export type Coin = "btc" | Major | "usdt";

/** Days `from..to`, both included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** Hours that end at `from <= observedAt <= to`. */
export interface TimeRange {
  readonly from: Instant;
  readonly to: Instant;
}

/** A live figure. */
export interface LiveQuote extends Observation {
  /** The source states no time of its own: `observedAt` is when the answer was sent, and a ticker may stand still. */
  readonly isUndated?: true;
}

/**
 * One outside source. Settings, `/attribution`, `peak doctor` and metrics follow from what is written here.
 *
 * A function that is missing means that it does not have such data. Rows are closed periods only, oldest first, each
 * once, in their metric's plausible range; a day that the source lacks is absent.
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
  /** The coins it has prices and closes of. */
  readonly coins: readonly Coin[];
  /** What a body says that is an error, whatever the status; readers then never see it. */
  faultIn(body: unknown): SourceFault | undefined;
  /** The prices now, of those coins that it lists. @param tetherUsd one tether in USD; `undefined` when unknown */
  prices?(
    client: SourceClient,
    coins: readonly Coin[],
    signal: AbortSignal,
    tetherUsd?: number,
  ): Promise<readonly LiveQuote[]>;
  /** Daily closes, `<coin>-close`. */
  dailyCloses?(
    client: SourceClient,
    coin: "btc" | Major,
    days: DayRange,
    signal: AbortSignal,
  ): Promise<readonly Observation[]>;
  /** `btc-hour-close` at 00:00 and 06:00 UTC: rows need that of 06:00, the other one is compared with daily closes. */
  hourlyCloses?(client: SourceClient, span: TimeRange, signal: AbortSignal): Promise<readonly Observation[]>;
  mvrv?(client: SourceClient, days: DayRange, signal: AbortSignal): Promise<readonly Observation[]>;
  dominance?(client: SourceClient, signal: AbortSignal): Promise<LiveQuote>;
  /** Fear & Greed from a day on until today, as far as it is there. */
  fearGreed?(client: SourceClient, from: UtcDay, signal: AbortSignal): Promise<readonly Observation[]>;
}
