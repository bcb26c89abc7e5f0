import type { Config } from "../config.js";
import type { KeepRecordDeps } from "../operations/keep-record.js";
import type { Clock, Log, Meters, PublicExtras, PublicStateSink, Upstream } from "../operations/ports.js";
import { type PublicDataLoader, publicDataLoader } from "../operations/public-data-loader.js";
import { type PublicView, publicView } from "../operations/public-view.js";
import { standingModel } from "../operations/standing-model.js";
import type { Stores } from "../operations/store-ports.js";
import { tether } from "../operations/tether.js";
import { watchSources } from "../operations/watch-sources.js";
import { VERSION } from "../platform/version.js";
import type { LifeTasks } from "../scheduler/life.js";
import { openSources, type SourcesDeps } from "../sources/all.js";
import { bindTasks, type ProgressScreen, type Publishing, type TaskDeps } from "../tasks.js";

/** What the jobs need of the process they run in. */
export interface WorkMachine {
  readonly clock: Clock;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly screen: () => ProgressScreen;
  /**
   * Fetches the past elsewhere: with SQLite on the closed database, else for the turn of this epoch. Without it, the first
   * start's work is done in this process.
   */
  readonly fetchPast?: (signal: AbortSignal, epoch?: number) => Promise<void>;
  /** Makes the record of all stored days, in a process of its own or in this one. */
  readonly makeRecord: KeepRecordDeps["makeRecord"];
  readonly meters?: Meters | undefined;
}

/** Where what a worker makes is shown. */
export interface Shown {
  readonly sink: PublicStateSink;
  readonly extras: PublicExtras;
}

export interface Worker {
  readonly view: PublicView;
  readonly loader: PublicDataLoader;
  readonly tasks: LifeTasks;
  /** Rebuilds the model from the stored days; before it, no task may run. */
  readonly load: () => Promise<void>;
}

/** What a worker works with. */
export interface Means {
  readonly stores: Stores;
  /** `undefined` where the past is only fetched. */
  readonly publishing: Publishing | undefined;
}

/** The working half of the service: everything but answers. */
export function composeWorker(
  config: Config,
  machine: Pick<WorkMachine, "clock" | "log" | "screen" | "meters">,
  { stores, publishing }: Means,
  { sink, extras }: Shown,
): Worker {
  const { clock, log, screen, meters } = machine;
  const { observations, installation } = stores;
  const view = publicView(stores, sink);
  const model = standingModel(stores.days, clock);
  const board = publicDataLoader({ clock, stores, extras });
  const dollar = tether(clock);
  const watch = watchSources({ clock, log, sources: stores.sources, loader: board });
  const upstreams = openUpstreams(config, machine, dollar.rate).map((each) => watch(meters?.upstream(each) ?? each));
  const outside = { clock, log, stores, observations, installation, upstreams, meters };
  const deps: TaskDeps = { ...outside, publishing, model, view, loader: board, tether: dollar };
  return {
    view,
    loader: board,
    tasks: bindTasks(deps, screen),
    async load() {
      dollar.note(await observations.newest("usdt-price"));
      await model.load();
    },
  };
}

/** Sent with every request, so that a source knows who asks. */
export const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;

export function openUpstreams(
  config: Config,
  machine: Pick<WorkMachine, "clock" | "log"> & Pick<SourcesDeps, "onClock">,
  tetherRate: () => number | undefined,
): readonly Upstream[] {
  const { clock, log, onClock } = machine;
  return openSources({ clock, log, config: { ...config.upstreams, userAgent: USER_AGENT }, tetherRate, onClock });
}
