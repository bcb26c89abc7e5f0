import { MultiBar, Presets, type SingleBar } from "cli-progress";

export interface ProgressBars {
  /** How much is done of how much is wanted, per part. */
  readonly report: (part: string, done: number, total: number) => void;
  readonly stop: () => void;
}

/**
 * One bar a part, made when the part is first heard of.
 *
 * @param terminal where to draw; nothing is drawn unless it is a terminal
 * @param unit what is counted, in the plural
 */
export function progressBars(terminal: NodeJS.WriteStream, unit: string): ProgressBars {
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
