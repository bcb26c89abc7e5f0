import { systemClock } from "../../src/platform/system.js";
import {
  connectRedis,
  type RedisFault,
  type RedisLimit,
  redisLimit,
  slidingLogScript,
} from "../../src/rate-limit/redis-limit.js";

/** The limit in Redis over one connection, without a limit to fall back to. */
export interface OpenRedisLimit extends RedisLimit {
  close(): void;
}

/** How much longer timeouts are than in the service, for a busy machine: no test here is about time. */
const TIMEOUT_FACTOR = 10;

/** Rejects with the first fault, and tries no more. */
export async function openRedisLimit(url: URL, script = slidingLogScript()): Promise<OpenRedisLimit> {
  let onReady = (): void => {};
  let onFault: (fault: RedisFault) => void = () => {};
  const opened = new Promise<void>((resolve, reject) => {
    onReady = resolve;
    onFault = reject;
  });
  const retryMs = () => 2 ** 30;
  const connection = await connectRedis(
    { url, script },
    { onReady: () => onReady(), onFault: (fault) => onFault(fault), retryMs },
  );
  await opened.catch((fault) => {
    connection.close();
    throw fault;
  });
  const clock = { sleep: (ms: number, signal: AbortSignal) => systemClock.sleep(ms * TIMEOUT_FACTOR, signal) };
  return { ...redisLimit({ connection, clock, secret: decodeURIComponent(url.password) }), close: connection.close };
}
