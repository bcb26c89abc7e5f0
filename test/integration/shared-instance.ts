import { onTestFinished } from "vitest";
import { systemClock } from "../../src/platform/system.js";
import { memoryLimit } from "../../src/rate-limit/memory-limit.js";
import { connectRedis, slidingLogScript } from "../../src/rate-limit/redis-limit.js";
import { type SharedLimit, sharedLimit } from "../../src/rate-limit/shared-limit.js";
import { quietLog, type RecordedLine } from "../support/quiet-log.js";

/** The limiter of one instance as the service makes it, with a log to read; closed after the test. */
export interface SharedInstance extends SharedLimit {
  readonly lines: readonly RecordedLine[];
}

/**
 * @param url of the Redis it shares with others
 * @param ease how much slower its time runs: with 10, a machine that stands still for half a second is no fault of Redis
 */
export async function sharedInstance(url: URL, ease = 1): Promise<SharedInstance> {
  const log = quietLog();
  const monotonicMs = () => performance.now() / ease;
  const limit = await sharedLimit({
    local: memoryLimit({ monotonicMs }),
    connect: (events) => connectRedis({ url, script: slidingLogScript() }, events),
    secret: decodeURIComponent(url.password),
    clock: { sleep: (ms, signal) => systemClock.sleep(ms * ease, signal) },
    monotonicMs,
    random: Math.random,
    log,
  });
  onTestFinished(() => limit.close());
  return { ...limit, lines: log.lines };
}
