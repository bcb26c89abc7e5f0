import { randomBytes } from "node:crypto";
import type { Clock, Log, RateLimit, RateLimitResult } from "../operations/ports.js";
import { type Backoff, backoffMs, waitAtMost } from "../operations/timing.js";
import { type LocalLimit, memoryLimit } from "./memory-limit.js";
import { WINDOW_MS } from "./policy.js";
import {
  connectRedis,
  type RedisConnection,
  type RedisEvents,
  RedisFault,
  redisLimit,
  slidingLogScript,
} from "./redis-limit.js";

/** Requests that wait for Redis at the same time, at most: twice the connections the server takes. */
const MAX_WAITING = 8192;

/** Between two attempts to reach Redis. */
const RECONNECT: Backoff = { firstMs: 250, maxMs: 5000 };

/** A start waits this long for Redis. */
const START_TIMEOUT_MS = 2000;

export interface SharedLimit extends RateLimit {
  /** Never rejects. At once while Redis is away, else within 100 ms. */
  take(client: string): RateLimitResult | Promise<RateLimitResult>;
  /** Whether results come from Redis now. */
  isShared(): boolean;
  close(): void;
}

interface OpenLimitDeps {
  readonly clock: Pick<Clock, "sleep">;
  readonly log: Log;
  /** 0 <= value < 1. */
  readonly random: () => number;
}

/**
 * The limit of this process alone, which answers at once, or that of all instances with the same Redis. The password of
 * its address is the secret of the hash: all instances know it, and it is not among the data.
 *
 * @param redisUrl `undefined` for this process alone
 * @returns after some two seconds at most, with or without a Redis that answers
 */
export async function openLimit(redisUrl: URL | undefined, deps: OpenLimitDeps): Promise<SharedLimit> {
  const monotonicMs = () => performance.now();
  const local = memoryLimit({ monotonicMs });
  if (redisUrl === undefined) return { take: local.take, isShared: () => false, close() {} };
  const connect = (events: RedisEvents) => connectRedis({ url: redisUrl, script: slidingLogScript() }, events);
  return sharedLimit({ ...deps, local, monotonicMs, connect, secret: decodeURIComponent(redisUrl.password) });
}

interface SharedLimitDeps extends OpenLimitDeps {
  readonly connect: (events: RedisEvents) => Promise<RedisConnection>;
  /** The limit of this instance. It also counts what Redis grants here. */
  readonly local: LocalLimit;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** As in `RedisLimitDeps`. */
  readonly secret: string;
}

/**
 * The limit of all instances, and this instance's own one while Redis is away. The first fault, or the first request that
 * waits too long, ends a connection: all who wait get the local result, and nobody waits any more until another
 * connection has proved itself in the background. What Redis grants is also counted locally, so that an instance that
 * falls back does not start from zero.
 *
 * @returns when the first attempt to reach Redis has succeeded or failed
 */
export async function sharedLimit(deps: SharedLimitDeps): Promise<SharedLimit> {
  const { local, clock, monotonicMs, random } = deps;
  const log = absenceLog(deps.log);
  const firstOutcome = Promise.withResolvers<void>();
  const waiting = new Set<(result: RateLimitResult | undefined) => void>();
  let [isShared, isClosed, attempts, faults] = [false, false, 0, 0];
  let sharedAt: number | undefined;

  function leave(error: unknown): void {
    isShared = false;
    faults++;
    if (!isClosed) log.away(error);
    connection.reconnect();
    for (const resolve of waiting) resolve(undefined);
    firstOutcome.resolve();
  }

  /**
   * Counts one request of a client that does not exist: a server that hangs, is read-only or out of memory may well accept
   * connections.
   */
  async function prove(): Promise<void> {
    const before = faults;
    try {
      await redis.take(`trial ${randomBytes(8).toString("hex")}`);
    } catch (error) {
      return before === faults ? leave(error) : undefined;
    }
    if (isClosed || before !== faults) return;
    [isShared, sharedAt] = [true, monotonicMs()];
    log.back();
    firstOutcome.resolve();
  }

  function takeShared(client: string): Promise<RateLimitResult> {
    return new Promise((resolve) => {
      const settle = (result: RateLimitResult | undefined) => {
        if (!waiting.delete(settle)) return;
        if (result === undefined) return resolve(local.take(client));
        if (result.allowed) local.take(client);
        resolve(result);
      };
      waiting.add(settle);
      redis.take(client).then(settle, (error) => {
        if (waiting.has(settle)) leave(error);
      });
    });
  }

  const events: RedisEvents = {
    onReady: () => void prove(),
    onFault: leave,
    retryMs() {
      // A connection that breaks again and again is tried less and less often.
      if (sharedAt !== undefined && monotonicMs() - sharedAt >= WINDOW_MS) attempts = 0;
      sharedAt = undefined;
      return backoffMs(RECONNECT, attempts++, random());
    },
  };
  const connection = await deps.connect(events);
  const redis = redisLimit({ connection, clock, secret: deps.secret });
  await waitAtMost(clock, START_TIMEOUT_MS, firstOutcome.promise);
  return {
    take: (client) => (isShared && waiting.size < MAX_WAITING ? takeShared(client) : local.take(client)),
    isShared: () => isShared,
    close() {
      [isShared, isClosed] = [false, true];
      connection.close();
      for (const resolve of waiting) resolve(undefined);
    },
  };
}

/** Logs one line for each new reason while Redis is away. Any error but a RedisFault is a bug of ours. */
function absenceLog(log: Log): { readonly away: (error: unknown) => void; readonly back: () => void } {
  const logged = new Set<string>();
  return {
    away(error) {
      const reason = error instanceof RedisFault ? error.reason : "bug";
      if (logged.has(reason)) return;
      logged.add(reason);
      if (error instanceof RedisFault) log.warn({ reason }, "limits are not shared");
      else log.error({ reason, error }, "limits are not shared");
    },
    back() {
      logged.clear();
      log.info({}, "limits are shared");
    },
  };
}
