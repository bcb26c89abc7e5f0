/**
 * The request limit of one process: for each client the times of its last accepted requests, in two generations of a
 * `Map`. A flood of addresses starts new generations instead of taking more memory.
 */
import { QUOTA, type RateLimit, WINDOW_MS, wholeSeconds } from "./policy.js";

/** The last accepted requests of a client: a ring of as many times as it may make requests. */
interface Accepted {
  readonly times: number[];
  /** Where the oldest stands, which the next one replaces. */
  oldest: number;
}

/**
 * An exact sliding window, to the millisecond. A refused request does not count. A client is forgotten when it has not
 * asked for a minute, or when twice `capacity` others have come, but never while it is at its limit.
 */
export class MemoryLimit implements RateLimit {
  readonly #capacity: number;
  readonly #monotonicMs: () => number;
  #recent = new Map<string, Accepted>();
  #former = new Map<string, Accepted>();
  #startedAt: number;
  /** How many clients of the present generation were at their limit when it began. */
  #carried = 0;

  /**
   * @param capacity clients in one generation: at 310 bytes each, two of them take 20 MB
   * @param monotonicMs a clock that never goes back, in milliseconds
   */
  constructor(capacity = 32_000, monotonicMs = () => performance.now()) {
    [this.#capacity, this.#monotonicMs] = [capacity, monotonicMs];
    this.#startedAt = Math.floor(monotonicMs());
  }

  take(client: string, quota = QUOTA): number {
    const now = Math.floor(this.#monotonicMs());
    const accepted = this.#acceptedOf(client, quota, now);
    if (accepted === undefined) return wholeSeconds(this.#startedAt + WINDOW_MS - now); // nobody is forgotten before
    const waitMs = freeAt(accepted) - now;
    if (waitMs > 0) return wholeSeconds(waitMs);
    accepted.times[accepted.oldest] = now;
    accepted.oldest = (accepted.oldest + 1) % quota;
    return 0;
  }

  /** `undefined` for a newcomer while there is no room. */
  #acceptedOf(client: string, quota: number, now: number): Accepted | undefined {
    const recent = this.#recent.get(client);
    if (recent !== undefined) return recent;
    const former = this.#former.get(client);
    if (!this.#hasRoom(now)) return former;
    const kept = former ?? { times: new Array<number>(quota).fill(-WINDOW_MS), oldest: 0 };
    this.#recent.set(client, kept);
    return kept;
  }

  #hasRoom(now: number): boolean {
    const isOver = now - this.#startedAt >= WINDOW_MS;
    if (this.#recent.size < this.#capacity && !isOver) return true;
    // Another turn would gain little, and costs a look at everyone.
    if (this.#carried > this.#capacity / 2 && !isOver) return false;
    const atLimit = [...this.#former].filter(([client, each]) => freeAt(each) > now && !this.#recent.has(client));
    [this.#former, this.#recent] = [this.#recent, new Map(atLimit)];
    this.#carried = atLimit.length;
    this.#startedAt = now;
    return true;
  }
}

/** When the oldest one leaves the window, so that another one may pass. */
function freeAt({ times, oldest }: Accepted): number {
  return (times[oldest] ?? 0) + WINDOW_MS;
}
