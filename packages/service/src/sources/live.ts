/** Checks live figures: plausible range, and a time close to now. */

import { HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import { isPlausible, type Metric, type Observation } from "../domain/observation.js";
import type { JsonResponse, SourceClient } from "./get-json.js";

/** An older price is no longer current. */
export const PRICE_AGE_MS = 10 * MINUTE_MS;

/** Market-wide figures are recomputed every 10 minutes; after 2 h the source is stuck. */
export const DOMINANCE_AGE_MS = 2 * HOUR_MS;

/** How far a source's clock may be ahead of ours. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

/** A live figure as the source states it. */
export interface StatedQuote {
  readonly metric: Metric;
  readonly value: number;
  /** The source's timestamp of the value, if it has one. */
  readonly at: Instant | undefined;
}

/**
 * Keeps the quotes that can be current; one bad quote does not discard the others of its response. A quote without a
 * timestamp gets the response's.
 *
 * @returns at least one
 * @throws SourceError `malformed` if there is no quote; `implausible` if every one is out of range, too old or in the
 *   future
 */
export function liveQuotes(
  client: SourceClient,
  { receivedAt, date = receivedAt }: JsonResponse,
  quotes: readonly StatedQuote[],
  maxAgeMs: number,
): readonly Observation[] {
  const { name } = client.source;
  if (quotes.length === 0) throw new SourceError(name, "malformed", "none of the requested values is present");
  const faults: QuoteFault[] = [];
  const good = quotes.flatMap(({ metric, value, at }): Observation[] => {
    const observedAt = at ?? date;
    const fault = quoteFault(metric, value, observedAt - receivedAt, maxAgeMs);
    if (fault === undefined) return [{ metric, source: name, observedAt, fetchedAt: receivedAt, value }];
    faults.push({ metric, text: `${metric} is ${fault}` });
    return [];
  });
  if (good.length === 0) throw new SourceError(name, "implausible", faults[0]?.text ?? "no value is plausible");
  reportFaults(client, good, faults);
  return good;
}

interface QuoteFault {
  readonly metric: Metric;
  readonly text: string;
}

/** Logs each rejected quote once, until it is good again or has a different fault. */
function reportFaults(client: SourceClient, good: readonly Observation[], faults: readonly QuoteFault[]): void {
  for (const { metric } of good) client.isNews(metric, "");
  for (const { metric, text } of faults) {
    if (!client.isNews(metric, text)) continue;
    client.log.warn({ source: client.source.name, metric, reason: text, rows: 1 }, "rows of a source skipped");
    client.onRowsLeftOut?.(1);
  }
}

function quoteFault(metric: Metric, value: number, aheadMs: number, maxAgeMs: number): string | undefined {
  if (!isPlausible(metric, value)) return "out of range";
  if (!Number.isSafeInteger(aheadMs)) return "without a valid time";
  if (aheadMs > CLOCK_SKEW_MS) return "dated in the future";
  return -aheadMs > maxAgeMs ? `older than ${maxAgeMs / MINUTE_MS} minutes` : undefined;
}
