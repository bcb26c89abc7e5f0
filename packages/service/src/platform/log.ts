/** Writes the log, and keeps repeated lines from flooding it. */
import { pino } from "pino";
import type { Clock } from "./clock.js";

/**
 * The log as JSON lines: time in ISO 8601 UTC, level, the sentence as `msg`, and the facts as fields. Lines that cannot
 * be written, as on a full disk, are kept and written later.
 *
 * @param onFault called with the first error, and whenever the error changes
 */
export function pinoLog(level: LogLevel, onFault: (error: Error) => void, fd = STANDARD_OUTPUT): Log {
  const destination = pino.destination({ fd, sync: true, maxLength: KEPT_BYTES }); // so that a kill loses no line
  let last = "";
  destination.on("error", (error: Error) => {
    if (error.message !== last) onFault(error);
    last = error.message;
  });
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    destination,
  );
}

/** Several thousand lines. */
const KEPT_BYTES = 1_000_000;

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_OUTPUT = 1;

/** A log that drops everything, for commands that print their result. */
export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

export type LogFields = Readonly<Record<string, unknown>>;

/** A fixed sentence and its fields, which contain no secret, client address or source text. */
export interface Log {
  debug(facts: LogFields, sentence: string): void;
  info(facts: LogFields, sentence: string): void;
  warn(facts: LogFields, sentence: string): void;
  /** `facts.error` may be the thrown value; its stack goes only to the log. */
  error(facts: LogFields, sentence: string): void;
}

/** Keeps a repeated line from flooding the log. */
export class Rarely {
  readonly #clock: Clock;
  readonly #everyMs: number;
  readonly #lines = new Map<string, { at: number; times: number }>();

  constructor(clock: Clock, everyMs: number) {
    this.#clock = clock;
    this.#everyMs = everyMs;
  }

  /**
   * @param line the constant part of the line
   * @returns how often it occurred since it was last logged, to be logged with it; `undefined` if it was logged
   *   recently
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
