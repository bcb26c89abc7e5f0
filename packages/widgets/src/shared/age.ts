/** How old the shown score is. */
import type { CurrentScore } from "peak-cycle-drawing";

/**
 * The score with its age. A response says whether it is stale, but a service worker, an archive or a proxy may have
 * kept it, so the time it was kept counts as well. The reader's clock may be wrong: it counts only without responses,
 * and from a day on, since no clock is wrong by a day for long.
 *
 * @param keptMs for how long caches and this page have kept the response
 */
export function agedScore(now: CurrentScore | undefined, isUnreachable: boolean, keptMs = 0): CurrentScore | undefined {
  if (!now) return undefined;
  const hours = Math.floor((Date.now() - Date.parse(now.updatedAt)) / HOUR_MS);
  const isOld = now.isStale || isUnreachable || hours >= 24;
  const ageHours = Math.max(isOld ? hours : 0, now.isStale ? 2 : 0, Math.floor(keptMs / HOUR_MS));
  return { ...now, isStale: ageHours > 1, ageHours: ageHours > 1 ? ageHours : 0 };
}

const HOUR_MS = 3_600_000;
