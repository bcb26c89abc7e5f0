import type { HistoryCheck } from "../history/check-history.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../publish/published.js";
import type { Config } from "../settings.js";
import type { ModelState } from "./model-state.js";
import type { Database } from "./stored.js";

/** What most jobs need. */
export interface Context {
  readonly clock: Clock;
  readonly log: Log;
  readonly database: Database;
  readonly published: Published;
  readonly settings: Config;
}

/** The closed days: as they are stored, and the model on them. */
export interface Past {
  readonly history: HistoryCheck;
  readonly model: ModelState;
}
