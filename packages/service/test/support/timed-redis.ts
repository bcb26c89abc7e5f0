import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { limitScript, type SharedLimit } from "../../src/http/limit/redis-limit.js";
import { openRedisLimit } from "./open-redis-limit.js";

/** Where a test keeps the time of its server; Redis's own clock cannot be moved. */
const TIME_KEY = "test:time";

/** Instances that share one Redis, whose time moves only when told to. */
export interface TimedRedis {
  readonly instances: readonly SharedLimit[];
  setTime(ms: number): Promise<void>;
  /** Forgets all requests. */
  clear(ms: number): Promise<void>;
}

/** An emptied server; the connections are closed after the test. @param ms the server's time to begin with */
export async function timedRedis(url: URL, instances: number, ms: number): Promise<TimedRedis> {
  const keeper = new Redis({ path: url.pathname });
  const setTime = async (time: number) => void (await keeper.set(TIME_KEY, time));
  const clear = async (time: number) => {
    await keeper.flushall();
    await setTime(time);
  };
  await clear(ms);
  const script = limitScript(`local now = tonumber(redis.call('GET', '${TIME_KEY}'))`);
  const opened = await Promise.all(Array.from({ length: instances }, () => openRedisLimit(url, script)));
  onTestFinished(() => {
    for (const connection of opened) connection.close();
    keeper.disconnect();
  });
  return { instances: opened, setTime, clear };
}
