import { randomBytes } from "node:crypto";
import type { Clock, Log, RateLimitResult } from "../operations/ports.js";
import { backOffMs } from "./back-off.js";
import { PATIENCE_MS } from "./late-watch.js";
import { RedisFault } from "./redis-fault.js";
import { WINDOW_MS } from "./ticks.js";

/** A limit in Redis over one open connection. */
export interface OpenLimit {
  /** @throws RedisFault when no verdict came */
  take(client: string): Promise<RateLimitResult>;
  close(): void;
}

export interface ReunionDeps {
  /** Opens the limit of all instances. @param lost called when it breaks by itself. @throws RedisFault */
  readonly open: (lost: (fault: RedisFault) => void) => Promise<OpenLimit>;
  readonly clock: Pick<Clock, "sleep">;
  /** A clock that never goes back, in milliseconds. */
  readonly monotonicMs: () => number;
  /** 0 <= value < 1. */
  readonly random: () => number;
  readonly log: Log;
}

/** The connection that is in use, and the way back to another one. */
export interface Reunion {
  /** `undefined` while Redis is away: nobody waits then. */
  current(): OpenLimit | undefined;
  /** The first attempt. Resolves when it has succeeded or failed; further ones follow in the background. */
  start(): Promise<void>;
  /** Gives up a connection, if it is the one in use, and begins to look for another. */
  leave(limit: OpenLimit | undefined, error: unknown): void;
  close(): void;
}

/** @param onLeave called when a connection was given up: whoever waits for it waits in vain */
export function reunion(deps: ReunionDeps, onLeave: () => void): Reunion {
  const { clock, monotonicMs, random, log } = deps;
  const closing = new AbortController();
  const told = new Set<string>();
  let current: OpenLimit | undefined;
  let joinedAt = 0;
  let attempts = 0;

  /** One line for each new reason of one absence, however long it lasts. What is no fault of Redis is a bug of ours. */
  function tell(error: unknown): void {
    const reason = error instanceof RedisFault ? error.reason : "bug";
    if (told.has(reason)) return;
    told.add(reason);
    if (error instanceof RedisFault) log.warn({ reason }, "limits are not shared");
    else log.error({ reason, error }, "limits are not shared");
  }

  function leave(limit: OpenLimit | undefined, error: unknown): void {
    if (limit === undefined || limit !== current) return;
    current = undefined;
    limit.close();
    onLeave();
    tell(error);
    // A connection that breaks again and again is tried less and less often.
    if (monotonicMs() - joinedAt >= WINDOW_MS) attempts = 0;
    void seek();
  }

  async function join(): Promise<boolean> {
    try {
      const limit = await provenLimit(deps, leave);
      if (closing.signal.aborted) {
        limit.close();
        return false;
      }
      current = limit;
    } catch (error) {
      if (!closing.signal.aborted) tell(error);
      return false;
    }
    joinedAt = monotonicMs();
    told.clear();
    log.info({}, "limits are shared");
    return true;
  }

  async function seek(): Promise<void> {
    do {
      await clock.sleep(backOffMs(attempts++, random()), closing.signal).catch(() => {});
    } while (!closing.signal.aborted && !(await join()));
  }

  return {
    current: () => current,
    async start() {
      if (!(await join())) void seek();
    },
    leave,
    close() {
      closing.abort();
      current?.close();
      current = undefined;
      onLeave();
    },
  };
}

/**
 * A connection over which one request was counted in time, of a client that does not exist: a server that hangs, is
 * read-only or out of memory may well accept connections.
 */
async function provenLimit({ open, clock }: ReunionDeps, leave: Reunion["leave"]): Promise<OpenLimit> {
  const limit = await open((fault) => leave(limit, fault));
  const answered = new AbortController();
  const slow = clock.sleep(PATIENCE_MS, answered.signal).then(() => {
    throw new RedisFault("slow");
  });
  try {
    await Promise.race([limit.take(`trial ${randomBytes(8).toString("hex")}`), slow]);
    return limit;
  } catch (error) {
    limit.close();
    throw error;
  } finally {
    slow.catch(() => {});
    answered.abort();
  }
}
