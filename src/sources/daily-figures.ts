import type { Instant } from "../domain/instant.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { AnswerTimes } from "./fetch-json.js";
import { checkCloses, checkValuations, closedPeriods, type RequestedRange, within } from "./history-checks.js";

/** What a source of daily figures says about one day; the price in USD at its end. */
export interface DayFigures {
  readonly end: Instant;
  readonly price: number | undefined;
  readonly mvrv: number | undefined;
}

export interface FiguresPage {
  readonly source: string;
  /** The metric of the price: `btc-close` or another coin's. */
  readonly closeMetric: Metric;
  /** As stated: in any order, unfinished days included. */
  readonly figures: readonly DayFigures[];
  /** The newest day of the page before. */
  readonly before?: DayFigures | undefined;
  readonly times: AnswerTimes;
}

/**
 * Days of a page that are over and later than the page before, oldest first.
 *
 * @throws UpstreamError `implausible` when one price or MVRV of the page cannot be true
 */
export function checkedFigures({ source, closeMetric, figures, before, times }: FiguresPage): readonly DayFigures[] {
  const fresh = closedPeriods(figures, times).filter((day) => before === undefined || day.end > before.end);
  const joined = before === undefined ? fresh : [before, ...fresh];
  const closes = joined.flatMap(({ end, price }) => (price === undefined ? [] : [{ end, value: price }]));
  checkCloses({ source, metric: closeMetric, closes });
  checkValuations(
    source,
    joined.flatMap(({ end, price, mvrv }) =>
      price === undefined || mvrv === undefined ? [] : [{ end, value: price, mvrv }],
    ),
  );
  return fresh;
}

export interface FiguresWanted {
  readonly source: string;
  readonly metric: Metric;
  readonly span: RequestedRange;
  readonly times: AnswerTimes;
}

/** One metric of the days of the span that have it. */
export function figuresOf(days: readonly DayFigures[], { source, metric, span, times }: FiguresWanted): Observation[] {
  return within(days, span).flatMap(({ end, price, mvrv }) => {
    const value = metric === "mvrv" ? mvrv : price;
    return value === undefined ? [] : [{ metric, source, observedAt: end, fetchedAt: times.receivedAt, value }];
  });
}
