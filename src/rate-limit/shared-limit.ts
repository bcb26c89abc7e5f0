import type { LocalLimit, RateLimit, RateLimitResult } from "../operations/ports.js";
import { lateWatch } from "./late-watch.js";
import { RedisFault } from "./redis-fault.js";
import { type OpenLimit, type Reunion, type ReunionDeps, reunion } from "./reunion.js";

/** Requests that wait for Redis at the same time, at most: twice the connections the server takes. */
const MOST_WAITING = 8192;

export interface SharedLimitDeps extends ReunionDeps {
  /** What this instance remembers by itself; it also hears of what Redis grants here. */
  readonly local: LocalLimit;
}

export interface SharedLimit extends RateLimit {
  /** Never rejects. At once while Redis is away, else within 100 ms. */
  take(client: string): RateLimitResult | Promise<RateLimitResult>;
  /** Whether verdicts come from Redis now. */
  isShared(): boolean;
  close(): void;
}

interface Waiting {
  readonly since: number;
  readonly client: string;
  readonly resolve: (verdict: RateLimitResult) => void;
}

/**
 * The limit of all instances, and this instance's own one while the other is away. The first fault, or the first
 * request that waits too long, ends a connection: all who wait get the local verdict, and nobody waits any more until
 * another connection has proved itself in the background. What Redis grants is also counted locally, so that an
 * instance that falls back does not start from zero.
 *
 * @returns when the first attempt to reach Redis has succeeded or failed, after some two seconds at most
 */
export async function sharedLimit(deps: SharedLimitDeps): Promise<SharedLimit> {
  const { local, monotonicMs } = deps;
  const waiting = new Set<Waiting>();
  const watch = lateWatch(deps, waiting, () => circle.leave(circle.current(), new RedisFault("slow")));
  const circle: Reunion = reunion(deps, () => {
    for (const { client, resolve } of waiting) resolve(local.take(client));
    waiting.clear();
  });

  function ask(shared: OpenLimit, client: string): Promise<RateLimitResult> {
    return new Promise((resolve) => {
      const one: Waiting = { since: monotonicMs(), client, resolve };
      waiting.add(one);
      watch.begin();
      shared.take(client).then(
        (verdict) => {
          if (!waiting.delete(one)) return;
          if (verdict.allowed) local.take(client);
          resolve(verdict);
        },
        (error) => circle.leave(shared, error),
      );
    });
  }

  await circle.start();
  return {
    take(client) {
      const shared = circle.current();
      return shared === undefined || waiting.size >= MOST_WAITING ? local.take(client) : ask(shared, client);
    },
    isShared: () => circle.current() !== undefined,
    close: circle.close,
  };
}
