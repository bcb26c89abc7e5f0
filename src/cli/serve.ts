import { composeService } from "../compose.js";
import { parseConfig } from "../config.js";
import { NotEnoughDataError } from "../domain/errors.js";
import { backfillProgress } from "../platform/backfill-progress.js";
import { pinoLog } from "../platform/pino-log.js";
import { runChild } from "../platform/run-child.js";
import { systemClock } from "../platform/system-clock.js";
import type { Surroundings } from "./surroundings.js";

/** `peak serve`: answers and works until it is told to stop, then drains. */
export async function serve(surroundings: Surroundings): Promise<void> {
  const config = parseConfig(surroundings.env);
  const log = pinoLog(config.logLevel);
  const service = await composeService(config, {
    clock: systemClock,
    log,
    random: Math.random,
    screen: () => backfillProgress(systemClock, log, surroundings.terminal),
    fetchPast: (signal) => fetchPast(surroundings.self, signal),
  });
  await service.run(surroundings.stop);
}

/**
 * The first backfill in a process of its own, `peak backfill`: it takes some 150 MB more than serving does, and an
 * allocator does not give them back before the process ends.
 */
async function fetchPast(self: URL, signal: AbortSignal): Promise<void> {
  const code = await runChild(self, ["backfill"], signal);
  signal.throwIfAborted();
  if (code !== 0) throw new NotEnoughDataError("the past is not complete yet");
}
