/** The request limit in Redis, which all instances share: a sliding window that one script keeps in one step. */
import { createHmac } from "node:crypto";
import type { Redis, RedisOptions } from "ioredis";
import type { Log } from "../../platform/log.js";
import { memoryLimit } from "./memory-limit.js";
import { QUOTA, type RateLimit, WINDOW_MS, wholeSeconds } from "./policy.js";

export interface SharedLimit extends RateLimit {
  /** Whether Redis counts now. */
  isShared(): boolean;
  close(): void;
}

/**
 * What Redis grants is counted here too, so that an instance that falls back does not start from zero. After the first
 * fault nobody asks Redis, and so nobody waits, until another connection has counted a request.
 *
 * @param url `redis:`, `rediss:` or `unix:`, as checked by `settings.ts`; `undefined` for the limit of this process
 *   alone
 * @param commandMs time for a result of Redis
 * @param script Lua; tests bring one with a clock of their own
 * @returns when the first attempt to connect has succeeded or failed
 */
export async function openLimit(
  url: URL | undefined,
  log: Log,
  commandMs = COMMAND_MS,
  script = slidingWindowScript(),
): Promise<SharedLimit> {
  const takeLocal = localLimit();
  if (url === undefined) return { take: takeLocal, isShared: () => false, close() {} };
  // 270 kB of code that a process without Redis never reads. In the bundle, a CommonJS module has a default export
  // only.
  const { Redis } = (await import("ioredis")).default;
  const scripts = { limit: { numberOfKeys: 1, lua: script } };
  const redis = new Redis({ ...optionsOf(url), commandTimeout: commandMs, scripts }) as RedisWithScript;
  const secret = decodeURIComponent(url.password);
  let state: "connecting" | "shared" | "failed" | "closed" = "connecting";
  const told = new Set<string>();

  const ask = async (client: string, quota: number) =>
    secondsIn(await redis.limit(keyOf(client, secret), DIGITS * (quota - 1)));
  /**
   * Gives this connection up; another is opened after a pause. One line in the log for each new reason until it works.
   */
  const fail = (error: unknown): void => {
    if (state === "failed" || state === "closed") return;
    state = "failed";
    redis.disconnect(true);
    const reason = reasonOf(error);
    if (!told.has(reason)) log.warn({ reason }, "limits are not shared");
    told.add(reason);
  };
  redis.on("connecting", () => {
    if (state === "failed") state = "connecting";
  });
  let trial = Promise.resolve();
  // A server that is read-only or out of memory connects like any other: only a request shows it.
  redis.on("ready", () => {
    trial = ask("trial", QUOTA).then(() => {
      state = "shared";
      told.clear();
      log.info({}, "limits are shared");
    }, fail);
  });
  redis.on("error", fail);
  redis.on("close", () => fail(new Error("closed")));
  await redis.connect().catch(() => undefined); // the events have told it, and another attempt follows
  await trial;

  const takeShared = async (client: string, quota?: number): Promise<number> => {
    try {
      const seconds = await ask(client, quota ?? QUOTA);
      if (seconds === 0) takeLocal(client, quota);
      return seconds;
    } catch (error) {
      fail(error);
      return takeLocal(client, quota);
    }
  };
  return {
    take: (client, quota) => (state === "shared" ? takeShared(client, quota) : takeLocal(client, quota)),
    isShared: () => state === "shared",
    close() {
      state = "closed";
      redis.disconnect();
    },
  };
}

/** Keys are counted apart from addresses: however many of these come, the log of a key is not forgotten. */
function localLimit() {
  const monotonicMs = () => performance.now();
  const [addresses, keys] = [memoryLimit(monotonicMs), memoryLimit(monotonicMs)];
  return (client: string, quota?: number) => (quota === undefined ? addresses.take(client) : keys.take(client, quota));
}

/** What `scripts` adds to the client. */
type RedisWithScript = Redis & { limit(key: string, othersLength: number): Promise<unknown> };

/**
 * No request waits longer than 100 ms for its result. A timer fires late rather than early, and the answer has to be
 * written: a quarter of the time is kept for that.
 */
const COMMAND_MS = 75;

/**
 * A connection is ready when the server has answered INFO: one that hangs or still loads its data accepts connections
 * too.
 */
function optionsOf(url: URL): Omit<RedisOptions, "replyMapping"> {
  return {
    ...targetOf(url),
    ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
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
    retryStrategy: (attempts) => Math.min(5000, 250 * 2 ** (attempts - 1)) * (1 - Math.random() / 5),
  };
}

function targetOf(url: URL): Pick<RedisOptions, "host" | "port" | "path" | "db" | "tls"> {
  if (url.protocol === "unix:") {
    return { path: decodeURIComponent(url.pathname), db: Number(url.searchParams.get("db") ?? 0) };
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const address = { host, port: Number(url.port || 6379), db: Number(url.pathname.slice(1)) };
  return url.protocol === "rediss:" ? { ...address, tls: {} } : address;
}

/**
 * No address and no hash of a key is stored, but a keyed hash of it. The key is the password, which all instances know
 * and which is not among the data. The number in the name is the version of the value's form.
 */
function keyOf(client: string, secret: string): string {
  return `peak:limit:1:${createHmac("sha256", secret).update(client).digest("base64url").slice(0, 16)}`;
}

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
export function slidingWindowScript(setNow = SERVER_TIME): string {
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

/** @throws Error for anything the script does not reply */
function secondsIn(reply: unknown): number {
  if (typeof reply === "number" && reply >= 0 && reply <= WINDOW_MS) return wholeSeconds(reply);
  throw new Error("nonsense");
}

/** Why Redis gave no result: a word or a code, safe to log, never a text of the server's. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error.name === "ReplyError") return /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] ?? "ERR";
  if (["closed", "nonsense"].includes(error.message)) return error.message;
  return error.name === "MaxRetriesPerRequestError" ? "closed" : "slow";
}
