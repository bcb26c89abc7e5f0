import type { UpstreamFault } from "../domain/errors.js";
import { DAY_MS, MINUTE_MS } from "../domain/instant.js";

/** Why one request gave nothing, and what to do about it. */
export interface Setback {
  readonly fault: UpstreamFault;
  /** Our own words. */
  readonly detail: string;
  /** Whether the same request may succeed in a moment. */
  readonly passing: boolean;
  /** How long the source asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** How long to leave the source alone once we give up, unless it named a time itself. */
  readonly closedMs?: number;
}

/** Binance bans for 2 minutes at least. */
const BAN_MS = 2 * MINUTE_MS;

/** A minute is the window of most quotas. */
const THROTTLED_MS = MINUTE_MS;

/** A firewall that refuses us will not change its mind at once. */
const FIREWALL_MS = 15 * MINUTE_MS;

/** A place we may not be asked from stays one for the process's purposes. */
const GEO_BLOCK_MS = DAY_MS;

/**
 * What a status other than 200 means.
 *
 * @param isJson a 403 in JSON refuses this one request, e.g. a metric of a paid tier; any other comes from a firewall and refuses us
 */
export function judgeStatus(status: number, isJson: boolean): Setback {
  const detail = `status ${status}`;
  if (status === 418) return { fault: "throttled", detail: `${detail}, a ban`, passing: false, closedMs: BAN_MS };
  if (status === 429) return { fault: "throttled", detail, passing: true, closedMs: THROTTLED_MS };
  if (status === 451)
    return { fault: "refused", detail: `${detail}, not served here`, passing: false, closedMs: GEO_BLOCK_MS };
  if (status === 403 && !isJson)
    return { fault: "refused", detail: `${detail}, a firewall`, passing: false, closedMs: FIREWALL_MS };
  if (status === 408 || status >= 500) return { fault: "unreachable", detail, passing: true };
  if (status >= 400) return { fault: "refused", detail, passing: false };
  if (status >= 300) return { fault: "refused", detail: `${detail}, and redirects are not followed`, passing: false };
  return { fault: "malformed", detail, passing: false };
}
