import type { HistoryCheck } from "../history/check-history.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../publish/published.js";
import type { Config } from "../settings.js";
import type { Stores } from "../storage/stores.js";
import type { ModelState } from "./model-state.js";

/** What most jobs need. */
export interface Context {
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Stores;
  readonly published: Published;
  readonly settings: Config;
}

/** The closed days: as they are stored, and the model on them. */
export interface Past {
  readonly history: HistoryCheck;
  readonly model: ModelState;
}
