import type { HistoryCheck } from "../history/check-history.js";
import type { PublishingCheck } from "../history/publishing-holds.js";
import type { Published } from "../publish/published.js";
import type { ModelState } from "../scoring/model-state.js";
import type { AskDeps } from "./ask-sources.js";
import type { Tether } from "./tether.js";

/** What the jobs that collect, score and close share. */
export interface JobDeps extends AskDeps, PublishingCheck {
  readonly model: ModelState;
  readonly history: HistoryCheck;
  readonly published: Published;
  readonly tether: Tether;
}
