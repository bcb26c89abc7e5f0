import { NotEnoughDataError } from "peak-cycle-model";
import { type AppDeps, startService } from "../app.js";
import { runChildTask } from "../platform/child-process.js";
import { pinoLog } from "../platform/log.js";
import { systemClock } from "../platform/system.js";
import { parseConfig } from "../settings.js";
import type { ProcessContext } from "./process-context.js";

/** `peak serve`: answers and works until it is told to stop, then drains. */
export async function serve(context: ProcessContext): Promise<void> {
  const config = parseConfig(context.env);
  const log = pinoLog(config.logLevel);
  const service = await startService(config, {
    clock: systemClock,
    log,
    random: Math.random,
    widgets: new URL("../widgets/", context.self),
    draw: drawInChild(context),
    makeRecord: recordInChild(context),
  });
  await service.run(context.stop);
}

/** Pictures are drawn by a process of its own, `peak draw`. A large one takes 0.1 s, ten times that on a busy machine. */
const DRAW_TIMEOUT_MS = 30_000;

function drawInChild({ self, env: settings }: ProcessContext): AppDeps["draw"] {
  const env = { ...settings, NODE_OPTIONS: `${settings["NODE_OPTIONS"] ?? ""} --expose-gc` }; // it collects after each picture
  return (job, handOver, signal) => {
    const onMessage = (picture: unknown) => void handOver(picture as Parameters<typeof handOver>[0]);
    const task = { module: self, args: ["draw"], env, message: job, onMessage, silenceTimeoutMs: DRAW_TIMEOUT_MS };
    return runChildTask(task, signal);
  };
}

/** The record is made by a process of its own, `peak record`: it takes a second of a core and the memory of all days. */
const RECORD_TIMEOUT_MS = 120_000;

function recordInChild({ self, env }: ProcessContext): AppDeps["makeRecord"] {
  return async (signal) => {
    let record: string | undefined;
    const onMessage = (text: unknown) => {
      record = String(text);
    };
    const child = { module: self, args: ["record"], env, onMessage };
    await runChildTask({ ...child, message: "record", silenceTimeoutMs: RECORD_TIMEOUT_MS }, signal);
    if (record === undefined) throw new NotEnoughDataError("no record could be made of the stored days");
    return record;
  };
}
