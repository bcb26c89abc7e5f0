import { isBackfilled } from "../operations/backfill.js";
import { publicDataLoader } from "../operations/public-data-loader.js";
import { publicView } from "../operations/public-view.js";
import { healthReport } from "../operations/report-health.js";
import { syncFromLeader } from "../operations/sync-from-leader.js";
import { instanceName } from "../platform/instance-name.js";
import type { Term } from "../scheduler/hold-term.js";
import { live } from "../scheduler/life.js";
import { runUntilDone } from "../scheduler/runner.js";
import { takeTurns } from "../scheduler/take-turns.js";
import type { FencingCheck } from "../storage/fence.js";
import { fencingCheck } from "../storage/lease-store.js";
import { openForWriting, openLease } from "../storage/open-database.js";
import { openStores } from "../storage/stores.js";
import { openPublishing } from "./publishing.js";
import type { Work, WorkDeps } from "./work.js";
import { composeWorker } from "./worker.js";

/** The work of one of several processes on a database: the jobs when it is its turn, else showing what others compute. */
export async function sharedWork({ config, machine, keepScripts, ...shown }: WorkDeps): Promise<Work> {
  const { clock, log, fetchPast, meters } = machine;
  const publishing = config.role === "api" ? undefined : await openPublishing(config, machine);
  const database = await openForWriting(config);
  const opened = await openLease(config);
  const lease = meters?.lease(opened.lease) ?? opened.lease;
  const storesBehind = (fence?: FencingCheck) => {
    const plain = openStores(database, fence);
    return meters?.stores(plain) ?? plain;
  };
  const stores = storesBehind();
  const reader = publicView(stores, shown.sink);
  const board = publicDataLoader({ clock, stores, extras: shown.extras });
  const leader = syncFromLeader({ clock, log, stores, view: reader, loader: board, keepScripts });
  let view = reader;

  /** Everything is made anew: what an earlier turn has in memory may not be what is stored. */
  async function takeTurn({ epoch, signal, end }: Term): Promise<void> {
    const fenced = storesBehind(fencingCheck(epoch, end));
    if (fetchPast !== undefined && !(await isBackfilled(fenced))) {
      const run = (until: AbortSignal) => fetchPast(until, epoch);
      await runUntilDone(machine, { name: "backfill", run }, signal);
    }
    const worker = composeWorker(config, machine, { stores: fenced, publishing }, shown);
    await worker.view.restore();
    await worker.loader.showAll();
    view = worker.view;
    await worker.load();
    signal.throwIfAborted();
    await live({ ...machine, installation: fenced.installation }, worker.tasks, signal);
  }

  const deps = { ...machine, lease, holder: instanceName(), monotonicMs: () => performance.now() };
  return {
    scripts: stores.scripts,
    async restore() {
      await reader.restore();
      await board.showAll();
    },
    health: healthReport({ clock, monotonicMs: deps.monotonicMs, stores: () => stores, view: () => view }),
    run: (stop) =>
      takeTurns(
        {
          ...deps,
          async onPoll(markers, isLeader) {
            await leader.apply(markers, isLeader);
            if (!isLeader) view = reader;
          },
        },
        config.role === "api" ? undefined : takeTurn,
        stop,
      ),
    async close() {
      await opened.close();
      await database.close();
    },
  };
}
