/** Binds the operations to stores and sources: what a job needs is put together here and nowhere else. */

import { HistoryCheck } from "../history/check-history.js";
import { contradictionReport, type PublishingHolds, unlessHeld } from "../history/publishing-holds.js";
import { signChain } from "../history/sign-chain.js";
import type { SignedMemory, Signer } from "../history/signer.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { type PublishDeps, publishHistory, publishRecord, publishStored } from "../publish/publish-stored.js";
import type { Published } from "../publish/published.js";
import type { Config } from "../settings.js";
import type { Stores } from "../storage/stores.js";
import { latestOf } from "./clock-check.js";
import { closeDays } from "./close-days.js";
import type { Context, Past } from "./context.js";
import { firstFetch, hasPast } from "./first-fetch.js";
import { hourlyScore } from "./hourly-score.js";
import { keepRecord, type MakeRecord } from "./keep-record.js";
import { modelState } from "./model-state.js";
import { pollPrice } from "./poll-price.js";
import type { Tasks } from "./schedule.js";
import { newestObservation } from "./stored.js";
import { Upstreams } from "./upstreams.js";

/** Binds the operations to one set of stores and sources. When they run is not decided here. */
export function composeWorker(settings: Config, runtime: RuntimeDeps, parts: WorkerParts) {
  const { clock, log, meters, makeRecord } = runtime;
  const { stores: database, holds, signer, memory, published } = parts;
  const context: Context = { clock, log, database, published, settings };
  const model = modelState();
  const report = contradictionReport({ log, holds, meters });
  const past: Past = { model, history: new HistoryCheck({ stores: database, model, memory, report }) };
  const { history } = past;
  const upstreams = new Upstreams(context, holds, meters);
  const publishing: PublishDeps = { clock, stores: database, history, published };
  const signing = { clock, log, stores: database, history, signer, memory, checkPublishing: holds.check };

  async function signAndPublish(signal: AbortSignal): Promise<void> {
    const before = history.current;
    try {
      await signChain(signing, signal);
    } finally {
      // Rows that were checked are published, even where they could not be signed.
      if (history.current !== before) await publishHistory(publishing);
    }
  }

  const tasks: Tasks = {
    pollPrice: async (signal) => void (await pollPrice(context, upstreams, signal)),
    hourlyScore: (signal) => hourlyScore(context, upstreams, past, signal),
    closeDays: async (signal) => {
      try {
        await closeDays(context, upstreams, past, signal);
      } finally {
        // Of several missed days, those before a failing one are signed and published.
        await signAndPublish(signal);
      }
    },
    keepRecord: async (signal) => {
      if (await keepRecord(context, model, holds, makeRecord, signal)) await publishRecord(publishing);
    },
    firstFetch: async (signal) => {
      if (await hasPast(database)) return;
      await firstFetch(context, upstreams, past, signal);
      await history.run(signal);
      await publishHistory(publishing);
    },
  };
  return {
    tasks,
    /** Checks the history and publishes everything that is stored; of a history that is not what was signed, nothing. */
    restore: () => restore(publishing, history),
    /**
     * Checks everything stored, makes the model from it and publishes it, unless `restore` has done so. No task may run before.
     *
     * @throws PublishingHeldError when it is not what was signed
     */
    async load(signal: AbortSignal): Promise<void> {
      upstreams.noteTether(await newestObservation(database, "usdt-price", latestOf(clock)));
      if (history.current !== undefined) return;
      await history.run(signal);
      await publishStored(publishing);
    },
  };
}

/** What the jobs need of the process they run in. */
export interface RuntimeDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly makeRecord: MakeRecord;
  readonly meters?: Meters | undefined;
}

interface WorkerParts {
  readonly stores: Stores;
  readonly holds: PublishingHolds;
  readonly signer: Signer;
  readonly memory: SignedMemory;
  readonly published: Published;
}

export type Worker = ReturnType<typeof composeWorker>;

/** Checks the history and publishes everything that is stored; of a history that is not what was signed, nothing. */
export async function restore(publishing: PublishDeps, history: HistoryCheck): Promise<void> {
  await unlessHeld(() => history.run(NEVER));
  await publishStored(publishing);
}

/** At a start nothing can be stopped yet. */
const NEVER = new AbortController().signal;
