import type { Installation } from "./installation.js";
import { SERVICE } from "./places.js";
import { type Row, row } from "./row.js";
import { startService } from "./service.js";

const STARTS = 9;

/** From the spawn of the process to the first 200 of `/readyz`, on a database with a score of this hour. */
export async function startRows(installation: Installation): Promise<Row[]> {
  const ready: number[] = [];
  const listening: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now();
    const service = await startService(installation.settings);
    listening.push(performance.now() - start);
    await service.until("/readyz");
    ready.push(performance.now() - start);
    await service.stop();
  }
  return [
    row({
      name: "ready on an existing database",
      unit: "ms",
      samples: ready,
      goal: { most: 500 },
      raw: { listening },
      note: `node ${SERVICE.words.join(" ")}, from the start of the process to the first 200 of /readyz`,
    }),
  ];
}
