/** A log that tests read. */
import type { Log, LogFields } from "../../src/platform/log.js";

export interface RecordedLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly sentence: string;
  readonly facts: LogFields;
}

/** A log that keeps its lines for the test to read. */
export function quietLog(): Log & { readonly lines: readonly RecordedLine[] } {
  const lines: RecordedLine[] = [];
  const keep = (level: RecordedLine["level"]) => (facts: LogFields, sentence: string) => {
    lines.push({ level, facts, sentence });
  };
  return { lines, debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error") };
}
