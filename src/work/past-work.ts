import type { Config } from "../config.js";
import { LeaseLostError } from "../domain/errors.js";
import { isBackfilled } from "../operations/backfill.js";
import type { Stores } from "../operations/store-ports.js";
import { instanceName } from "../platform/instance-name.js";
import { holdTerm } from "../scheduler/hold-term.js";
import { fencingCheck } from "../storage/lease-store.js";
import { openForWriting, openLease } from "../storage/open-database.js";
import { openStores } from "../storage/stores.js";
import type { OpenDatabase } from "../storage/tables.js";
import { NOBODY } from "./nobody.js";
import { composeWorker, type WorkMachine } from "./worker.js";

export interface PastDeps {
  readonly config: Config;
  readonly machine: Omit<WorkMachine, "fetchPast" | "makeRecord">;
  /** The turn of the process that has started this one; `undefined` when it was started by hand. */
  readonly epoch: number | undefined;
}

/**
 * Fetches and freezes the past, once and without serving it.
 *
 * @throws NotEnoughDataError when sources have not given all of it
 * @throws LeaseLostError when another process does the jobs on this database
 */
export async function fetchPastOnce(deps: PastDeps, stop: AbortSignal): Promise<void> {
  const { config, epoch } = deps;
  const database = await openForWriting(config);
  try {
    if (config.databaseUrl === undefined) await fill(deps, openStores(database), stop);
    else if (epoch !== undefined)
      await fill(
        deps,
        openStores(
          database,
          fencingCheck(epoch, () => {}),
        ),
        stop,
      );
    else await fillInTurn(deps, database, stop);
  } finally {
    await database.close();
  }
}

async function fill({ config, machine }: PastDeps, stores: Stores, stop: AbortSignal): Promise<void> {
  const worker = composeWorker(config, machine, { stores, publishing: undefined }, NOBODY);
  await worker.load();
  await worker.tasks.backfill(stop);
}

async function fillInTurn(deps: PastDeps, database: OpenDatabase, stop: AbortSignal): Promise<void> {
  const stores = openStores(database);
  if (await isBackfilled(stores)) return;
  const { lease, close } = await openLease(deps.config);
  const monotonicMs = () => performance.now();
  try {
    const askedAt = monotonicMs();
    const taken = await lease.acquire(instanceName());
    if (taken === undefined) throw new LeaseLostError("another process does the jobs on this database, this one too");
    const work = ({ epoch, signal, end }: Parameters<Parameters<typeof holdTerm>[1]["work"]>[0]) =>
      fill(deps, openStores(database, fencingCheck(epoch, end)), signal);
    const look = async () => {};
    await holdTerm({ ...deps.machine, lease, monotonicMs, look }, { epoch: taken, askedAt, work }, stop);
    if (!(await isBackfilled(stores))) throw new LeaseLostError("another process has taken the jobs over; it goes on");
  } finally {
    await close();
  }
}
