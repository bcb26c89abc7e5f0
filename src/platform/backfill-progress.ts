import { SECOND_MS } from "../domain/instant.js";
import { type FirstStart, trackFirstStart } from "../operations/first-start.js";
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
  let state: FirstStart | undefined;
  const track = trackFirstStart(clock, (next) => {
    state = next;
  });
  return {
    report(part, done, total) {
      bars.report(part, done, total);
      track(part, done, total);
      const last = logged.get(part) ?? Number.NEGATIVE_INFINITY;
      if (done < total && clock.now() - last < LOG_EVERY_MS) return;
      logged.set(part, clock.now());
      const share = Math.floor(1000 * (state?.share ?? 0)) / 1000; // of all parts; never 1 before the end
      log.info({ part, done, total, share, secondsLeft: state?.secondsLeft }, "backfill");
    },
    stop: () => bars.stop(),
  };
}
