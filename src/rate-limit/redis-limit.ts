import { createHash } from "node:crypto";
import { setImmediate as immediate } from "node:timers/promises";
import type { Redis, RedisOptions } from "ioredis";
import type { Clock, RateLimitResult } from "../operations/ports.js";
import { waitAtMost } from "../operations/timing.js";
import { type HashKey, keyedHash } from "./keyed-hash.js";
import { allowed, QUOTA, refused, WINDOW_MS } from "./policy.js";

/** No request waits longer for its result. Source: the specification, "falls back to its own limit within 100 ms". */
export const MAX_WAIT_MS = 100;

/** A timer fires late rather than early, and the answer has to be written: a quarter of the time is kept for that. */
export const TIMEOUT_MS = 0.75 * MAX_WAIT_MS;

/** Stands before the hash of an address. The number is the version of the value's form. */
const KEY_PREFIX = "peak:limit:1:";

/** Addresses in one round trip, at most: some 0.3 ms of the server's time, which nobody else gets. */
const MAX_BATCH = 100;

/** The limit that Redis keeps for all instances. */
export interface RedisLimit {
  /** @throws RedisFault when no result came within 75 ms */
  take(client: string): Promise<RateLimitResult>;
}

interface RedisLimitDeps {
  readonly connection: Pick<RedisConnection, "run">;
  readonly clock: Pick<Clock, "sleep">;
  /**
   * Keyed hashes of addresses are stored, which nobody can turn back without this secret. It has to be the same for all
   * instances, or they count apart.
   */
  readonly secret: string;
}

interface Waiting extends PromiseWithResolvers<RateLimitResult> {
  readonly key: string;
}

/** Asks the sliding log on the server. All requests of one turn of the event loop go together, in one round trip. */
export function redisLimit({ connection, clock, secret }: RedisLimitDeps): RedisLimit {
  const hashOf = keyedHash(hashKeyOf(secret));
  let batch: Waiting[] = [];

  async function flush(): Promise<void> {
    const sent = batch;
    batch = [];
    if (sent.length === 0) return;
    try {
      const reply = await withinTimeout(clock, connection.run(sent.map(({ key }) => key)));
      const results = readReply(reply, sent.length);
      for (const [i, { resolve }] of sent.entries()) resolve(results[i] as RateLimitResult);
    } catch (fault) {
      for (const { reject } of sent) reject(fault);
    }
  }

  return {
    take(client) {
      const { high, low } = hashOf(client);
      const key = `${KEY_PREFIX}${high.toString(36)}.${low.toString(36)}`;
      const waiting: Waiting = { key, ...Promise.withResolvers() };
      batch.push(waiting);
      if (batch.length === 1) setImmediate(flush);
      else if (batch.length === MAX_BATCH) void flush();
      return waiting.promise;
    },
  };
}

/**
 * Not the `commandTimeout` of ioredis: it starts again when a forgotten script is sent again, and it fires although a
 * reply has come while this process was blocked.
 */
async function withinTimeout(clock: Pick<Clock, "sleep">, reply: Promise<unknown>): Promise<unknown> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  await waitAtMost(clock, TIMEOUT_MS, reply.then(settle, settle));
  if (!isSettled) await immediate(); // timers come before sockets: the reply may lie there unread
  if (!isSettled) throw new RedisFault("slow");
  return reply;
}

/** @throws RedisFault for anything but one result a request */
function readReply(reply: unknown, count: number): readonly RateLimitResult[] {
  const results = Array.isArray(reply) && reply.length === count ? reply.map(resultOf) : [];
  const known = results.filter((result) => result !== undefined);
  if (known.length !== count) throw new RedisFault("nonsense");
  return known;
}

function hashKeyOf(secret: string): HashKey {
  const bytes = createHash("sha256").update(`peak limits ${secret}`).digest();
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

/** How a log's times wrap: 3 bytes, 4.7 h. A log lives much shorter, so they never meet. */
const WRAP = 2 ** 24;

/** A key outlives the window by a second: Redis counts it from a moment before the script has read the time. */
const EXPIRY_MS = WINDOW_MS + 1000;

/** Sets `time`, whole milliseconds, from the server's own clock: the clocks of the instances do not matter. */
const SERVER_TIME = "local t = redis.call('TIME') local time = t[1] * 1000 + math.floor(t[2] / 1000)";

/**
 * A sliding log on the server, for many clients in one round trip: at most 20 requests in any 60 s for each of `KEYS`.
 * A key holds the times of the granted requests within the window, oldest first, 3 bytes each, 60 at most. It expires
 * once the newest has left the window; a refused request changes nothing. After the server's clock was set back by less
 * than a window, times that lie ahead of it count as now; any further back and they are forgotten.
 *
 * The reply has one whole number for each key, see `resultOf`.
 *
 * @param setTime Lua that sets `time`; tests bring a clock of their own
 */
export function slidingLogScript(setTime: string = SERVER_TIME): string {
  return `${setTime}
local now = time % ${WRAP}
local counts = {}
for i, key in ipairs(KEYS) do
  local log = redis.call('GET', key) or ''
  local from = 1
  local age = 0
  while from <= #log do
    local a, b, c = string.byte(log, from, from + 2)
    age = (now - (a * 65536 + b * 256 + c)) % ${WRAP}
    if age > ${WRAP - WINDOW_MS} then age = 0 end
    if age < ${WINDOW_MS} then break end
    from = from + 3
    age = 0
  end
  log = string.sub(log, from)
  local count = #log / 3 + 1
  if count <= ${QUOTA} then
    log = log .. string.char(math.floor(now / 65536), math.floor(now / 256) % 256, now % 256)
    redis.call('SET', key, log, 'PX', ${EXPIRY_MS})
  end
  counts[i] = count * ${WINDOW_MS} + age
end
return counts`;
}

/**
 * What the script counts for one request: which one it is within the window, 1..21, times 60,000, and the age of the
 * oldest, 0..59,999 ms. The 21st is refused.
 *
 * @returns `undefined` for anything the script does not reply
 */
function resultOf(value: unknown): RateLimitResult | undefined {
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  const count = Math.floor(value / WINDOW_MS);
  if (count < 1 || count > QUOTA + 1) return undefined;
  const oldestAge = value % WINDOW_MS;
  return count > QUOTA ? refused(oldestAge) : allowed(count, oldestAge);
}

/** For name lookup, connecting and TLS together, and for each command of the login. In the background: no request waits for it. */
const CONNECT_TIMEOUT_MS = 2000;

/** A server that hangs does not close its side; this process does not wait for it. */
const DISCONNECT_TIMEOUT_MS = 100;

/** TCP asks a silent server after so long whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/** Why Redis gave no result. Part of nothing the public sees; `reason` is safe to log. */
export class RedisFault extends Error {
  /** `slow`, `closed`, `nonsense`, or a code such as `ECONNREFUSED` or `READONLY`. Never a text of the server's. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(`Redis: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** What ioredis throws, as a fault. An error reply begins with a code in capitals; system and TLS errors have one in `code`. */
export function redisFault(error: unknown): RedisFault {
  return error instanceof RedisFault ? error : new RedisFault(codeOf(error) ?? "closed", error);
}

/** A connection to Redis that ioredis opens, and opens again whenever it is lost. Nothing is queued or sent twice. */
export interface RedisConnection {
  /** Runs the script on some keys, in one round trip unless the server has forgotten it. @throws RedisFault */
  run(keys: readonly string[]): Promise<unknown>;
  /** Gives up the connection that is open, if any; another is opened after a pause. */
  reconnect(): void;
  /** Ends it for good. */
  close(): void;
}

export interface RedisEvents {
  /** A connection is open and logged in. */
  readonly onReady: () => void;
  /** An attempt has failed, or an open connection broke by itself. */
  readonly onFault: (fault: RedisFault) => void;
  /** How long to wait before the next attempt, in ms. */
  readonly retryMs: () => number;
}

interface RedisTarget {
  /** `redis:`, `rediss:` or `unix:`, as checked by `config.ts`. */
  readonly url: URL;
  /** Lua, run by `run`. */
  readonly script: string;
}

/** Begins to connect. */
export async function connectRedis({ url, script }: RedisTarget, events: RedisEvents): Promise<RedisConnection> {
  // 270 kB of code that the default process never reads. In the bundle, a CommonJS module has a default export only.
  const { Redis } = (await import("ioredis")).default;
  const client = new Redis({ ...optionsOf(url), retryStrategy: events.retryMs, scripts: { limit: { lua: script } } });
  let isGivenUp = false;
  const reconnect = (): void => {
    if (isGivenUp) return;
    isGivenUp = true;
    client.disconnect(true);
  };
  const fail = (error: unknown): void => {
    if (isGivenUp) return; // one fault a connection: its close after an error is not another one
    reconnect();
    events.onFault(redisFault(error));
  };
  client.on("connecting", () => {
    isGivenUp = false;
  });
  client.on("ready", () => {
    if (!isGivenUp) events.onReady();
  });
  client.on("error", fail); // also SELECT of a database that is not there, which ioredis itself would pass over
  client.on("close", () => fail(new RedisFault("closed")));
  return {
    async run(keys) {
      try {
        return await (client as RedisWithScript).limit(keys.length, ...keys);
      } catch (error) {
        throw redisFault(error);
      }
    },
    reconnect,
    close() {
      isGivenUp = true;
      client.disconnect();
    },
  };
}

/** What `scripts` adds to the client. */
type RedisWithScript = Redis & { limit(count: number, ...keys: string[]): Promise<unknown> };

function optionsOf(url: URL): Omit<RedisOptions, "replyMapping"> {
  return {
    ...targetOf(url),
    ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
    maxRetriesPerRequest: 0, // a request has its local result by then
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    enableReadyCheck: false, // INFO: a user who may do little else needs no right to it
    protocol: 2, // every server speaks it, without a greeting
    disableClientInfo: true,
    connectTimeout: CONNECT_TIMEOUT_MS,
    commandTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    keepAlive: KEEP_ALIVE_MS,
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

/** The code of a reply, such as `OOM`, or of a system error. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === "ReplyError") return /^[A-Z]{2,20}(?= |$)/.exec(error.message)?.[0] ?? "ERR";
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}
