/** Why this instance cannot give a current answer, for `/readyz`. */

import { type Instant, isStale } from "peak-cycle-model";
import type { Published } from "../published/published.js";
import type { DatabaseWatch } from "./database-watch.js";
import type { PublishingHolds } from "./publishing-holds.js";

/**
 * Asks nobody, so it may be asked as often as anyone likes.
 *
 * @returns one plain sentence that is safe to show to anyone; `undefined` while nothing holds publishing back, the score is
 *   not stale, and the database has not been away for long
 */
export function whyNotReady(
  now: Instant,
  published: Published,
  holds: Pick<PublishingHolds, "current">,
  watch: Pick<DatabaseWatch, "trouble">,
): string | undefined {
  const [hold] = holds.current();
  if (hold !== undefined) return hold.detail;
  const { score } = published.now.get();
  if (score === undefined) return "There is no score yet.";
  if (isStale(score.computedAt, now)) return "The score is older than 2 hours.";
  return watch.trouble();
}
