import type { CurrentScore } from "peak-cycle-drawing";

/**
 * The score with its age, as if nobody could be trusted but one: the response says whether it is stale, and may be one
 * that a service worker, an archive or a proxy has kept. `Age` counts whatever else is said. The reader's clock may be
 * wrong, so it counts only without responses; but no clock is wrong by a day for long.
 *
 * @param cachedS seconds that caches had kept the response
 */
export function agedScore(
  now: CurrentScore | undefined,
  isUnreachable: boolean,
  cachedS = 0,
): CurrentScore | undefined {
  if (!now) return undefined;
  const hours = Math.floor((Date.now() - Date.parse(now.updatedAt)) / HOUR_MS);
  const isOld = now.isStale || isUnreachable || hours >= 24;
  const ageHours = Math.max(isOld ? hours : 0, now.isStale ? 2 : 0, Math.floor(cachedS / 3600));
  return { ...now, isStale: ageHours > 1, ageHours: ageHours > 1 ? ageHours : 0 };
}

const HOUR_MS = 3_600_000;
