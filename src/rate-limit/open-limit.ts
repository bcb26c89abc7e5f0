import type { Clock, Log } from "../operations/ports.js";
import { memoryLimit } from "./memory-limit.js";
import { openRedisLimit } from "./redis-limit.js";
import { type SharedLimit, sharedLimit } from "./shared-limit.js";

export interface OpenLimitDeps {
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
}

/**
 * The limit of this process alone, which answers at once, or that of all instances with the same Redis.
 *
 * @param redisUrl `undefined` for this process alone
 * @returns after some two seconds at most, with or without a Redis that answers
 */
export async function openLimit(redisUrl: URL | undefined, deps: OpenLimitDeps): Promise<SharedLimit> {
  const monotonicMs = () => performance.now();
  const local = memoryLimit({ monotonicMs });
  if (redisUrl === undefined) return { take: local.take, isShared: () => false, close() {} };
  return sharedLimit({ ...deps, local, monotonicMs, open: (lost) => openRedisLimit({ url: redisUrl }, lost) });
}
