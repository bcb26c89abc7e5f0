import { NotEnoughDataError } from "peak-cycle-model";
import type { Progress } from "../ingest/backfill-steps.js";
import { backfillOnce } from "../jobs/jobs.js";
import { pinoLog } from "../platform/log.js";
import { systemClock } from "../platform/system.js";
import { parseConfig } from "../settings.js";
import type { ProcessContext } from "./process-context.js";

/**
 * `peak backfill`: the first start's work by hand, once; a want of data ends it with a message instead of a wait. The service
 * that has started it is told, and logs it.
 *
 * @param turn the fencing token of the service that has started this process, as a number in text
 */
export async function runBackfill(context: ProcessContext, turn: string | undefined): Promise<void> {
  const config = parseConfig(context.env);
  const log = pinoLog(config.logLevel);
  const progress: Progress = (...reported) => void context.parent?.send(reported);
  const runtime = { clock: systemClock, log, random: Math.random };
  const epoch = turn === undefined ? undefined : Number(turn);
  try {
    await backfillOnce({ config, runtime, progress, epoch }, context.stop);
    log.info({}, "the past is complete");
  } catch (error) {
    if (!(error instanceof NotEnoughDataError)) throw error;
    if (context.parent !== undefined) return context.parent.send({ lacks: error.message });
    log.warn({ reason: error.message }, "the past is not complete yet");
    throw error;
  }
}
