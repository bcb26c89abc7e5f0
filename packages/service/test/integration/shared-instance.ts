import { onTestFinished } from "vitest";
import { openLimit, type SharedLimit } from "../../src/http/limit/shared-limit.js";
import { quietLog, type RecordedLine } from "../support/quiet-log.js";

/** The limiter of one instance as the service makes it, with a log to read; closed after the test. */
export interface SharedInstance extends SharedLimit {
  readonly lines: readonly RecordedLine[];
}

/**
 * @param url of the Redis it shares with others
 * @param ease how much longer it waits for Redis: with 10, a machine that stands still for half a second is no fault
 */
export async function sharedInstance(url: URL, ease = 1): Promise<SharedInstance> {
  const log = quietLog();
  const limit = await openLimit(url, { log, commandMs: 75 * ease });
  onTestFinished(() => limit.close());
  return { ...limit, lines: log.lines };
}
