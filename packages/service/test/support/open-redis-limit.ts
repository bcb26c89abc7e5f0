import { connectRedis, type RedisFault, type RedisLimit } from "../../src/http/limit/redis-limit.js";

/** Longer than in the service, for a busy machine: no test here is about time. */
const COMMAND_MS = 750;

/** The limit in Redis without a limit to fall back to. Rejects with the first fault, and tries no more. */
export async function openRedisLimit(url: URL, script?: string): Promise<RedisLimit> {
  let onReady = (): void => {};
  let onFault: (fault: RedisFault) => void = () => {};
  const opened = new Promise<void>((resolve, reject) => {
    [onReady, onFault] = [resolve, reject];
  });
  opened.catch(() => undefined); // it may come before anyone waits for it
  const limit = await connectRedis(url, { onReady, onFault, commandMs: COMMAND_MS, script });
  try {
    await opened;
    return limit;
  } catch (fault) {
    limit.close();
    throw fault;
  }
}
