import { NotEnoughDataError } from "peak-cycle-model";
import { startService } from "../app.js";
import { pinoLog } from "../platform/log.js";
import { systemClock } from "../platform/system.js";
import { WorkerThread } from "../platform/worker-thread.js";
import { parseConfig } from "../settings.js";
import type { ThreadTask } from "../worker.js";
import type { ProcessContext } from "./process-context.js";

/** `peak serve`: answers and works until it is told to stop, then drains. */
export async function serve(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  const log = pinoLog(config.logLevel);
  const thread = new WorkerThread(new URL("worker.js", context.self));
  const run = (task: ThreadTask, signal: AbortSignal) => thread.run(task, signal);
  const service = await startService(config, systemClock, log, new URL("../widgets/", context.self), {
    drawPng: (svg, scale, signal) => run({ svg, scale }, signal) as Promise<Uint8Array>,
    async makeRecord(days, signal) {
      const record = await run({ recordOf: days }, signal);
      if (typeof record !== "string") throw new NotEnoughDataError("no record could be made of the stored days");
      return record;
    },
  });
  await service.run(context.stop);
}
