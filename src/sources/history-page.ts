import type { Instant } from "../domain/instant.js";
import type { Metric, Observation } from "../domain/observation.js";
import { type Close, checkCloses } from "./close-checks.js";
import { closedPeriods, type Span, within } from "./closed-periods.js";

export interface HistoryPage {
  readonly source: string;
  readonly metric: Metric;
  /** As stated: in any order, the running period included. */
  readonly closes: readonly Close[];
  /** The last close of the page before, so that a jump between two pages is seen. */
  readonly before?: Close | undefined;
  readonly span: Span;
  /** Whether the period that ends then is wanted. */
  readonly wants?: (end: Instant) => boolean;
  readonly receivedAt: Instant;
}

export interface CheckedPage {
  readonly observations: readonly Observation[];
  /** The newest close of the page; the one before when the page has none. */
  readonly last: Close | undefined;
}

/**
 * Turns the closes of one page into observations of the span.
 *
 * @throws UpstreamError `implausible` when one close of the page cannot be true
 */
export function checkedPage({
  source,
  metric,
  closes,
  before,
  span,
  wants = () => true,
  receivedAt,
}: HistoryPage): CheckedPage {
  const closed = closedPeriods(closes, receivedAt);
  const fresh = before === undefined ? closed : closed.filter((close) => close.end > before.end);
  const joined = before === undefined ? fresh : [before, ...fresh];
  checkCloses({ source, metric, closes: joined });
  const observations = within(fresh, span)
    .filter((close) => wants(close.end))
    .map(({ end, value }) => ({ metric, source, observedAt: end, fetchedAt: receivedAt, value }));
  return { observations, last: joined.at(-1) };
}
