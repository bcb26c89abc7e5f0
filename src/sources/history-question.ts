import { DAY_MS, HOUR_MS, type Instant } from "../domain/instant.js";
import type { Metric } from "../domain/observation.js";
import type { Coin, DataRequest } from "../operations/ports.js";
import { type Span, spanOfDays } from "./closed-periods.js";

/** A `daily` or `hourly` request in the words of an exchange's candles. */
export interface CandleQuestion {
  readonly coin: Coin;
  readonly metric: Metric;
  /** Length of the wanted periods. */
  readonly stepMs: number;
  readonly span: Span;
}

export type CandleInquiry = Extract<DataRequest, { kind: "daily" | "hourly" }>;

export function candleQuestion(request: CandleInquiry): CandleQuestion {
  if (request.kind === "daily") {
    const { coin, from, to } = request;
    return { coin, metric: `${coin}-close`, stepMs: DAY_MS, span: spanOfDays(from, to) };
  }
  const span: Span = { first: request.from, last: request.to };
  return { coin: "btc", metric: "btc-hour-close", stepMs: request.stepHours * HOUR_MS, span };
}

/** The opening of the first period that ends in the span: periods lie on a grid that begins at 1970. */
export function firstOpening({ span, stepMs }: CandleQuestion): Instant {
  return (Math.ceil(span.first / stepMs) * stepMs - stepMs) as Instant;
}
