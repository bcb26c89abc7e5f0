/** The limit that the service uses: of this process alone, or of all instances with the same Redis. */
import type { Log } from "../../platform/log.js";
import { type LocalLimit, memoryLimit } from "./memory-limit.js";
import type { RateLimit } from "./policy.js";
import { connectRedis, RedisFault } from "./redis-limit.js";

export interface SharedLimit extends RateLimit {
  /** Whether results come from Redis now. */
  isShared(): boolean;
  close(): void;
}

interface OpenLimitDeps {
  readonly log: Log;
  /** Time for a result of Redis, in ms; 75 by default, more for tests on busy machines. */
  readonly commandMs?: number;
}

/**
 * With Redis, what it grants is counted here too, so that an instance that falls back does not start from zero. After the first
 * fault nobody asks, and so nobody waits, until another connection has counted a request.
 *
 * @param redisUrl `undefined` for the limit of this process alone, which answers at once
 * @returns after some two seconds at most, with or without a Redis that answers
 */
export async function openLimit(redisUrl: URL | undefined, { log, commandMs }: OpenLimitDeps): Promise<SharedLimit> {
  const takeLocal = localLimit();
  if (redisUrl === undefined) return { take: takeLocal, isShared: () => false, close() {} };
  const sharing = sharingLog(log);
  const redis = await connectRedis(redisUrl, { commandMs, onReady: sharing.begins, onFault: sharing.ends });
  const takeShared = async (client: string, quota?: number): Promise<number> => {
    try {
      const seconds = await redis.take(client, quota);
      if (seconds === 0) takeLocal(client, quota);
      return seconds;
    } catch (error) {
      sharing.ends(error);
      redis.reconnect();
      return takeLocal(client, quota);
    }
  };
  return {
    take: (client, quota) => (sharing.isShared() ? takeShared(client, quota) : takeLocal(client, quota)),
    isShared: sharing.isShared,
    close: redis.close,
  };
}

/** Keys are counted apart from addresses: however many of these come, the log of a key is not forgotten. */
function localLimit(): LocalLimit["take"] {
  const monotonicMs = () => performance.now();
  const [addresses, keys] = [memoryLimit({ monotonicMs }), memoryLimit({ monotonicMs })];
  return (client, quota) => (quota === undefined ? addresses.take(client) : keys.take(client, quota));
}

/** Logs one line for each new reason while Redis is away. Any error but a RedisFault is a bug of ours. */
function sharingLog(log: Log) {
  const logged = new Set<string>();
  let isShared = false;
  return {
    isShared: () => isShared,
    ends(error: unknown): void {
      isShared = false;
      const reason = error instanceof RedisFault ? error.reason : "bug";
      if (logged.has(reason)) return;
      logged.add(reason);
      if (error instanceof RedisFault) log.warn({ reason }, "limits are not shared");
      else log.error({ reason, error }, "limits are not shared");
    },
    begins(): void {
      isShared = true;
      logged.clear();
      log.info({}, "limits are shared");
    },
  };
}
