/** The rate limit shared by all instances through Redis: a sliding window that a Lua script updates atomically. */
import { createHmac } from "node:crypto";
import type { Redis } from "ioredis";
import { QUOTA, WINDOW_MS } from "../../domain/limits.js";
import { systemReason } from "../../platform/file-system.js";
import type { Log } from "../../platform/log.js";
import { type RateLimit, wholeSeconds } from "./limiter.js";
import { LocalLimit } from "./memory-limit.js";

/**
 * Counts in Redis. After any fault it counts in this process, and no request waits for Redis until a trial on a new
 * connection succeeds. Requests that Redis grants are also counted here, so that a client at its limit stays limited.
 */
export class RedisLimit implements RateLimit {
  readonly #redis: RedisWithScript;
  readonly #secret: string;
  readonly #log: Log;
  readonly #local = new LocalLimit();
  /** Whether Redis counts now; `undefined` until the first connection attempt has succeeded or failed. */
  #isShared: boolean | undefined;
  #isClosed = false;

  private constructor(redis: RedisWithScript, secret: string, log: Log) {
    this.#redis = redis;
    this.#secret = secret;
    this.#log = log;
  }

  /**
   * @param url `redis:`, `rediss:` or `unix:`, validated by `settings.ts`
   * @param commandTimeout how long to wait for Redis, in ms
   * @param script Lua; tests pass one with a fake clock
   * @returns after the first connection attempt has succeeded or failed
   */
  static async open(url: URL, log: Log, commandTimeout = COMMAND_MS, script = limitScript()): Promise<RedisLimit> {
    // 270 kB of code that a process without Redis never loads. In the bundle, a CommonJS module has only a default
    // export.
    const { Redis } = (await import("ioredis")).default;
    const scripts = { limit: { numberOfKeys: 1, lua: script } };
    const place = url.protocol === "unix:" ? decodeURIComponent(url.pathname) + url.search : url.href;
    const redis = new Redis(place, { ...OPTIONS, commandTimeout, scripts }) as RedisWithScript;
    const limit = new RedisLimit(redis, url.password, log);
    redis.on("error", (error: Error) => limit.#giveUp(error));
    await redis.connect().then(
      () => limit.#tryOut(),
      (error: Error) => limit.#giveUp(error),
    );
    redis.on("ready", () => limit.#tryOut()); // every later connection
    return limit;
  }

  get isShared(): boolean {
    return this.#isShared === true;
  }

  take(client: string, quota?: number): number | Promise<number> {
    return this.#isShared ? this.#takeShared(client, quota) : this.#local.take(client, quota);
  }

  close(): void {
    this.#isClosed = true;
    this.#isShared = false;
    this.#redis.disconnect();
  }

  async #takeShared(client: string, quota?: number): Promise<number> {
    try {
      const waitSeconds = await this.#ask(client, quota ?? QUOTA);
      if (waitSeconds === 0) this.#local.take(client, quota);
      return waitSeconds;
    } catch (error) {
      if (this.#isShared) this.#giveUp(error as Error); // only for the first of the waiting requests
      return this.#local.take(client, quota);
    }
  }

  async #ask(client: string, quota: number): Promise<number> {
    // Redis never sees addresses or key hashes, only their HMACs. Its secret is the password, which all instances know
    // and which is not stored in the data. The number in the key is the version of the value's format.
    const hash = createHmac("sha256", this.#secret).update(client).digest("base64url").slice(0, 16);
    const waitMs = await this.#redis.limit(`peak:limit:1:${hash}`, DIGITS * (quota - 1));
    if (typeof waitMs !== "number" || waitMs < 0 || waitMs > WINDOW_MS) throw new Error("unexpected reply");
    return wholeSeconds(waitMs);
  }

  /** A server that is read-only or out of memory still accepts connections; only a request reveals it. */
  async #tryOut(): Promise<void> {
    try {
      await this.#ask("trial", QUOTA);
      if (this.#isClosed) return;
      this.#isShared = true;
      this.#log.info({}, "limits are shared");
    } catch (error) {
      this.#giveUp(error as Error);
    }
  }

  /** Abandons the connection; ioredis opens a new one after a pause. */
  #giveUp(error: Error): void {
    if (this.#isClosed) return;
    if (this.#isShared !== false) this.#log.warn({ reason: reasonOf(error) }, "limits are not shared");
    this.#isShared = false;
    this.#redis.disconnect(true);
  }
}

/** The cause in plain words, where the client's message is about its internals. */
function reasonOf(error: Error): string {
  if (/enableOfflineQueue|Connection is closed|maxRetriesPerRequest/.test(error.message))
    return "Redis closed the connection";
  return error.message === "Command timed out" ? "Redis did not respond in time" : systemReason(error);
}

/** The client with the command that `scripts` defines. */
type RedisWithScript = Redis & { limit(key: string, othersLength: number): Promise<unknown> };

/** No request may take longer than 100 ms; this leaves time for a late timer and for writing the response. */
export const COMMAND_MS = 75;

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
  // 0.25 s, then twice as long each time, up to 5 s, minus up to a fifth.
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
