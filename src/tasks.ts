import { NotEnoughDataError } from "./domain/errors.js";
import { type BackfillDeps, backfill } from "./operations/backfill.js";
import type { Progress } from "./operations/backfill-steps.js";
import { closeDays } from "./operations/close-days.js";
import { collect } from "./operations/collect.js";
import type { Meters } from "./operations/ports.js";
import type { PublicView } from "./operations/public-view.js";
import { isScored, scoreNow } from "./operations/score-now.js";
import type { Tether } from "./operations/tether.js";
import { watchPrice } from "./operations/watch-price.js";
import type { LifeTasks } from "./schedule/life.js";

export interface TaskDeps extends BackfillDeps {
  readonly view: PublicView;
  readonly tether: Tether;
  readonly meters?: Pick<Meters, "refused"> | undefined;
}

export interface ProgressScreen {
  readonly report: Progress;
  readonly stop: () => void;
}

/** Binds the operations to their adapters: what the schedule sets off, and what the command line runs by hand. */
export function bindTasks(deps: TaskDeps, screen: () => ProgressScreen): LifeTasks {
  return {
    watchPrice: async (signal) => {
      await watchPrice(deps, false, signal);
    },
    collectAndScore: async (signal) => {
      if (isScored(deps.view, deps.clock.now())) return;
      await collect(deps, signal);
      if ((await watchPrice(deps, true, signal)) === undefined) throw new NotEnoughDataError("no believable price");
      await scoreNow(deps);
    },
    closeDays: async (signal) => {
      await closeDays(deps, signal);
    },
    backfill: async (signal) => {
      const progress = screen();
      try {
        await backfill(deps, progress.report, signal);
      } finally {
        progress.stop();
      }
      await deps.view.refreshHistory();
    },
  };
}
