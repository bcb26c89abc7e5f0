import { MultiBar, Presets, type SingleBar } from "cli-progress";
import { SECOND_MS } from "../domain/instant.js";
import { type FirstStart, type ProgressScreen, trackFirstStart } from "../operations/backfill-steps.js";
import type { Clock, Log } from "../operations/ports.js";

interface ProgressBars {
  /** How much is done of how much is wanted, per part. */
  readonly report: (part: string, done: number, total: number) => void;
  readonly stop: () => void;
}

/**
 * One bar for each part, added with its first report.
 *
 * @param terminal where to draw; nothing is drawn unless it is a terminal
 * @param unit what is counted, in the plural
 */
function progressBars(terminal: NodeJS.WriteStream, unit: string): ProgressBars {
  if (!terminal.isTTY) return { report: () => {}, stop: () => {} };
  const format = `{part} {bar} {value} of {total} ${unit}, {eta_formatted} left`;
  const group = new MultiBar({ format, stream: terminal, hideCursor: true }, Presets.shades_classic);
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

/** Shows progress bars while work runs; see `progressBars`. */
export async function withProgressBars<T>(
  terminal: NodeJS.WriteStream,
  unit: string,
  work: (progress: ProgressBars["report"]) => Promise<T>,
): Promise<T> {
  const bars = progressBars(terminal, unit);
  try {
    return await work(bars.report);
  } finally {
    bars.stop();
  }
}

/** Between two log lines of one part; its end is always logged. */
const LOG_EVERY_MS = 5 * SECOND_MS;

/**
 * Shows the first fetch of the past: a line in the log now and then, and bars where somebody watches.
 *
 * @param terminal where to draw the bars; nothing is drawn unless it is a terminal
 */
export function backfillProgress(clock: Clock, log: Log, terminal: NodeJS.WriteStream): ProgressScreen {
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
