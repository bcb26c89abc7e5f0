import { fetchPast } from "../commands.js";
import { parseConfig } from "../config.js";
import { NotEnoughDataError } from "../domain/errors.js";
import { backfillProgress } from "../platform/backfill-progress.js";
import { pinoLog } from "../platform/pino-log.js";
import { systemClock } from "../platform/system-clock.js";
import type { Surroundings } from "./surroundings.js";

/**
 * `peak backfill`: the first start's work by hand, once; a want of data ends it with a message instead of a wait.
 *
 * @param turn the epoch of the turn for which a service has started this process, as a number in text
 */
export async function runBackfill(surroundings: Surroundings, turn: string | undefined): Promise<void> {
  const config = parseConfig(surroundings.env);
  const log = pinoLog(config.logLevel);
  const screen = () => backfillProgress(systemClock, log, surroundings.terminal);
  const machine = { clock: systemClock, log, random: Math.random, screen };
  const epoch = turn === undefined ? undefined : Number(turn);
  try {
    await fetchPast({ config, machine, epoch }, surroundings.stop);
    log.info({}, "the past is complete");
  } catch (error) {
    if (error instanceof NotEnoughDataError) log.warn({ reason: error.message }, "the past is not complete yet");
    throw error;
  }
}
