import { pino } from "pino";
import type { Clock } from "./clock.js";

/** The log as JSON lines: time in ISO 8601 UTC, level, the sentence as `msg`, the facts beside it. */
export function pinoLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ fd: STANDARD_OUTPUT, sync: true }), // a killed process has written all it logged
  );
}

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_OUTPUT = 1;

/** A log that says nothing: for commands whose output is their answer. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export type LogFields = Readonly<Record<string, unknown>>;

/** A fixed sentence and its fields, which hold no secret, no address of a client and no text of a source. */
export interface Log {
  debug(facts: LogFields, sentence: string): void;
  info(facts: LogFields, sentence: string): void;
  warn(facts: LogFields, sentence: string): void;
  /** `facts.error` may hold the thrown value; its stack goes to the log and nowhere else. */
  error(facts: LogFields, sentence: string): void;
}

/** Keeps a line that comes again and again from filling the log. */
export class Rarely {
  readonly #clock: Pick<Clock, "now">;
  readonly #everyMs: number;
  readonly #lines = new Map<string, { at: number; times: number }>();

  constructor(clock: Pick<Clock, "now">, everyMs: number) {
    [this.#clock, this.#everyMs] = [clock, everyMs];
  }

  /**
   * @param line what is the same each time
   * @returns how often it came since it was logged, to be logged with it; `undefined` when it was logged lately
   */
  due(line: string): { readonly times?: number } | undefined {
    const now = this.#clock.now();
    const { at, times } = this.#lines.get(line) ?? { at: Number.NEGATIVE_INFINITY, times: 0 };
    const isDue = now - at >= this.#everyMs;
    this.#lines.set(line, isDue ? { at: now, times: 0 } : { at, times: times + 1 });
    if (!isDue) return undefined;
    return times > 0 ? { times: times + 1 } : {};
  }
}
