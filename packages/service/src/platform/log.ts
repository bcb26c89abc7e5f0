import { pino } from "pino";

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

type LogLevel = (typeof LOG_LEVELS)[number];

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
