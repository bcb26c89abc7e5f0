import { composeService } from "../compose.js";
import { parseConfig } from "../config.js";
import { backfillProgress } from "../platform/backfill-progress.js";
import { pinoLog } from "../platform/pino-log.js";
import { systemClock } from "../platform/system-clock.js";
import type { Surroundings } from "./surroundings.js";

/** `peak serve`: answers and works until it is told to stop, then drains. */
export async function serve(surroundings: Surroundings): Promise<void> {
  const config = parseConfig(surroundings.env);
  const log = pinoLog(config.logLevel, 1);
  const service = await composeService(config, {
    clock: systemClock,
    log,
    random: Math.random,
    screen: () => backfillProgress(systemClock, log, surroundings.terminal),
  });
  await service.run(surroundings.stop);
}
