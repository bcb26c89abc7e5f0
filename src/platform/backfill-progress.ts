import { SECOND_MS } from "../domain/instant.js";
import type { Clock, Log } from "../operations/ports.js";
import { type ProgressBars, progressBars } from "./progress-bars.js";

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/**
 * Shows the first fetch of the past: a line in the log now and then, and bars where somebody watches.
 *
 * @param terminal where to draw the bars; nothing is drawn unless it is a terminal
 */
export function backfillProgress(clock: Clock, log: Log, terminal: NodeJS.WriteStream): ProgressBars {
  const bars = progressBars(terminal, "days");
  const logged = new Map<string, number>();
  return {
    report(part, done, total) {
      bars.report(part, done, total);
      const last = logged.get(part) ?? Number.NEGATIVE_INFINITY;
      if (done < total && clock.now() - last < LOG_EVERY_MS) return;
      logged.set(part, clock.now());
      log.info({ part, done, total }, "backfill");
    },
    stop: () => bars.stop(),
  };
}
