import { isStale, SECOND_MS } from "peak-cycle-model";
import { StorageError } from "../domain/errors.js";
import type { PublishingHolds } from "../history/publishing-holds.js";
import type { Clock } from "../platform/clock.js";
import { waitAtMost } from "../platform/timing.js";
import type { Stores } from "../storage/stores.js";
import type { Published } from "./published.js";

/**
 * Whether this instance can give a current answer: nothing holds publishing back, the score is not stale, and the database
 * answers. Takes 2 s at most.
 */
export function healthReport(deps: HealthDeps): () => Promise<Health> {
  const { clock, monotonicMs, stores, published, holds, isBehind = () => false } = deps;
  let found: Promise<boolean> | undefined;
  let askedAt = 0;
  let isOver = true;

  async function databaseAnswers(): Promise<boolean> {
    if (found === undefined || (isOver && monotonicMs() - askedAt >= CACHE_MS)) {
      askedAt = monotonicMs();
      isOver = false;
      found = ping(stores()).finally(() => {
        isOver = true;
      });
    }
    return (await waitAtMost(clock, TIMEOUT_MS, found)) ?? false;
  }

  return async () => {
    const [hold] = holds.current();
    if (hold !== undefined) return notReady(hold.detail);
    const { score } = published.now.get();
    if (score === undefined) return notReady("There is no score yet.");
    if (isStale(score.computedAt, clock.now())) return notReady("The score is older than 2 hours.");
    if (isBehind()) return notReady("The database has not been followed for 30 s.");
    if (!(await databaseAnswers())) return notReady("The database does not answer.");
    return { ready: true, reason: undefined };
  };
}

interface HealthDeps {
  readonly clock: Clock;
  /** A monotonic clock, in ms. */
  readonly monotonicMs: () => number;
  readonly stores: () => Pick<Stores, "ping">;
  readonly published: Published;
  readonly holds: PublishingHolds;
  /** Whether other instances may have newer answers; never by default. */
  readonly isBehind?: () => boolean;
}

/** The database answers within milliseconds or is away; a proxy gives up on an instance after 3 s. */
const TIMEOUT_MS = 2 * SECOND_MS;

/**
 * `/readyz` may be asked as often as anyone likes: the database is asked once in this time, and never twice at once.
 */
const CACHE_MS = SECOND_MS;

function notReady(reason: string): Health {
  return { ready: false, reason };
}

async function ping(stores: Pick<Stores, "ping">): Promise<boolean> {
  try {
    await stores.ping();
    return true;
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return false;
  }
}

/** What `/readyz` reports. */
export interface Health {
  readonly ready: boolean;
  /** When not ready, one plain sentence that is safe to show to anyone. */
  readonly reason: string | undefined;
}
