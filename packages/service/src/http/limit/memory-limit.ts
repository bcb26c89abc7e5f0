/**
 * The request limit of one process: for each address the times of its last accepted requests, in two generations of a
 * `Map`. A flood of addresses starts new generations instead of taking more memory.
 */
import { QUOTA, type RateLimit, WINDOW_MS, wholeSeconds } from "./policy.js";

/** A limit that is kept in this process and answers at once. */
export interface LocalLimit extends RateLimit {
  take(client: string, quota?: number): number;
}

/**
 * An exact sliding window, to the millisecond. A refused request does not count. An address is forgotten when it has
 * not asked for a minute, or when twice `capacity` other addresses have come, but never while it is at its limit.
 *
 * @param monotonicMs a clock that never goes back, in milliseconds
 * @param quota requests in any 60 s
 * @param capacity clients in one generation
 */
export function memoryLimit(monotonicMs: () => number, quota = QUOTA, capacity = CAPACITY): LocalLimit {
  const never = logOfNone(quota);
  let recent = new Map<string, AcceptedLog>();
  let former = new Map<string, AcceptedLog>();
  let startedAt = Math.floor(monotonicMs());
  /** How many addresses of the present generation were at their limit when it began. */
  let carried = 0;

  function hasRoom(now: number): boolean {
    const isOver = now - startedAt >= WINDOW_MS;
    if (recent.size < capacity && !isOver) return true;
    if (carried > capacity / 2 && !isOver) return false; // another turn would gain little, and costs a look at everyone
    const atLimit = [...former].filter(([client, log]) => freeAt(log) > now && !recent.has(client));
    former = recent;
    recent = new Map(atLimit);
    carried = atLimit.length;
    startedAt = now;
    return true;
  }

  function logOf(client: string, own: number, now: number): AcceptedLog | undefined {
    const log = recent.get(client);
    if (log !== undefined) return log;
    const older = former.get(client);
    if (!hasRoom(now)) return older;
    const kept = older ?? { times: own === quota ? never.slice() : logOfNone(own), oldest: 0 };
    recent.set(client, kept);
    return kept;
  }

  return {
    take(client, own = quota) {
      const now = Math.floor(monotonicMs());
      const log = logOf(client, own, now);
      if (log === undefined) return wholeSeconds(startedAt + WINDOW_MS - now); // nothing is forgotten before that
      const waitMs = freeAt(log) - now;
      if (waitMs > 0) return wholeSeconds(waitMs);
      log.times[log.oldest] = now;
      log.oldest = (log.oldest + 1) % log.times.length;
      return 0;
    },
  };
}

/** With 330 bytes an address and two generations some 21 MB at most. */
const CAPACITY = 32_000;

/** The times of a client that has not asked. */
function logOfNone(quota: number): number[] {
  return new Array<number>(quota).fill(Number.NEGATIVE_INFINITY);
}

/** The times of the last accepted requests of a client, as many as it may make: a ring. */
interface AcceptedLog {
  readonly times: number[];
  /** Where the oldest stands, which the next one replaces. */
  oldest: number;
}

/** When the oldest of the last accepted requests leaves the window, so that another one may pass. */
function freeAt({ times, oldest }: AcceptedLog): number {
  return (times[oldest] ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
}
