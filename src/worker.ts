import type { Config } from "./config.js";
import type { Announcement, AnnouncementMessage } from "./domain/announcement.js";
import { NotEnoughDataError } from "./domain/errors.js";
import { type BackfillDeps, backfill, isBackfilled } from "./operations/backfill.js";
import type { Progress } from "./operations/backfill-steps.js";
import { type HistoryCheck, historyCheck } from "./operations/check-history.js";
import type { ClockEvidence } from "./operations/clock-evidence.js";
import { closeDays, isClosingDue } from "./operations/close-days.js";
import { collect } from "./operations/collect.js";
import { type Tether, tether } from "./operations/collect-majors.js";
import { compareFigures } from "./operations/compare-figures.js";
import { type ConfirmClockDeps, confirmClock, whileConfirmed } from "./operations/confirm-clock.js";
import { contradictionReport } from "./operations/contradiction.js";
import { deliverAnnouncements } from "./operations/deliver-announcements.js";
import { type KeepRecordDeps, keepRecord } from "./operations/keep-record.js";
import { modelState } from "./operations/model-state.js";
import type {
  AnnouncementReceiver,
  Clock,
  Log,
  Meters,
  PublicExtras,
  PublicStateSink,
  SignedMemory,
  Signer,
  Upstream,
} from "./operations/ports.js";
import { type PublicDataLoader, publicDataLoader } from "./operations/public-data-loader.js";
import { type PublicView, publicView } from "./operations/public-view.js";
import type { PublishingHolds } from "./operations/publishing-holds.js";
import { isScored, scoreNow } from "./operations/score-now.js";
import { signChain } from "./operations/sign-chain.js";
import { type SignedStoresDeps, signedStores } from "./operations/signed-stores.js";
import type { Stores } from "./operations/store-ports.js";
import { watchPrice } from "./operations/watch-price.js";
import { watchSources } from "./operations/watch-sources.js";
import { VERSION } from "./platform/version.js";
import type { Tasks } from "./scheduler/schedule.js";
import { openSources, type SourcesDeps } from "./sources/all.js";
import { resolveByDns } from "./webhooks/public-network.js";
import { announcementReceiver } from "./webhooks/receiver.js";

/** What the jobs need of the process they run in. */
export interface RuntimeDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly screen: () => ProgressScreen;
  /**
   * Fetches the past elsewhere: with SQLite on the closed database, else behind the fencing token of this leader. Without
   * it, the first start's work is done in this process.
   */
  readonly fetchPast?: (signal: AbortSignal, epoch?: number, progress?: Progress) => Promise<void>;
  /** Makes the record of all stored days, in a process of its own or in this one. */
  readonly makeRecord: KeepRecordDeps["makeRecord"];
  readonly meters?: Meters | undefined;
}

export interface ProgressScreen {
  readonly report: Progress;
  readonly stop: () => void;
}

/** What only a process needs that publishes. */
export interface Publishing extends Pick<KeepRecordDeps, "makeRecord" | "programVersion"> {
  readonly signer: Signer;
  readonly memory: SignedMemory;
}

export interface WorkerStores {
  readonly stores: Stores;
  readonly holds: PublishingHolds;
  readonly evidence: ClockEvidence;
  /** `undefined` where the past is only fetched. */
  readonly publishing: Publishing | undefined;
}

/** Where a worker puts what the public may see. */
export interface WorkerOutputs {
  readonly sink: PublicStateSink;
  readonly extras: PublicExtras;
  /** What receivers are told of announcements, oldest first. @param announcements newest first */
  readonly messages: (announcements: readonly Announcement[]) => readonly AnnouncementMessage[];
}

/** For a process that answers nobody. */
export const noopOutputs: WorkerOutputs = {
  sink: { showSnapshot: () => {}, showHistory: () => {} },
  extras: {
    showHistoryContext: () => {},
    showChanges: () => {},
    showAnnouncements: () => {},
    showProof: () => {},
    showRevisions: () => {},
    showSources: () => {},
    showRecord: () => {},
  },
  messages: () => [],
};

export interface Worker {
  readonly view: PublicView;
  readonly loader: PublicDataLoader;
  readonly tasks: Tasks;
  /**
   * Checks everything that is stored, and makes the model of it; before it, no task may run.
   *
   * @throws PublishingHeldError when it is not what was signed
   */
  readonly load: () => Promise<void>;
}

/** The operations on one set of stores, bound to their adapters: everything but when they run and what is answered. */
export function composeWorker(
  config: Config,
  runtime: Pick<RuntimeDeps, "clock" | "log" | "random" | "screen" | "meters">,
  { stores: plain, holds, evidence, publishing }: WorkerStores,
  outputs: WorkerOutputs,
): Worker {
  const { clock, log, screen, meters } = runtime;
  const { extras, announced } = withAnnouncements(outputs);
  const model = modelState();
  const memory = publishing?.memory;
  const report = contradictionReport({ log, holds, meters });
  const history = historyCheck({ log, stores: plain, model, memory, report });
  const stores = { ...plain, days: history.watching(plain.days) };
  const { observations, installation } = stores;
  const { view, loader } = openView({ clock, stores, memory, report }, { sink: outputs.sink, extras });
  const dollar = tether(clock);
  const watch = watchSources({ clock, log, sources: stores.sources, loader });
  const countDropped = (rows: number) => meters?.refused("row", rows);
  const opened = openUpstreams(config, { clock, log, onTime: evidence.note, countDropped }, dollar.rate);
  const confirmed = whileConfirmed(evidence);
  const upstreams = opened.map((each) => confirmed(watch(meters?.upstream(each) ?? each)));
  const outside = {
    clock,
    log,
    stores,
    observations,
    installation,
    upstreams,
    holds: { check: evidence.checkConfirmed },
    meters,
  };
  const time = { clock, evidence, upstreams: opened };
  const deps: TaskDeps = { ...outside, publishing, model, history, view, loader, tether: dollar, time };
  const receivers = openReceivers(config, clock);
  meters?.receivers(receivers.map(({ host }) => host));
  const delivery = { ...runtime, deliveries: stores.deliveries, messages: announced, holds: evidence };
  return {
    view,
    loader,
    tasks: {
      ...bindTasks(deps, screen),
      deliver: receivers.map((receiver) => (signal) => deliverAnnouncements(delivery, receiver, signal)),
    },
    async load() {
      if (publishing !== undefined) await stores.deliveries.keepOnly(receivers.map(({ id }) => id));
      dollar.note(await observations.newest("usdt-price"));
      const wasWrong = report.current !== undefined;
      await history.run();
      if (!wasWrong) return;
      await view.restore(); // what could not be shown before it was put right
      await loader.showAll();
    },
  };
}

/** The same outputs, and what was shown last of what is announced, as messages; `undefined` before anything was. */
function withAnnouncements({ extras, messages }: WorkerOutputs) {
  let shown: readonly Announcement[] | undefined;
  const announced = () => shown && messages(shown);
  const showAnnouncements: PublicExtras["showAnnouncements"] = (announcements) => {
    shown = announcements;
    extras.showAnnouncements(announcements);
  };
  return { extras: { ...extras, showAnnouncements }, announced };
}

function openReceivers({ webhooks }: Config, clock: Clock): readonly AnnouncementReceiver[] {
  const deps = { clock, networks: webhooks.networks, userAgent: USER_AGENT, resolve: resolveByDns };
  return webhooks.receivers.map((receiver) => announcementReceiver(receiver, deps));
}

/** What the public sees of the stores: of rows and corrections, what was signed. */
export function openView(
  { clock, ...deps }: SignedStoresDeps & Pick<RuntimeDeps, "clock">,
  { sink, extras }: Pick<WorkerOutputs, "sink" | "extras">,
): Pick<Worker, "view" | "loader"> {
  const stores = signedStores(deps);
  return { view: publicView({ clock, stores, sink }), loader: publicDataLoader({ clock, stores, extras }) };
}

/** Sent with every request, so that a source knows who asks. */
export const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;

/** Every source that is not switched off. */
export function openUpstreams(
  config: Config,
  deps: Pick<SourcesDeps, "clock" | "log" | "onTime" | "countDropped">,
  tetherRate: () => number | undefined,
): readonly Upstream[] {
  return openSources({ ...deps, config: { ...config.upstreams, userAgent: USER_AGENT }, tetherRate });
}

interface TaskDeps extends BackfillDeps {
  readonly view: PublicView;
  readonly loader: PublicDataLoader;
  readonly publishing: Publishing | undefined;
  readonly history: HistoryCheck;
  readonly tether: Tether;
  readonly time: ConfirmClockDeps;
  readonly meters?: Pick<Meters, "refused" | "differing"> | undefined;
}

/** What the timetable sets off, and what the command line runs by hand. */
function bindTasks(deps: TaskDeps, screen: () => ProgressScreen): Omit<Tasks, "deliver"> {
  async function publishDays(): Promise<void> {
    const isNew =
      deps.publishing !== undefined && (await signChain({ ...deps, ...deps.publishing, holds: deps.time.evidence }));
    if (isNew) await deps.loader.showDays();
  }
  return {
    watchPrice: async (signal) => {
      await confirmClock(deps.time, signal);
      await watchPrice(deps, false, signal);
    },
    collectAndScore: async (signal) => {
      if (isScored(deps.view, deps.clock.now())) return;
      await confirmClock(deps.time, signal);
      try {
        await collect(deps, signal);
        if ((await watchPrice(deps, true, signal)) === undefined) throw new NotEnoughDataError("no believable price");
        await scoreNow(deps);
      } finally {
        await deps.loader.showScores(); // an hour without a score is shown too
      }
    },
    closeDays: async (signal) => {
      do {
        if (isClosingDue(deps)) await confirmClock(deps.time, signal);
        try {
          await closeDays(deps, signal);
        } finally {
          await publishDays(); // of several missed days, those before a failing one are there
        }
      } while (isClosingDue(deps)); // one that ended while the last was checked and signed would wait for the next 06:00
    },
    keepRecord: async (signal) => {
      if (deps.publishing === undefined) return;
      if (await keepRecord({ ...deps, ...deps.publishing, holds: deps.time.evidence }, signal))
        await deps.loader.showRecord();
    },
    compareFigures: async (signal) => {
      await confirmClock(deps.time, signal);
      await compareFigures(deps, signal);
    },
    backfill: async (signal) => {
      if (!(await isBackfilled(deps.stores))) await confirmClock(deps.time, signal);
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
