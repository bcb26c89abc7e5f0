/** Binds the operations to stores, sources and receivers: what a job needs is put together here and nowhere else. */

import type { Announcement, AnnouncementMessage } from "../domain/announcement.js";
import { HistoryCheck } from "../history/check-history.js";
import { closeDays, isClosingDue } from "../history/close-days.js";
import { type KeepRecordDeps, keepRecord } from "../history/keep-record.js";
import { contradictionReport, type PublishingHolds, unlessHeld } from "../history/publishing-holds.js";
import { signChain } from "../history/sign-chain.js";
import type { SignedMemory, Signer } from "../history/signer.js";
import { type BackfillDeps, backfill, isBackfilled } from "../ingest/backfill.js";
import { logProgress, type Progress } from "../ingest/backfill-steps.js";
import { type ClockEvidence, confirmClock } from "../ingest/clock-evidence.js";
import { type Tether, tether } from "../ingest/collect.js";
import type { Source } from "../ingest/data-source.js";
import { pollPrice } from "../ingest/poll-price.js";
import { watchSources } from "../ingest/watch-sources.js";
import type { Meters } from "../metrics/meters.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { USER_AGENT } from "../platform/version.js";
import { deliverAnnouncements } from "../publish/deliver-announcements.js";
import { type PublicDataLoader, publicDataLoader } from "../publish/public-data-loader.js";
import { resolveByDns } from "../publish/public-network.js";
import type { PublicExtras, PublicStateSink } from "../publish/public-sink.js";
import { type PublicView, publicView } from "../publish/public-view.js";
import { announcementReceiver } from "../publish/receiver.js";
import { hourlyScore } from "../scoring/hourly-score.js";
import { modelState } from "../scoring/model-state.js";
import type { Config } from "../settings.js";
import { openSources } from "../sources/all.js";
import type { Stores } from "../storage/stores.js";
import type { Tasks } from "./schedule.js";

/** Binds the operations to one set of stores, and to sources and receivers. When they run is not decided here. */
export function composeWorker(
  config: Config,
  runtime: Pick<RuntimeDeps, "clock" | "log" | "random" | "meters">,
  { stores, holds, evidence, publishing }: WorkerStores,
  { sink, progress, messages }: WorkerOutputs,
) {
  const { clock, log, meters } = runtime;
  const model = modelState();
  const report = contradictionReport({ log, holds, meters });
  const history = new HistoryCheck({ stores, model, memory: publishing?.memory, report });
  const output = openView({ clock, stores, history }, sink);
  const { view, loader } = output;

  const tetherPrice = tether(clock);
  const unwatched = openSources({
    clock,
    log,
    config: config.sources,
    tetherRate: tetherPrice.rate,
    onTime: evidence.note,
    countDropped: (rows) => meters?.refused("row", rows),
  });
  const sources = watchSources({ clock, log, store: stores.sources, loader, evidence, meters }, unwatched);

  const posting = { clock, networks: config.webhooks.networks, userAgent: USER_AGENT, resolve: resolveByDns };
  const receivers = config.webhooks.receivers.map((receiver) => announcementReceiver(receiver, posting));
  meters?.receivers(receivers.map(({ host }) => host));
  const announced = () => {
    const announcements = loader.announcements();
    return announcements && messages(announcements);
  };
  const checkPublishing = evidence.checkNotHeld;
  const delivery = { ...runtime, deliveries: stores.deliveries, messages: announced, checkPublishing };
  const deps = { ...runtime, stores, sources, model, history, view, loader, tether: tetherPrice };
  const tasks: Tasks = {
    ...bindTasks({ ...deps, evidence, publishing, unwatched, progress }),
    deliverAnnouncements: receivers.map((receiver) => (signal) => deliverAnnouncements(delivery, receiver, signal)),
  };
  return {
    ...output,
    tasks,
    /**
     * Checks everything stored, makes the model from it and shows it, unless `restore` has done so. No task may run before.
     *
     * @throws PublishingHeldError when it is not what was signed
     */
    async load(signal: AbortSignal): Promise<void> {
      if (publishing !== undefined) await stores.deliveries.keepOnly(receivers.map(({ id }) => id));
      tetherPrice.note(await stores.observations.newest("usdt-price"));
      if (history.current !== undefined) return;
      await history.run(signal);
      await output.showAll();
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

interface WorkerStores {
  readonly stores: Stores;
  readonly holds: PublishingHolds;
  readonly evidence: ClockEvidence;
  /** `undefined` in a process that only fetches the past. */
  readonly publishing: Publishing | undefined;
}

/** Where a worker puts what the public may see. */
export interface WorkerOutputs {
  readonly sink: PublicStateSink & PublicExtras;
  /** Called with the progress of the first fetch of the past. */
  readonly progress: Progress;
  /** The messages about announcements for receivers, oldest first. @param announcements newest first */
  readonly messages: (announcements: readonly Announcement[]) => readonly AnnouncementMessage[];
}

/** For a process that answers nobody. */
export const noopOutputs: WorkerOutputs = {
  sink: {
    showSnapshot: () => {},
    showHistory: () => {},
    showHistoryContext: () => {},
    showAnnouncements: () => {},
    showProof: () => {},
    showRevisions: () => {},
    showSources: () => {},
    showRecord: () => {},
    showScripts: () => {},
  },
  progress: () => {},
  messages: () => [],
};

export type Worker = ReturnType<typeof composeWorker>;

/** Shows what is stored: of the history, what was checked. */
export function openView({ clock, stores, history: check }: ViewDeps, sink: WorkerOutputs["sink"]) {
  const history = () => check.current;
  const view = publicView({ clock, stores, history, sink });
  const loader = publicDataLoader({ clock, stores, history, extras: sink });
  const showAll = async () => {
    view.showHistory();
    await view.refreshSnapshot();
    await loader.showAll();
  };
  /** Checks the history and shows everything that is stored; of a history that is not what was signed, nothing. */
  const restore = async () => {
    await unlessHeld(() => check.run(NEVER));
    await showAll();
  };
  return { view, loader, showAll, restore };
}

interface ViewDeps {
  readonly clock: Clock;
  readonly stores: Stores;
  readonly history: HistoryCheck;
}

/** At a start nothing can be stopped yet. */
const NEVER = new AbortController().signal;

interface TaskDeps extends Omit<BackfillDeps, "checkPublishing" | "meters">, Pick<RuntimeDeps, "meters"> {
  readonly view: PublicView;
  readonly loader: PublicDataLoader;
  readonly publishing: Publishing | undefined;
  readonly history: HistoryCheck;
  readonly tether: Tether;
  readonly evidence: ClockEvidence;
  /** The sources as they are, to be asked for the time; watched ones give nothing while the clock is not confirmed. */
  readonly unwatched: readonly Source[];
  readonly progress: Progress;
}

/** What the timetable sets off, and what the command line runs by hand. */
function bindTasks({ evidence, publishing, unwatched, ...common }: TaskDeps): Omit<Tasks, "deliverAnnouncements"> {
  const { clock, stores, view, loader } = common;
  /** Numbers are stored only by a confirmed clock; a signature or a record of them needs one that is not contradicted. */
  const deps = { ...common, checkPublishing: evidence.checkConfirmed };
  const publishDeps = publishing && { ...common, ...publishing, checkPublishing: evidence.checkNotHeld };
  const showHistory = async () => {
    view.showHistory();
    await loader.showDays();
  };
  const signAndShow = async (deps: Parameters<typeof signChain>[0], signal: AbortSignal) => {
    const before = common.history.current;
    try {
      await signChain(deps, signal);
    } finally {
      // Rows that were checked are shown, even where they could not be signed.
      if (common.history.current !== before) await showHistory();
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
      do {
        if (isClosingDue(deps)) await confirm(signal);
        try {
          await closeDays(deps, signal);
        } finally {
          // Of several missed days, those before a failing one are signed and shown.
          if (publishDeps !== undefined) await signAndShow(publishDeps, signal);
        }
      } while (isClosingDue(deps)); // one that ended while the last was checked and signed would wait for the next 06:00
    },
    keepRecord: async (signal) => {
      if (publishDeps !== undefined && (await keepRecord(publishDeps, signal))) await loader.showRecord();
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
      await showHistory();
    },
  };
}
