/** Binds the operations to stores and sources: what a job needs is put together here and nowhere else. */

import { StorageError } from "../domain/errors.js";
import { HistoryCheck } from "../history/check-history.js";
import { closeDays, isClosingDue } from "../history/close-days.js";
import { type KeepRecordDeps, keepRecord } from "../history/keep-record.js";
import { contradictionReport, type PublishingHolds, unlessHeld } from "../history/publishing-holds.js";
import { signChain } from "../history/sign-chain.js";
import type { SignedMemory, Signer } from "../history/signer.js";
import { backfill, isBackfilled } from "../ingest/backfill.js";
import { logProgress, type Progress } from "../ingest/backfill-steps.js";
import { type ClockEvidence, confirmClock, latestOf } from "../ingest/clock-evidence.js";
import type { Source } from "../ingest/data-source.js";
import type { JobDeps } from "../ingest/job-deps.js";
import { pollPrice } from "../ingest/poll-price.js";
import { tether } from "../ingest/tether.js";
import { watchSources } from "../ingest/watch-sources.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { type PublishDeps, publishHistory, publishRecord, publishStored } from "../publish/publish-stored.js";
import type { Published } from "../publish/published.js";
import { hourlyScore } from "../scoring/hourly-score.js";
import { modelState } from "../scoring/model-state.js";
import type { Config } from "../settings.js";
import { openSources } from "../sources/all.js";
import type { Stores } from "../storage/stores.js";
import type { Tasks } from "./schedule.js";

/** Binds the operations to one set of stores and sources. When they run is not decided here. */
export function composeWorker(
  config: Config,
  runtime: Pick<RuntimeDeps, "clock" | "log" | "random" | "meters">,
  { stores, holds, evidence, publishing, published, progress }: WorkerParts,
) {
  const { clock, log, meters } = runtime;
  const model = modelState();
  const report = contradictionReport({ log, holds, meters });
  const history = new HistoryCheck({ stores, model, memory: publishing?.memory, report });

  const tetherPrice = tether(clock);
  const unwatched = openSources({
    clock,
    log,
    config: config.sources,
    tetherRate: tetherPrice.rate,
    onTime: evidence.note,
    countDropped: (rows) => meters?.refused("row", rows),
  });
  const sources = watchSources({ clock, log, stores, published, evidence, meters }, unwatched);

  const deps = { ...runtime, stores, sources, model, history, published, tether: tetherPrice };
  const tasks = bindTasks({ ...deps, evidence, publishing, unwatched, progress });
  const dropUnreadable = async (): Promise<void> => {
    for (const value of await stores.dropUnreadable()) {
      log.warn({ value }, "a stored value that this version cannot read is dropped, to be made again");
    }
  };
  /** Tidying up that fails, as where the right to delete is missing, is no reason to publish nothing. */
  const tidy = async (drop: () => Promise<void>): Promise<void> => {
    try {
      await drop();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      log.warn({ reason: error.message }, "what is no longer needed could not be removed from the database");
    }
  };
  return {
    tasks,
    /** Checks the history and publishes everything that is stored; of a history that is not what was signed, nothing. */
    restore: () => restore({ clock, stores, history, published }),
    /**
     * Checks everything stored, makes the model from it and publishes it, unless `restore` has done so. No task may run before.
     *
     * @throws PublishingHeldError when it is not what was signed
     */
    async load(signal: AbortSignal): Promise<void> {
      await tidy(dropUnreadable);
      tetherPrice.note(await stores.observations.newest("usdt-price", latestOf(clock)));
      if (history.current !== undefined) return;
      await history.run(signal);
      await publishStored({ clock, stores, history, published });
    },
  };
}

/** What the jobs need of the process they run in. */
export interface RuntimeDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  /**
   * Fetches the past in another process: with SQLite while the database is closed here, with PostgreSQL under the
   * fencing token of this leader. Without it, the task `backfill` does so in this process.
   */
  readonly fetchPast?: (progress: Progress, signal: AbortSignal, epoch?: number) => Promise<void>;
  /** Makes the record of all stored days, in a process of its own or in this one. */
  readonly makeRecord: KeepRecordDeps["makeRecord"];
  readonly meters?: Meters | undefined;
}

/** What a process needs in order to publish. */
export interface Publishing extends Pick<KeepRecordDeps, "makeRecord" | "programVersion"> {
  readonly signer: Signer;
  readonly memory: SignedMemory;
}

interface WorkerParts {
  readonly stores: Stores;
  readonly holds: PublishingHolds;
  readonly evidence: ClockEvidence;
  /** `undefined` in a process that only fetches the past. */
  readonly publishing: Publishing | undefined;
  readonly published: Published;
  /** Called with the progress of the first fetch of the past. */
  readonly progress: Progress;
}

export type Worker = ReturnType<typeof composeWorker>;

/** Checks the history and publishes everything that is stored; of a history that is not what was signed, nothing. */
export async function restore(deps: PublishDeps & { readonly history: HistoryCheck }): Promise<void> {
  await unlessHeld(() => deps.history.run(NEVER));
  await publishStored(deps);
}

/** At a start nothing can be stopped yet. */
const NEVER = new AbortController().signal;

interface TaskDeps extends Omit<JobDeps, "checkPublishing" | "meters">, Pick<RuntimeDeps, "meters"> {
  readonly publishing: Publishing | undefined;
  readonly evidence: ClockEvidence;
  /** The sources as they are, to be asked for the time; watched ones give nothing while the clock is not confirmed. */
  readonly unwatched: readonly Source[];
  readonly progress: Progress;
}

/** What the timetable sets off, and what the command line runs by hand. */
function bindTasks({ evidence, publishing, unwatched, ...common }: TaskDeps): Tasks {
  const { clock, stores } = common;
  /** Numbers are stored only by a confirmed clock; a signature or a record of them needs one that is not contradicted. */
  const deps = { ...common, checkPublishing: evidence.checkConfirmed };
  const publishDeps = publishing && { ...common, ...publishing, checkPublishing: evidence.checkNotHeld };
  const signAndPublish = async (deps: Parameters<typeof signChain>[0], signal: AbortSignal) => {
    const before = common.history.current;
    try {
      await signChain(deps, signal);
    } finally {
      // Rows that were checked are published, even where they could not be signed.
      if (common.history.current !== before) await publishHistory(common);
    }
  };
  const confirm = (signal: AbortSignal) => confirmClock(clock, evidence, unwatched, signal);

  return {
    pollPrice: async (signal) => {
      await confirm(signal);
      await pollPrice(deps, signal);
    },
    hourlyScore: (signal) => hourlyScore({ ...deps, confirm }, signal),
    closeDays: async (signal) => {
      if (isClosingDue(deps)) await confirm(signal);
      try {
        await closeDays(deps, signal);
      } finally {
        // Of several missed days, those before a failing one are signed and published.
        if (publishDeps !== undefined) await signAndPublish(publishDeps, signal);
      }
    },
    keepRecord: async (signal) => {
      if (publishDeps !== undefined && (await keepRecord(publishDeps, signal))) await publishRecord(common);
    },
    backfill: async (signal) => {
      if (await isBackfilled(stores)) return;
      await confirm(signal);
      const log = logProgress(clock, common.log);
      const report: Progress = (...days) => {
        log(...days);
        common.progress(...days);
      };
      await backfill(deps, report, signal);
      if (publishDeps === undefined) return; // the process that publishes will check it
      await common.history.run(signal);
      await publishHistory(common);
    },
  };
}
