import { isBackfilled } from "../operations/backfill.js";
import { healthReport } from "../operations/report-health.js";
import { live } from "../scheduler/life.js";
import { runUntilDone } from "../scheduler/runner.js";
import { openForWriting } from "../storage/open-database.js";
import { openStores } from "../storage/stores.js";
import { openPublishing } from "./publishing.js";
import type { Work, WorkDeps } from "./work.js";
import { composeWorker } from "./worker.js";

/** All the work of the only process on a database. */
export async function soleWork({ config, machine, ...shown }: WorkDeps): Promise<Work> {
  const open = async () => {
    const opened = openStores(await openForWriting(config));
    const stores = machine.meters?.stores(opened) ?? opened;
    try {
      const publishing = await openPublishing(config, machine);
      return { stores, worker: composeWorker(config, machine, { stores, publishing }, shown) };
    } catch (error) {
      await stores.close();
      throw error;
    }
  };
  const restore = async () => {
    await worker.view.restore();
    await worker.loader.showAll();
  };
  let { stores, worker } = await open();
  return {
    get scripts() {
      return stores.scripts;
    },
    restore,
    health: healthReport({
      clock: machine.clock,
      monotonicMs: () => performance.now(),
      stores: () => stores,
      view: () => worker.view,
    }),
    async run(stop) {
      if (machine.fetchPast !== undefined && !(await isBackfilled(stores))) {
        await stores.close();
        await runUntilDone(machine, { name: "backfill", run: machine.fetchPast }, stop);
        ({ stores, worker } = await open());
        await restore();
      }
      await worker.load();
      return live({ ...machine, installation: stores.installation }, worker.tasks, stop);
    },
    close: () => stores.close(),
  };
}
