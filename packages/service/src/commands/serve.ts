/** `peak serve`: the service itself. */
import { type Service, startService, type Thread } from "../app.js";
import { systemClock } from "../platform/clock.js";
import { systemReason } from "../platform/file-system.js";
import { pinoLog } from "../platform/log.js";
import { WorkerThreads } from "../platform/worker-threads.js";
import { parseConfig } from "../settings/settings.js";
import type { ThreadTask } from "../worker.js";
import type { ProcessContext } from "./process-context.js";

/** `peak serve`: serves requests and runs the jobs until a signal, then drains. */
export async function serve(context: ProcessContext): Promise<void> {
  const service = await startConfigured(context);
  await service.run(context.stop);
}

/** Starts the service with the environment's settings; its jobs start with `run`. */
export function startConfigured({ env, self, err }: ProcessContext): Promise<Service> {
  const config = parseConfig(env);
  const log = pinoLog(config.logLevel, (error) => {
    err(`peak: the log cannot be written; the service continues: ${systemReason(error)}\n`);
  });
  const [widgets, thread] = [new URL("../widgets/", self), threadFor(new URL("worker.js", self), config.pictureFonts)];
  return startService(config, systemClock, log, widgets, thread);
}

/**
 * Pictures and the record have separate threads, so that the record, computed once a day, never waits for pictures.
 *
 * @param module runs in the threads @param fonts font files for characters that the pictures' font lacks
 */
export function threadFor(module: URL, fonts: readonly string[]): Thread {
  const [pictures, records] = [new WorkerThreads(module), new WorkerThreads(module)];
  const run = (threads: WorkerThreads, task: ThreadTask, signal: AbortSignal) => threads.run(task, signal);
  return {
    drawPng: (svg, scale, signal) => run(pictures, { svg, scale, fonts }, signal) as Promise<Uint8Array>,
    lettersWithoutFont: (text, signal) =>
      run(pictures, { lettersOf: text, fonts }, signal) as Promise<readonly string[]>,
    makeRecord: (days, signal) => run(records, { recordOf: days }, signal) as Promise<string>,
  };
}
