import { MultiBar, Presets, type SingleBar } from "cli-progress";
import { SECOND_MS } from "../domain/instant.js";
import type { Clock, Log } from "../operations/ports.js";

export interface BackfillProgress {
  /** Days done of days wanted, per part. */
  readonly report: (part: string, done: number, total: number) => void;
  readonly stop: () => void;
}

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/**
 * Shows the first fetch of the past: a line in the log now and then, and bars where somebody watches.
 *
 * @param terminal where to draw the bars; nothing is drawn unless it is a terminal
 */
export function backfillProgress(clock: Clock, log: Log, terminal: NodeJS.WriteStream): BackfillProgress {
  const bars = terminal.isTTY ? drawBars(terminal) : undefined;
  const logged = new Map<string, number>();
  return {
    report(part, done, total) {
      bars?.report(part, done, total);
      const last = logged.get(part) ?? Number.NEGATIVE_INFINITY;
      if (done < total && clock.now() - last < LOG_EVERY_MS) return;
      logged.set(part, clock.now());
      log.info({ part, done, total }, "backfill");
    },
    stop: () => bars?.stop(),
  };
}

function drawBars(terminal: NodeJS.WriteStream): BackfillProgress {
  const group = new MultiBar(
    { format: "{part} {bar} {value} of {total} days, {eta_formatted} left", stream: terminal, hideCursor: true },
    Presets.shades_classic,
  );
  const bars = new Map<string, SingleBar>();
  return {
    report(part, done, total) {
      const bar = bars.get(part) ?? group.create(total, 0, { part: part.padEnd(14) });
      bars.set(part, bar);
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => group.stop(),
  };
}
