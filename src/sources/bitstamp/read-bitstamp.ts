import * as z from "zod";
import { UpstreamError } from "../../domain/errors.js";
import type { Coin } from "../../operations/ports.js";
import type { Close } from "../close-checks.js";
import { periodEnd } from "../closed-periods.js";
import type { LiveQuote } from "../live-quotes.js";
import { fromSeconds } from "../moment.js";
import { Needed } from "../number.js";
import { readPayload } from "../read-payload.js";

export const BITSTAMP = "bitstamp";

const Refusal = z.object({ response_code: z.unknown(), status: z.unknown(), reason: z.unknown() }).partial();
const RATE_LIMIT = "400.002";

const Ticker = z.object({ last: Needed, timestamp: Needed });
const Candles = z.object({ data: z.object({ ohlc: z.array(z.object({ timestamp: Needed, close: Needed })) }) });

/** The last trade price of one coin, in USD. */
export function readTicker(payload: unknown, coin: Coin): LiveQuote {
  refuseError(payload);
  const { last, timestamp } = readPayload(BITSTAMP, Ticker, payload);
  return { metric: `${coin}-price`, value: last, at: fromSeconds(timestamp) };
}

/** Closes as stated, the running one included. */
export function readCandles(payload: unknown, stepMs: number): Close[] {
  refuseError(payload);
  const { data } = readPayload(BITSTAMP, Candles, payload);
  return data.ohlc.map((row) => ({ end: periodEnd(BITSTAMP, fromSeconds(row.timestamp), stepMs), value: row.close }));
}

/** An error may come with status 200: `response_code` today, `status: "error"` in older answers. */
function refuseError(payload: unknown): void {
  const { data } = Refusal.safeParse(payload);
  if (data?.response_code !== undefined) {
    const fault = data.response_code === RATE_LIMIT ? "throttled" : "refused";
    throw new UpstreamError(BITSTAMP, fault, "the answer is an error");
  }
  if (data?.status === "error") throw new UpstreamError(BITSTAMP, "refused", "the answer is an error");
}
