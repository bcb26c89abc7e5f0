import { composeWorker, openDatabase } from "../compose.js";
import { parseConfig } from "../config.js";
import { NotEnoughDataError } from "../domain/errors.js";
import { backfillProgress } from "../platform/backfill-progress.js";
import { pinoLog } from "../platform/pino-log.js";
import { systemClock } from "../platform/system-clock.js";
import type { Surroundings } from "./surroundings.js";

/** `peak backfill`: the first start's work by hand, once; a want of data ends it with a message instead of a wait. */
export async function runBackfill(surroundings: Surroundings): Promise<void> {
  const config = parseConfig(surroundings.env);
  const log = pinoLog(config.logLevel);
  const stores = await openDatabase(config);
  const screen = () => backfillProgress(systemClock, log, surroundings.terminal);
  const showcase = { showSnapshot: () => {}, showHistory: () => {} };
  const worker = composeWorker(config, { clock: systemClock, log, random: Math.random, screen }, stores, showcase);
  try {
    await worker.load();
    await worker.tasks.backfill(surroundings.stop);
    log.info({}, "the past is complete");
  } catch (error) {
    if (error instanceof NotEnoughDataError) log.warn({ reason: error.message }, "the past is not complete yet");
    throw error;
  } finally {
    await stores.close();
  }
}
