import type { Instant } from "peak-cycle-model";
import type { Observation } from "../domain/observation.js";
import { type MarketPaths, observedAt, readMarketFiles } from "../files/market-files.js";
import { hasPast } from "../jobs/first-fetch.js";
import { systemClock } from "../platform/system.js";
import { parseConfig } from "../settings.js";
import { closeAfter } from "../storage/database.js";
import { openStoresForWriting } from "../storage/stores.js";
import type { ProcessContext } from "./process-context.js";

/** `peak import`: every row of every file, or none. What is stored already is not stored twice. */
export async function importFiles(context: ProcessContext, paths: MarketPaths): Promise<void> {
  const config = parseConfig(context.env);
  const fetchedAt: Instant = systemClock.now();
  const figures = await readMarketFiles(paths, { now: fetchedAt, needsRows: true });
  const observations = figures.map(({ metric, day, value }): Observation => {
    return { metric, source: "import", observedAt: observedAt({ metric, day }), fetchedAt, value };
  });
  await closeAfter(await openStoresForWriting(config), async (stores) => {
    const added = await stores.observations.add(observations);
    context.out(`${added} new figures of ${observations.length} imported\n`);
    if (await hasPast(stores)) {
      context.out("The past of this installation is frozen: days closed before stay as they are.\n");
    }
  });
}
