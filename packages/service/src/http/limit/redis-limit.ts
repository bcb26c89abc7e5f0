/** The request limit in Redis, which all instances share: a sliding window that one script keeps in one step. */
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
 * Counts in Redis, and in this process after any fault: then nobody asks Redis, and so nobody waits, until another
 * connection has counted a request. What Redis grants is counted here too, so that nobody starts from zero.
 *
 * @param url `redis:`, `rediss:` or `unix:`, checked by `settings.ts`; `undefined` for the limit of this process alone
 * @param commandTimeout time for a result of Redis in ms
 * @param script Lua; tests bring one with a clock of their own
 * @returns when the first attempt to connect has succeeded or failed
 */
export async function openLimit(
  url: URL | undefined,
  log: Log,
  commandTimeout = COMMAND_MS,
  script = limitScript(),
): Promise<SharedLimit> {
  // Keys are counted apart from addresses: however many of these come, the requests of a key are not forgotten.
  const [addresses, keys] = [new MemoryLimit(), new MemoryLimit()];
  const takeLocal = (client: string, quota?: number) => (quota ? keys.take(client, quota) : addresses.take(client));
  if (url === undefined) return { take: takeLocal, isShared: () => false, close() {} };
  // 270 kB of code that a process without Redis never reads. In the bundle, a CommonJS module has a default export
  // only.
  const { Redis } = (await import("ioredis")).default;
  const scripts = { limit: { numberOfKeys: 1, lua: script } };
  const place = url.protocol === "unix:" ? decodeURIComponent(url.pathname) + url.search : url.href;
  const redis = new Redis(place, { ...OPTIONS, commandTimeout, scripts }) as RedisWithScript;
  let isShared: boolean | undefined;

  const ask = async (client: string, quota: number): Promise<number> => {
    // No address and no hash of a key is stored, but a keyed hash of it. All instances know the password, and it is
    // not among the data. The number in the name is the version of the value's form.
    const hash = createHmac("sha256", url.password).update(client).digest("base64url").slice(0, 16);
    const waitMs = await redis.limit(`peak:limit:1:${hash}`, DIGITS * (quota - 1));
    if (typeof waitMs !== "number" || waitMs < 0 || waitMs > WINDOW_MS) throw new Error("nonsense");
    return wholeSeconds(waitMs);
  };
  /** Whether this connection was given up: another one is opened after a pause. */
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
    // A server that is read-only or out of memory connects like any other: only a request shows it.
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

/** What `scripts` adds to the client. */
type RedisWithScript = Redis & { limit(key: string, othersLength: number): Promise<unknown> };

/** No request waits longer than 100 ms: a timer fires late rather than early, and the answer has to be written. */
const COMMAND_MS = 75;

const OPTIONS = {
  lazyConnect: true,
  maxRetriesPerRequest: 0, // a request has its local result by then
  autoResendUnfulfilledCommands: false,
  enableOfflineQueue: false,
  protocol: 2, // every server speaks it, without a greeting
  disableClientInfo: true,
  connectTimeout: 2000, // in the background: no request waits for it
  disconnectTimeout: 100, // a server that hangs does not close its side
  keepAlive: 10_000,
  // 0.25 s, then twice as long each time, up to 5 s, and up to a fifth less.
  retryStrategy: (attempts: number) => Math.min(5000, 250 * 2 ** (attempts - 1)) * (1 - Math.random() / 5),
} as const;

/** Sets `now`, whole milliseconds, from the server's own clock: the clocks of the instances do not matter. */
const SERVER_TIME = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)";

/** Milliseconds since 1970 have so many digits until the year 2286. */
const DIGITS = 13;

/**
 * A key holds the times of the last accepted requests of a client, newest first, as many as it may make; the argument
 * is the length of all but one. Another request passes when the oldest has left the window. A refused request changes
 * nothing. When the server's clock was set back so far that all of them lie ahead of it, they are forgotten.
 *
 * @param setNow Lua that sets `now`
 * @returns Lua that replies with 0, or after how many milliseconds a request will pass
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
