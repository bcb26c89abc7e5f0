import { type PreparedData, startService } from "../service.js";
import { START_COMMAND } from "../start-command.js";
import { type Row, row } from "../table.js";

const STARTS = 9;

/** From the spawn of the process to the first 200 of `/readyz`, on a database with a score of this hour. */
export async function startRows({ settings }: PreparedData): Promise<Row[]> {
  const ready: number[] = [];
  const listening: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const start = performance.now();
    const service = await startService(settings);
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
      goal: { max: 500 },
      raw: { listening },
      note: `node ${START_COMMAND.words.join(" ")}, from the start of the process to the first 200 of /readyz`,
    }),
  ];
}
