import { setMaxListeners } from "node:events";
import type { InstallationStore } from "../operations/store-ports.js";
import { jobs, ownMinute, type Tasks } from "./jobs.js";
import { type RunnerDeps, runJob, runUntilDone } from "./runner.js";

export interface LifeTasks extends Tasks {
  /** Fetches the past at the first start; does nothing later. */
  readonly backfill: (signal: AbortSignal) => Promise<void>;
}

export interface LifeDeps extends RunnerDeps {
  readonly installation: InstallationStore;
}

/**
 * All the work of a running service, until the signal ends it: the price at once and for ever; then the first
 * backfill, if it is due; then what was missed while the service was down; then the schedule.
 */
export async function live(deps: LifeDeps, tasks: LifeTasks, signal: AbortSignal): Promise<void> {
  setMaxListeners(0, signal); // each job sleeps or waits for several sources with it; Node takes over ten for a leak
  const minute = await ownMinute(deps.installation, deps.random);
  const [price, ...others] = jobs(tasks, minute, deps.random);
  const work = async (): Promise<void> => {
    await runUntilDone(deps, { name: "backfill", run: tasks.backfill }, signal);
    await Promise.all(others.map((job) => runJob(deps, job, signal)));
  };
  await Promise.all([runJob(deps, price, signal), work()]);
}
