import { Cron } from "croner";
import type { Instant } from "../domain/instant.js";

/**
 * The next moment after `at` that a cron pattern names, in UTC.
 *
 * @param pattern five fields, e.g. `0 6 * * *`
 */
export function nextRun(pattern: string, at: Instant): Instant {
  const next = new Cron(pattern, { timezone: "UTC", paused: true }).nextRun(new Date(at));
  if (next === null) throw new RangeError(`never runs: ${pattern}`);
  return next.getTime() as Instant;
}
