import { type Service, startService } from "../app.js";
import { systemClock } from "../platform/clock.js";
import { pinoLog } from "../platform/log.js";
import { WorkerThreads } from "../platform/worker-threads.js";
import { parseConfig } from "../settings.js";
import type { ThreadTask } from "../worker.js";
import type { ProcessContext } from "./process-context.js";

/** `peak serve`: serves requests and runs the jobs until it is told to stop, then drains. */
export async function serve(context: ProcessContext): Promise<void> {
  const service = await startConfigured(context);
  await service.run(context.stop);
}

/** The service with the settings of the environment, listening; its jobs start with `run`. */
export function startConfigured({ env, self }: ProcessContext): Promise<Service> {
  const config = parseConfig(env);
  const module = new URL("worker.js", self);
  const [pictures, records] = [new WorkerThreads(module), new WorkerThreads(module)]; // the record waits for no picture
  const run = (threads: WorkerThreads, task: ThreadTask, signal: AbortSignal) => threads.run(task, signal);
  return startService(config, systemClock, pinoLog(config.logLevel), new URL("../widgets/", self), {
    drawPng: (svg, scale, signal) => run(pictures, { svg, scale }, signal) as Promise<Uint8Array>,
    makeRecord: (days, signal) => run(records, { recordOf: days }, signal) as Promise<string>,
  });
}
