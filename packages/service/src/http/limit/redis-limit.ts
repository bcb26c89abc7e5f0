/** The rate limit shared by all instances through Redis: a sliding window that a Lua script updates atomically. */
import { createHmac } from "node:crypto";
import type { Redis } from "ioredis";
import type { Log } from "../../platform/log.js";
import { MemoryLimit } from "./memory-limit.js";
import { QUOTA, type RateLimit, WINDOW_MS, wholeSeconds } from "./policy.js";

export interface SharedLimit extends RateLimit {
  /** Whether Redis counts now. */
  isShared(): boolean;
  close(): void;
}

/**
 * Counts in Redis, and in this process after any fault: no request then waits for Redis until a new connection has
 * counted a trial request. Requests that Redis grants are counted here too, so that nobody starts from zero.
 *
 * @param url `redis:`, `rediss:` or `unix:`, validated by `settings.ts`; `undefined` to limit in this process only
 * @param commandTimeout how long to wait for Redis, in ms
 * @param script Lua; tests pass one with a fake clock
 * @returns once the first connection attempt has succeeded or failed
 */
export async function openLimit(
  url: URL | undefined,
  log: Log,
  commandTimeout = COMMAND_MS,
  script = limitScript(),
): Promise<SharedLimit> {
  // Keys are counted separately, so that a flood of addresses cannot evict them.
  const [addresses, keys] = [new MemoryLimit(), new MemoryLimit()];
  const takeLocal = (client: string, quota?: number) => (quota ? keys.take(client, quota) : addresses.take(client));
  if (url === undefined) return { take: takeLocal, isShared: () => false, close() {} };
  // 270 kB of code that a process without Redis never loads. In the bundle, a CommonJS module has only a default
  // export.
  const { Redis } = (await import("ioredis")).default;
  const scripts = { limit: { numberOfKeys: 1, lua: script } };
  const place = url.protocol === "unix:" ? decodeURIComponent(url.pathname) + url.search : url.href;
  const redis = new Redis(place, { ...OPTIONS, commandTimeout, scripts }) as RedisWithScript;
  let isShared: boolean | undefined;

  const ask = async (client: string, quota: number): Promise<number> => {
    // Redis never sees addresses or key hashes, only an HMAC of them. Its secret is the password, which all instances
    // know and which is not stored in the data. The number in the key is the version of the value's format.
    const hash = createHmac("sha256", url.password).update(client).digest("base64url").slice(0, 16);
    const waitMs = await redis.limit(`peak:limit:1:${hash}`, DIGITS * (quota - 1));
    if (typeof waitMs !== "number" || waitMs < 0 || waitMs > WINDOW_MS) throw new Error("nonsense");
    return wholeSeconds(waitMs);
  };
  /** Whether this connection was abandoned; a new one is opened after a pause. */
  let isGivenUp = false;
  const fail = (error: Error & { code?: string }): void => {
    if (isGivenUp) return;
    isGivenUp = true;
    if (isShared !== false) log.warn({ reason: error.code ?? error.message }, "limits are not shared");
    isShared = false;
    redis.disconnect(true);
  };
  const share = (): void => {
    isShared = true;
    log.info({}, "limits are shared");
  };
  let trial: Promise<void> | undefined;
  redis.on("error", fail).on("connect", () => {
    isGivenUp = false;
  });
  redis.on("ready", () => {
    // A server that is read-only or out of memory still connects; only a request reveals it.
    trial = ask("trial", QUOTA).then(share, fail);
  });
  await redis.connect().catch(fail);
  await trial;

  const takeShared = async (client: string, quota?: number): Promise<number> => {
    try {
      const seconds = await ask(client, quota ?? QUOTA);
      if (seconds === 0) takeLocal(client, quota);
      return seconds;
    } catch (error) {
      fail(error as Error);
      return takeLocal(client, quota);
    }
  };
  return {
    take: (client, quota) => (isShared ? takeShared(client, quota) : takeLocal(client, quota)),
    isShared: () => isShared === true,
    close() {
      isGivenUp = true;
      redis.disconnect();
    },
  };
}

/** The client with the command that `scripts` defines. */
type RedisWithScript = Redis & { limit(key: string, othersLength: number): Promise<unknown> };

/** No request may take longer than 100 ms; this leaves time for a late timer and for writing the response. */
const COMMAND_MS = 75;

const OPTIONS = {
  lazyConnect: true,
  maxRetriesPerRequest: 0, // by then the request has used the local limit
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  protocol: 2, // every server supports it, without a handshake
  disableClientInfo: true,
  connectTimeout: 2000, // in the background: no request waits for it
  disconnectTimeout: 100, // a hanging server does not close its side
  keepAlive: 10_000,
  // 0.25 s, then twice as long each time, up to 5 s, and up to a fifth less.
  retryStrategy: (attempts: number) => Math.min(5000, 250 * 2 ** (attempts - 1)) * (1 - Math.random() / 5),
} as const;

/** Sets `now`, in whole milliseconds, from the server's clock, so the instances' clocks do not matter. */
const SERVER_TIME = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)";

/** The number of digits of milliseconds since 1970, until the year 2286. */
const DIGITS = 13;

/**
 * A key holds the times of a client's last accepted requests, newest first, up to its quota; the argument is the length
 * of all but one. Another request passes once the oldest has left the window. A refused request changes nothing. If the
 * server's clock was set back so far that all times lie in the future, they are discarded.
 *
 * @param setNow Lua that sets `now`
 * @returns Lua that replies with 0, or the milliseconds until a request will pass
 */
export function limitScript(setNow = SERVER_TIME): string {
  return `${setNow}
local others = tonumber(ARGV[1])
local log = redis.call('GET', KEYS[1]) or ''
local oldest = tonumber(string.sub(log, others + 1)) or 0
if oldest > now then
  log = ''
elseif oldest + ${WINDOW_MS} > now then
  return oldest + ${WINDOW_MS} - now
end
redis.call('SET', KEYS[1], string.format('%.0f', now) .. string.sub(log, 1, others), 'PX', ${WINDOW_MS})
return 0`;
}
