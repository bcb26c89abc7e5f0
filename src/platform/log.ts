import { pino } from "pino";
import type { Log } from "../operations/ports.js";

/**
 * JSON lines: time in ISO 8601 UTC, level, the sentence as `msg`, the facts beside it.
 */
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
