/** The jobs of this process on one database, and what each does. */

import type { LedgerSigner } from "peak-cycle-verify";
import type { Meters } from "../metrics/meters.js";
import { type Clock, latestOf } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { LedgerHistory } from "../published/ledger-history.js";
import { hasPast, publishHistory, putNow } from "../published/publish-now.js";
import type { Published } from "../published/published.js";
import type { Config } from "../settings.js";
import type { Stores } from "../storage/stores.js";
import { closeDays } from "./close-days.js";
import type { Context, Past } from "./context.js";
import { firstFetch } from "./first-fetch.js";
import { hourlyScore } from "./hourly-score.js";
import { pollPrice } from "./poll-price.js";
import type { PublishingHolds } from "./publishing-holds.js";
import type { MakeRecord } from "./record.js";
import { drawMinute, type Tasks } from "./schedule.js";
import { newestObservation } from "./stored.js";
import { Upstreams } from "./upstreams.js";

/** Binds the operations to one set of stores and sources. When they run is not decided here. */
export function composeWorker(settings: Config, runtime: RuntimeDeps, parts: WorkerParts) {
  const { clock, log, meters, random } = runtime;
  const { stores: database, holds, signer, history, published } = parts;
  const context: Context = { clock, log, database, published, settings };
  const past: Past = { history, signer };
  const upstreams = new Upstreams(context, holds, meters);
  const tasks: Tasks = {
    pollPrice: async (signal) => void (await pollPrice(context, upstreams, signal)),
    hourlyScore: (signal) => hourlyScore(context, upstreams, past, signal),
    closeDays: async (signal) => void (await closeDays(context, upstreams, past, signal)),
    firstFetch: async (signal) => {
      if (await hasPast(database)) return;
      await firstFetch(context, upstreams, past, signal);
      await publishHistory(database, published, history);
    },
  };
  return {
    tasks,
    /**
     * Reads the ledger, unless all of it was read already, and adds our key where another one has signed last.
     *
     * @returns the minute of the hour at which this installation scores: drawn once, then kept
     * @throws PublishingHeldError when the ledger is not what was signed
     */
    async load(): Promise<number> {
      upstreams.noteTether(await newestObservation(database, "usdt-price", latestOf(clock)));
      const isRead = history.current !== undefined && (await database.ledger.newestPosition()) + 1 === history.length;
      if (!isRead) await history.read();
      if (history.length > 0 && history.key?.key_id !== signer.keyId) {
        await history.append(database.ledger, [], signer, clock.now());
        log.warn({ keyId: signer.keyId, endorsedBy: history.key?.endorsed_by ?? undefined }, "new signing key");
      }
      await publishHistory(database, published, history);
      const minute = published.now.get().minute ?? drawMinute(random);
      if (published.now.get().minute === undefined) await putNow(database, published, () => ({ minute }));
      return minute;
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
  readonly signer: LedgerSigner;
  readonly history: LedgerHistory;
  readonly published: Published;
}

export type Worker = ReturnType<typeof composeWorker>;
