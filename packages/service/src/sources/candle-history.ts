/** Closes from the candles of an exchange: which ones to ask for, page by page, and which of them can be believed. */

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from "peak-cycle-model";
import type { Metric, Observation } from "../domain/observation.js";
import type { Coin, DataRequest } from "../ingest/data-source.js";
import type { AnswerTimes } from "./fetch-json.js";
import {
  closedPeriods,
  type Figure,
  figuresAgree,
  inRange,
  type OnDropped,
  periodEnd,
  type RequestedRange,
  type RowSieve,
  refuseEmpty,
  rowSieve,
  spanOfDays,
  within,
  withoutOutliers,
} from "./history-checks.js";
import { readNumber } from "./payload.js";

/** Which candles of which coin a request means. */
interface CandleRequest {
  readonly coin: Coin;
  readonly metric: Metric;
  /** Length of the wanted periods. */
  readonly stepMs: number;
  readonly span: RequestedRange;
}

export type HistoryRequest = Extract<DataRequest, { kind: "daily" | "hourly" }>;

export function candleRequest(request: HistoryRequest): CandleRequest {
  if (request.kind === "daily") {
    const { coin, from, to } = request;
    return { coin, metric: `${coin}-close`, stepMs: DAY_MS, span: spanOfDays(from, to) };
  }
  const span: RequestedRange = { first: request.from, last: request.to };
  return { coin: "btc", metric: "btc-hour-close", stepMs: 6 * HOUR_MS, span };
}

/** The opening of the first period that ends in the span: periods lie on a grid that begins at 1970. */
export function firstOpening({ span, stepMs }: CandleRequest): Instant {
  return (Math.ceil(span.first / stepMs) * stepMs - stepMs) as Instant;
}

interface PagedHistory extends Pick<HistoryPage, "source" | "unitMs" | "onDropped"> {
  readonly candles: CandleRequest;
  /** The opening of the oldest candle there is, which is one of Bitcoin; of it there is every period since. */
  readonly btcSince: Instant;
  /** From here on the source is known to have every period of the other coins. */
  readonly majorsSince: Instant;
  readonly now: () => Instant;
  /** Asks for one page of candles, the first of which opens at `start` or later and before `end`. */
  fetchPage(start: Instant, end: Instant): Promise<Pick<HistoryPage, "cells" | "times">>;
  /** Where the next page begins; `undefined` when there is nothing further. */
  nextStart(start: Instant, page: CheckedPage): Instant | undefined;
}

/**
 * A history that comes in pages, oldest first: the observations of each page as it comes.
 *
 * @throws SourceError as `checkedPage`, and `malformed` when there are no closes where some are due
 */
export async function* pagedHistory(history: PagedHistory): AsyncGenerator<readonly Observation[]> {
  const { source, candles, btcSince, majorsSince, now } = history;
  const { coin, span, stepMs } = candles;
  const end = Math.min(span.last, now()) as Instant;
  let before: Figure | undefined;
  let given = 0;
  let start: Instant | undefined = Math.max(firstOpening(candles), btcSince) as Instant;
  while (start !== undefined && start < end) {
    const fetched = await history.fetchPage(start, end);
    const page: CheckedPage = checkedPage({ ...history, ...candles, ...fetched, before });
    before = page.last;
    given += page.observations.length;
    yield page.observations;
    start = history.nextStart(start, page);
  }
  const since = coin === "btc" ? btcSince : majorsSince;
  refuseEmpty(source, given, { span, stepMs, since, lagMs: CANDLE_LAG_MS, now: now() });
}

/** How long after its end an exchange may still lack a candle. */
export const CANDLE_LAG_MS = 10 * MINUTE_MS;

/** When a candle opens, and its close, as stated. */
interface CandleCells {
  readonly open: unknown;
  readonly close: unknown;
}

/** The two cells of each row, which stand under these keys or places. */
export function candleCells(rows: readonly unknown[], open: string | number, close: string | number): CandleCells[] {
  return rows.map((row) => {
    const cells: Readonly<Record<string, unknown>> = typeof row === "object" && row !== null ? { ...row } : {};
    return { open: cells[open], close: cells[close] };
  });
}

interface HistoryPage {
  readonly source: string;
  readonly metric: Metric;
  /** Length of the stated periods. */
  readonly stepMs: number;
  /** Unit of the times in a candle. */
  readonly unitMs: 1 | 1000;
  readonly onDropped: OnDropped;
  /** As stated: in any order, the running period included. */
  readonly cells: readonly CandleCells[];
  /** The last close of the page before, so that a jump between two pages is seen. */
  readonly before?: Figure | undefined;
  readonly span: RequestedRange;
  readonly times: AnswerTimes;
}

/** After every moment. */
const NEVER = Number.POSITIVE_INFINITY as Instant;

interface CheckedPage {
  readonly observations: readonly Observation[];
  /** The newest close of the page; the one before when the page has none. */
  readonly last: Figure | undefined;
}

/** Bitcoin's close moved by 0.51..1.55 from one day to the next since 2010. */
const BTC_JUMP = 3;

/** DOGE moved by 4.92 on 2021-01-28 and LTC by 3.04 on 2013-04-02; a misplaced decimal point moves by 10. */
const MAJOR_JUMP = 6;

/** The closes of one series that can be true; the others go to the sieve. @throws as `withoutOutliers` */
export function soundCloses<T extends Figure>(closes: readonly T[], sieve: RowSieve, known?: Instant): readonly T[] {
  const factor = sieve.metric.startsWith("btc-") ? BTC_JUMP : MAJOR_JUMP;
  return withoutOutliers(inRange(closes, sieve), factor, sieve, known);
}

/**
 * Turns the closes of one page into observations of the span. A bad row is dropped and reported.
 *
 * @throws SourceError `malformed` or `implausible` when too many rows are bad, or closes jump for good
 */
export function checkedPage(page: HistoryPage): CheckedPage {
  const { source, metric, before, span, times } = page;
  const sieve = rowSieve(source, metric, page.onDropped);
  const closes = readCloses(page, sieve);
  const closed = closedPeriods(closes, times, sieve, (a, b) => figuresAgree(a.value, b.value));
  const second = closes.map((close) => close.end).toSorted((a, b) => b - a)[1];
  if (second !== undefined) times.onContentTime(second, NEVER); // the newest candle has opened
  const fresh = before === undefined ? closed : closed.filter((close) => close.end > before.end);
  const joined = soundCloses(before === undefined ? fresh : [before, ...fresh], sieve, before?.end);
  const sound = joined.filter((close) => close !== before);
  sieve.finish(sound.length);
  const observations = within(sound, span).map(({ end, value }): Observation => {
    return { metric, source, observedAt: end, fetchedAt: times.receivedAt, value };
  });
  return { observations, last: joined.at(-1) };
}

/** Closes as stated; a row without a price is not there, one with no number or at no moment is bad. */
function readCloses({ cells, unitMs, stepMs }: HistoryPage, sieve: RowSieve): Figure[] {
  return cells.flatMap(({ open, close }): Figure[] => {
    const opening = readNumber(open);
    const end = typeof opening === "number" ? periodEnd(Math.round(opening * unitMs), stepMs) : undefined;
    const value = readNumber(close);
    if (end === undefined) sieve.drop(undefined, "no moment");
    else if (value === "wrong") sieve.drop(end, "no number");
    else if (value !== "missing") return [{ end, value }];
    return [];
  });
}
