import { pino } from "pino";
import type { Facts, Log } from "../operations/ports.js";

export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * JSON lines: time in ISO 8601 UTC, level, the sentence as `msg`, the facts beside it.
 *
 * @param fd file descriptor; the service logs on 1, the command line on 2, so that its output stays clean
 */
export function pinoLog(level: LogLevel, fd: 1 | 2): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err },
    },
    pino.destination({ fd, sync: true }), // a killed process has written all it logged
  );
  return {
    debug: (facts: Facts, sentence: string) => logger.debug(facts, sentence),
    info: (facts: Facts, sentence: string) => logger.info(facts, sentence),
    warn: (facts: Facts, sentence: string) => logger.warn(facts, sentence),
    error: (facts: Facts, sentence: string) => logger.error(facts, sentence),
  };
}
