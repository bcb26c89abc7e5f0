/**
 * The rate limit of one process: each client's last accepted requests, in two generations of a `Map`. A flood of
 * addresses starts new generations instead of using more memory.
 */
import { QUOTA, WINDOW_MS } from "../../domain/limits.js";
import { type RateLimit, wholeSeconds } from "./limiter.js";

/** The times of a client's last accepted requests: a ring as long as its quota. */
interface Requests {
  readonly times: number[];
  /** Index of the oldest time, which the next one replaces. */
  oldest: number;
}

/**
 * An exact sliding window, to the millisecond. Refused requests do not count. A client is forgotten after a minute
 * without requests, or after twice `capacity` other clients, but never while it is at its limit.
 */
export class MemoryLimit implements RateLimit {
  readonly #capacity: number;
  readonly #monotonicMs: () => number;
  #recent = new Map<string, Requests>();
  #former = new Map<string, Requests>();
  #startedAt: number;
  /** Clients carried into the current generation because they were at their limit. */
  #carried = 0;

  /**
   * @param capacity clients per generation: at 310 bytes each, two generations take 20 MB
   * @param monotonicMs a clock that never goes back, in milliseconds
   */
  constructor(capacity = 32_000, monotonicMs = () => performance.now()) {
    this.#capacity = capacity;
    this.#monotonicMs = monotonicMs;
    this.#startedAt = Math.floor(monotonicMs());
  }

  take(client: string, quota = QUOTA): number {
    const now = Math.floor(this.#monotonicMs());
    const requests = this.#requestsOf(client, quota, now);
    if (requests === undefined) return wholeSeconds(this.#startedAt + WINDOW_MS - now); // no room before then
    const waitMs = freeAt(requests) - now;
    if (waitMs > 0) return wholeSeconds(waitMs);
    requests.times[requests.oldest] = now;
    requests.oldest = (requests.oldest + 1) % quota;
    return 0;
  }

  /** `undefined` for a new client while there is no room. */
  #requestsOf(client: string, quota: number, now: number): Requests | undefined {
    const recent = this.#recent.get(client);
    if (recent !== undefined) return recent;
    const former = this.#former.get(client);
    if (!this.#makeRoom(now)) return former;
    const requests = former ?? { times: new Array<number>(quota).fill(-WINDOW_MS), oldest: 0 };
    this.#recent.set(client, requests);
    return requests;
  }

  /** Begins a new generation when the current one is full or over. @returns whether a new client fits */
  #makeRoom(now: number): boolean {
    const isOver = now - this.#startedAt >= WINDOW_MS;
    if (this.#recent.size < this.#capacity && !isOver) return true;
    // Another generation would gain little and costs a pass over all clients.
    if (this.#carried > this.#capacity / 2 && !isOver) return false;
    const atLimit = [...this.#former].filter(([client, each]) => freeAt(each) > now && !this.#recent.has(client));
    [this.#former, this.#recent] = [this.#recent, new Map(atLimit)];
    this.#carried = atLimit.length;
    this.#startedAt = now;
    return true;
  }
}

/** When the oldest request leaves the window, so that another may pass. */
function freeAt({ times, oldest }: Requests): number {
  return (times[oldest] ?? 0) + WINDOW_MS;
}

/** The whole limit of one process. Keys are counted separately, so that a flood of addresses cannot evict them. */
export class LocalLimit implements RateLimit {
  readonly #addresses = new MemoryLimit();
  readonly #keys = new MemoryLimit();

  take(client: string, quota?: number): number {
    return quota === undefined ? this.#addresses.take(client) : this.#keys.take(client, quota);
  }
}
