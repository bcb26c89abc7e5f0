import type { Config } from "../config.js";
import type { Clock, Log, Meters, Showcase, Stores, Upstream } from "../operations/ports.js";
import { type PublicView, publicView } from "../operations/public-view.js";
import { standingModel } from "../operations/standing-model.js";
import { tether } from "../operations/tether.js";
import { VERSION } from "../platform/version.js";
import type { LifeTasks } from "../schedule/life.js";
import { bindTasks, type ProgressScreen, type TaskDeps } from "../tasks.js";
import { allUpstreams } from "../upstreams/all-upstreams.js";

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
  readonly meters?: Meters | undefined;
}

export interface Worker {
  readonly view: PublicView;
  readonly tasks: LifeTasks;
  /** Rebuilds the model from the stored days; before it, no task may run. */
  readonly load: () => Promise<void>;
}

/** The working half of the service: everything but answers. */
export function composeWorker(
  config: Config,
  machine: Pick<WorkMachine, "clock" | "log" | "screen" | "meters">,
  stores: Stores,
  showcase: Showcase,
): Worker {
  const { clock, log, screen, meters } = machine;
  const { observations, installation } = stores;
  const view = publicView(stores, showcase);
  const model = standingModel(stores.days, clock);
  const dollar = tether(clock);
  const upstreams = openUpstreams(config, machine, dollar.rate).map((each) => meters?.upstream(each) ?? each);
  const outside = { clock, log, stores, observations, installation, upstreams, meters };
  const deps: TaskDeps = { ...outside, model, view, tether: dollar };
  return {
    view,
    tasks: bindTasks(deps, screen),
    async load() {
      dollar.note(await observations.newest("usdt-price"));
      await model.load();
    },
  };
}

/** Sent with every request, so that a source knows who asks. */
const USER_AGENT = `peak-cycle-index/${VERSION} (+https://www.npmjs.com/package/peak-cycle-index)`;

export function openUpstreams(
  config: Config,
  { clock, log }: Pick<WorkMachine, "clock" | "log">,
  tetherRate: () => number | undefined,
): readonly Upstream[] {
  return allUpstreams({ clock, log, config: { ...config.upstreams, userAgent: USER_AGENT }, tetherRate });
}
