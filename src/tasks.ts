import { NotEnoughDataError } from "./domain/errors.js";
import { type BackfillDeps, backfill } from "./operations/backfill.js";
import type { Progress } from "./operations/backfill-steps.js";
import { closeDays } from "./operations/close-days.js";
import { collect } from "./operations/collect.js";
import { compareFigures } from "./operations/compare-figures.js";
import { type KeepRecordDeps, keepRecord } from "./operations/keep-record.js";
import type { Meters, Signer } from "./operations/ports.js";
import type { PublicDataLoader } from "./operations/public-data-loader.js";
import type { PublicView } from "./operations/public-view.js";
import { isScored, scoreNow } from "./operations/score-now.js";
import { signChain } from "./operations/sign-chain.js";
import type { Tether } from "./operations/tether.js";
import { watchPrice } from "./operations/watch-price.js";
import type { LifeTasks } from "./scheduler/life.js";

/** What only a process needs that publishes. */
export interface Publishing extends Pick<KeepRecordDeps, "makeRecord" | "programVersion"> {
  readonly signer: Signer;
}

export interface TaskDeps extends BackfillDeps {
  readonly view: PublicView;
  readonly loader: PublicDataLoader;
  /** `undefined` where the past is only fetched. */
  readonly publishing: Publishing | undefined;
  readonly tether: Tether;
  readonly meters?: Pick<Meters, "refused" | "differing" | "compared"> | undefined;
}

export interface ProgressScreen {
  readonly report: Progress;
  readonly stop: () => void;
}

/** Binds the operations to their adapters: what the schedule sets off, and what the command line runs by hand. */
export function bindTasks(deps: TaskDeps, screen: () => ProgressScreen): LifeTasks {
  async function publishDays(): Promise<void> {
    const isNew = deps.publishing !== undefined && (await signChain({ ...deps, ...deps.publishing }));
    if (isNew) await deps.loader.showDays();
  }
  return {
    watchPrice: async (signal) => {
      await watchPrice(deps, false, signal);
    },
    collectAndScore: async (signal) => {
      if (isScored(deps.view, deps.clock.now())) return;
      try {
        await collect(deps, signal);
        if ((await watchPrice(deps, true, signal)) === undefined) throw new NotEnoughDataError("no believable price");
        await scoreNow(deps);
      } finally {
        await deps.loader.showScores(); // an hour without a score is seen too
      }
    },
    closeDays: async (signal) => {
      try {
        await closeDays(deps, signal);
      } finally {
        await publishDays(); // of several missed days, those before a failing one are there
      }
    },
    keepRecord: async (signal) => {
      if (deps.publishing === undefined) return;
      if (await keepRecord({ ...deps, ...deps.publishing }, signal)) await deps.loader.showRecord();
    },
    compareFigures: (signal) => compareFigures(deps, signal),
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
