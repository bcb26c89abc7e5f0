import type { Redis, RedisOptions } from "ioredis";

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

export interface RedisTarget {
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
    if (isGivenUp) return; // one fault a connection: that it closes after an error is no other one
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
    ...addressOf(url),
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

function addressOf(url: URL): Pick<RedisOptions, "host" | "port" | "path" | "db" | "tls"> {
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
