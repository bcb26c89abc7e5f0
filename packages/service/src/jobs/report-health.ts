import { isStale } from "peak-cycle-model";
import type { Clock } from "../platform/clock.js";
import type { Published } from "../published/published.js";
import type { DatabaseWatch } from "./database-watch.js";
import type { PublishingHolds } from "./publishing-holds.js";

/**
 * Whether this instance can give a current answer: nothing holds publishing back, the score is not stale, and the
 * database has not been away for long. Asks nobody, so it may be asked as often as anyone likes.
 */
export function healthReport(
  clock: Pick<Clock, "now">,
  published: Published,
  holds: Pick<PublishingHolds, "current">,
  watch: Pick<DatabaseWatch, "trouble">,
): () => Promise<Health> {
  const troubleNow = (): string | undefined => {
    const [hold] = holds.current();
    if (hold !== undefined) return hold.detail;
    const { score } = published.now.get();
    if (score === undefined) return "There is no score yet.";
    if (isStale(score.computedAt, clock.now())) return "The score is older than 2 hours.";
    return watch.trouble();
  };
  return async () => {
    const reason = troubleNow();
    return { ready: reason === undefined, reason };
  };
}

/** What `/readyz` reports. */
export interface Health {
  readonly ready: boolean;
  /** When not ready, one plain sentence that is safe to show to anyone. */
  readonly reason: string | undefined;
}
