import { DAY_MS, HOUR_MS, type Instant } from "../domain/instant.js";
import type { Metric, Observation } from "../domain/observation.js";
import type { Coin, DataRequest } from "../operations/ports.js";
import type { AnswerTimes } from "./fetch-json.js";
import {
  type Close,
  checkCloses,
  closedPeriods,
  type RequestedRange,
  refuseEmpty,
  spanOfDays,
  within,
} from "./history-checks.js";

/** A `daily` or `hourly` request in the terms of an exchange: which candles, of which coin. */
export interface CandleRequest {
  readonly coin: Coin;
  readonly metric: Metric;
  /** Length of the wanted periods. */
  readonly stepMs: number;
  readonly span: RequestedRange;
}

type HistoryRequest = Extract<DataRequest, { kind: "daily" | "hourly" }>;

export function candleRequest(request: HistoryRequest): CandleRequest {
  if (request.kind === "daily") {
    const { coin, from, to } = request;
    return { coin, metric: `${coin}-close`, stepMs: DAY_MS, span: spanOfDays(from, to) };
  }
  const span: RequestedRange = { first: request.from, last: request.to };
  return { coin: "btc", metric: "btc-hour-close", stepMs: request.stepHours * HOUR_MS, span };
}

/** The opening of the first period that ends in the span: periods lie on a grid that begins at 1970. */
export function firstOpening({ span, stepMs }: CandleRequest): Instant {
  return (Math.ceil(span.first / stepMs) * stepMs - stepMs) as Instant;
}

export interface PagedHistory {
  readonly source: string;
  readonly candles: CandleRequest;
  /** The opening of the oldest candle there is, which is one of Bitcoin; of it there is every period since. */
  readonly btcSince: Instant;
  /** From here on the source is known to have every period of the other coins. */
  readonly majorsSince: Instant;
  /** How long after its end a period may still be missing. */
  readonly lagMs: number;
  readonly now: () => Instant;
  /** Asks for one page of candles, the first of which opens at `start` or later and before `end`. */
  fetchPage(start: Instant, end: Instant): Promise<Pick<HistoryPage, "closes" | "times">>;
  /** Where the next page begins; `undefined` when there is nothing further. */
  nextStart(start: Instant, page: CheckedPage): Instant | undefined;
}

/**
 * A history that comes in pages, oldest first: the observations of each page as it comes.
 *
 * @throws UpstreamError `implausible` when a close cannot be true, `malformed` when there are none where some are due
 */
export async function* pagedHistory(history: PagedHistory): AsyncGenerator<readonly Observation[]> {
  const { source, candles, btcSince, majorsSince, lagMs, now } = history;
  const { coin, metric, span, stepMs } = candles;
  const end = Math.min(span.last, now()) as Instant;
  let before: Close | undefined;
  let given = 0;
  let start: Instant | undefined = Math.max(firstOpening(candles), btcSince) as Instant;
  while (start !== undefined && start < end) {
    const page: CheckedPage = checkedPage({ source, metric, before, span, ...(await history.fetchPage(start, end)) });
    before = page.last;
    given += page.observations.length;
    if (page.observations.length > 0) yield page.observations;
    start = history.nextStart(start, page);
  }
  const since = coin === "btc" ? btcSince : majorsSince;
  refuseEmpty(source, given, { span, stepMs, since, lagMs, now: now() });
}

export interface HistoryPage {
  readonly source: string;
  readonly metric: Metric;
  /** As stated: in any order, the running period included. */
  readonly closes: readonly Close[];
  /** The last close of the page before, so that a jump between two pages is seen. */
  readonly before?: Close | undefined;
  readonly span: RequestedRange;
  /** Whether the period that ends then is wanted. */
  readonly wants?: (end: Instant) => boolean;
  readonly times: AnswerTimes;
}

/** After every moment. */
const NEVER = Number.POSITIVE_INFINITY as Instant;

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
  times,
}: HistoryPage): CheckedPage {
  const closed = closedPeriods(closes, times);
  const second = closes.map((close) => close.end).toSorted((a, b) => b - a)[1];
  if (second !== undefined) times.onContentTime(second, NEVER); // the newest candle has opened
  const fresh = before === undefined ? closed : closed.filter((close) => close.end > before.end);
  const joined = before === undefined ? fresh : [before, ...fresh];
  checkCloses({ source, metric, closes: joined });
  const observations = within(fresh, span)
    .filter((close) => wants(close.end))
    .map(({ end, value }) => ({ metric, source, observedAt: end, fetchedAt: times.receivedAt, value }));
  return { observations, last: joined.at(-1) };
}
