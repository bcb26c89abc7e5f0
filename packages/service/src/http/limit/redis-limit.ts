/** The request limit in Redis, which all instances share: a sliding window that one script keeps in one step. */
import { createHmac } from "node:crypto";
import type { Redis, RedisOptions } from "ioredis";
import { QUOTA, WINDOW_MS, wholeSeconds } from "./policy.js";

export interface RedisLimit {
  /** As `RateLimit.take`, in one round trip. @throws RedisFault when there is no result in time; then call `reconnect` */
  take(client: string, quota?: number): Promise<number>;
  /** Gives up the connection that is open; another is opened after a pause. */
  reconnect(): void;
  /** Ends it for good. */
  close(): void;
}

interface RedisLimitDeps {
  /** Called when a new connection has counted a request. */
  readonly onReady: () => void;
  /** Called when an attempt to connect has failed, or an open connection broke. */
  readonly onFault: (fault: RedisFault) => void;
  /** Time for each command, in ms. */
  readonly commandMs?: number | undefined;
  /** Lua; tests bring one with a clock of their own. */
  readonly script?: string | undefined;
}

/**
 * Opens a connection, which ioredis opens again whenever it is lost. Nothing is queued or sent twice.
 *
 * @param url `redis:`, `rediss:` or `unix:`, as checked by `settings.ts`
 * @returns when the first attempt has succeeded or failed
 */
export async function connectRedis(url: URL, deps: RedisLimitDeps): Promise<RedisLimit> {
  // 270 kB of code that a process without Redis never reads. In the bundle, a CommonJS module has a default export only.
  const { Redis } = (await import("ioredis")).default;
  const { commandMs = COMMAND_MS, script = slidingWindowScript() } = deps;
  const scripts = { limit: { numberOfKeys: 1, lua: script } };
  const client = new Redis({ ...optionsOf(url), commandTimeout: commandMs, scripts }) as RedisWithScript;
  const secret = decodeURIComponent(url.password);
  let isGivenUp = false;
  let trial = Promise.resolve();
  const reconnect = (): void => {
    if (!isGivenUp) client.disconnect(true);
    isGivenUp = true;
  };
  const fail = (error: unknown): void => {
    if (isGivenUp) return; // one fault a connection: its close after an error is not another one
    reconnect();
    deps.onFault(redisFault(error));
  };
  const take = async (address: string, quota = QUOTA): Promise<number> => {
    try {
      return secondsIn(await client.limit(keyOf(address, secret), DIGITS * (quota - 1)));
    } catch (error) {
      throw redisFault(error);
    }
  };
  client.on("connecting", () => {
    isGivenUp = false;
  });
  // A server that is read-only or out of memory connects like any other: only a request shows it.
  client.on("ready", () => {
    trial = take(TRIAL).then(deps.onReady, fail);
  });
  client.on("error", fail); // also SELECT of a database that is not there, which ioredis itself would pass over
  client.on("close", () => fail(new RedisFault("closed")));
  await client.connect().catch(() => undefined); // the events have told it, and another attempt follows
  await trial;
  return {
    take,
    reconnect,
    close() {
      isGivenUp = true;
      client.disconnect();
    },
  };
}

/** In place of an address, which it cannot be. */
const TRIAL = "trial";

/** What `scripts` adds to the client. */
type RedisWithScript = Redis & { limit(key: string, othersLength: number): Promise<unknown> };

/**
 * No request waits longer than 100 ms for its result. A timer fires late rather than early, and the answer has to be written: a
 * quarter of the time is kept for that.
 */
const COMMAND_MS = 75;

/** For name lookup, connecting and TLS together. In the background: no request waits for it. */
const CONNECT_MS = 2000;

/** A server that hangs does not close its side; this process does not wait for it. */
const DISCONNECT_MS = 100;

/** TCP asks a silent server after so long whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Between two attempts to connect: 0.25 s, then twice as long each time, up to 5 s, and up to a fifth less. */
function retryMs(attempts: number): number {
  return Math.min(5000, 250 * 2 ** (attempts - 1)) * (1 - Math.random() / 5);
}

/** A connection is ready when the server has answered INFO: one that hangs or still loads its data accepts connections too. */
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
    connectTimeout: CONNECT_MS,
    disconnectTimeout: DISCONNECT_MS,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: retryMs,
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
 * No address and no hash of a key is stored, but a keyed hash of it. The key is the password, which all instances know and which is not among the
 * data. The number in the name is the version of the value's form.
 */
function keyOf(address: string, secret: string): string {
  return `peak:limit:1:${createHmac("sha256", secret).update(address).digest("base64url").slice(0, 16)}`;
}

/** Sets `now`, whole milliseconds, from the server's own clock: the clocks of the instances do not matter. */
const SERVER_TIME = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000)";

/** Milliseconds since 1970 have so many digits until the year 2286. */
const DIGITS = 13;

/**
 * A key holds the times of the last accepted requests of a client, newest first, as many as it may make; the argument is
 * the length of all but one. Another request passes when the oldest has left the window. A refused request changes nothing. When the server's clock was set back so
 * far that all of them lie ahead of it, they are forgotten.
 *
 * @param setNow Lua that sets `now`; tests bring a clock of their own
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

/** @throws RedisFault for anything the script does not reply */
function secondsIn(reply: unknown): number {
  if (typeof reply === "number" && reply >= 0 && reply <= WINDOW_MS) return wholeSeconds(reply);
  throw new RedisFault("nonsense");
}

/** Why Redis gave no result. Part of nothing the public sees. */
export class RedisFault extends Error {
  /** Safe to log: `slow`, `closed`, `nonsense`, or a code such as `ECONNREFUSED` or `READONLY`. Never a text of the server's. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`Redis: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What ioredis throws, as a fault. */
function redisFault(error: unknown): RedisFault {
  if (error instanceof RedisFault) return error;
  if (!(error instanceof Error)) return new RedisFault("bug", error);
  if ("code" in error && typeof error.code === "string") return new RedisFault(error.code, error);
  return new RedisFault(REASONS[error.name]?.(error.message) ?? "slow", error);
}

/** By the name of an error of ioredis; one of another name is the end of the time for a command. */
const REASONS: Readonly<Record<string, (message: string) => string>> = {
  ReplyError: (message) => /^[A-Z]{2,20}(?= |$)/.exec(message)?.[0] ?? "ERR", // a code in capitals begins it
  MaxRetriesPerRequestError: () => "closed",
  ParserError: () => "nonsense",
};
