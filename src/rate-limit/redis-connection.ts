import { createHash } from "node:crypto";
import type { Redis, RedisOptions } from "ioredis";
import { codeOf, RedisFault, redisFault } from "./redis-fault.js";
import { slidingLog } from "./sliding-log.js";

/** For name lookup, connecting, TLS and logging in, together. In the background: no request waits for it. */
const OPEN_MS = 2000;

/** A server that hangs does not close its side; this process does not wait for it when it ends. */
const CLOSE_MS = 100;

/** TCP asks a silent server after so long whether it is still there. */
const KEEP_ALIVE_MS = 10_000;

/** One connection, used until its first fault and never repaired: whoever wants another opens another. */
export interface RedisConnection {
  /** Runs the sliding log on some keys: one round trip, and a second when the server has forgotten the script. */
  slide(keys: readonly string[]): Promise<unknown>;
  close(): void;
}

export interface RedisPlace {
  /** `redis:`, `rediss:` or `unix:`, as checked by `settings.ts`. */
  readonly url: URL;
  /** The sliding log; tests bring one with a clock of their own. */
  readonly script?: string;
}

/**
 * Opens a connection. Nothing is queued while it opens and nothing is sent twice.
 *
 * @param lost called once when an open connection breaks by itself
 * @throws RedisFault when it cannot be opened within two seconds
 */
export async function openRedis(place: RedisPlace, lost: (fault: RedisFault) => void): Promise<RedisConnection> {
  // 270 kB of code that the default process never reads. In the bundle, a CommonJS module has a default export only.
  const { Redis } = (await import("ioredis")).default;
  const client = new Redis(optionsOf(place.url));
  let state: "opening" | "open" | "closed" = "opening";
  let fault: RedisFault | undefined;
  const close = (): void => {
    state = "closed";
    client.disconnect();
  };
  const end = (error: unknown): void => {
    fault ??= redisFault(error);
    if (state === "open") lost(fault);
    close();
  };
  client.on("error", end); // also SELECT of a database that is not there, which ioredis itself would pass over
  client.on("close", () => end(new RedisFault("closed")));
  const timer = setTimeout(() => end(new RedisFault("slow")), OPEN_MS);
  try {
    await client.connect();
  } catch (error) {
    end(error);
  } finally {
    clearTimeout(timer);
  }
  if (fault !== undefined) throw fault;
  state = "open";
  return { slide: sliderOf(client, place.script ?? slidingLog()), close };
}

function sliderOf(client: Redis, script: string): RedisConnection["slide"] {
  const digest = createHash("sha1").update(script).digest("hex");
  return async (keys) => {
    try {
      return await client.evalsha(digest, keys.length, ...keys);
    } catch (error) {
      if (codeOf(error) !== "NOSCRIPT") throw redisFault(error);
    }
    try {
      return await client.eval(script, keys.length, ...keys);
    } catch (error) {
      throw redisFault(error);
    }
  };
}

function optionsOf(url: URL): Omit<RedisOptions, "replyMapping"> {
  return {
    ...whereTo(url),
    ...(url.username === "" ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === "" ? {} : { password: decodeURIComponent(url.password) }),
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    enableReadyCheck: false, // INFO: a user who may do little else needs no right to it
    protocol: 2, // every server speaks it, without a greeting
    disableClientInfo: true,
    connectTimeout: OPEN_MS,
    disconnectTimeout: CLOSE_MS,
    keepAlive: KEEP_ALIVE_MS,
  };
}

function whereTo(url: URL): Pick<RedisOptions, "host" | "port" | "path" | "db" | "tls"> {
  if (url.protocol === "unix:") {
    return { path: decodeURIComponent(url.pathname), db: Number(url.searchParams.get("db") ?? 0) };
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const where = { host, port: Number(url.port || 6379), db: Number(url.pathname.slice(1)) };
  return url.protocol === "rediss:" ? { ...where, tls: {} } : where;
}
