import { HOUR_MS, type Instant, MINUTE_MS, plus } from "peak-cycle-model";
import { SourceError } from "../domain/errors.js";
import { isPlausible, type Metric, type Observation } from "../domain/observation.js";
import type { AnswerTimes, FetchJson } from "./fetch-json.js";

/** Asks for live figures once. @throws SourceError as `FetchJson`, `read` and `liveObservations` */
export async function askLive(
  fetchJson: FetchJson,
  { source, url, read, maxAgeMs = QUOTE_AGE_MS }: LiveCall,
  signal: AbortSignal,
): Promise<Observation[]> {
  const { body, ...times } = await fetchJson(url, { signal });
  return liveObservations(source, read(body), times, maxAgeMs);
}

/** A live price older than this says nothing about now. */
export const QUOTE_AGE_MS = 10 * MINUTE_MS;

/** Market-wide figures are rebuilt every 10 minutes; after 2 h something is stuck. */
export const DOMINANCE_AGE_MS = 2 * HOUR_MS;

/** Later than every moment: a figure that is rebuilt seldom tells only that the time is not earlier. */
const NEVER = Number.POSITIVE_INFINITY as Instant;

/** How far a source's clock, or ours, may be ahead. */
const CLOCK_SKEW_MS = 5 * MINUTE_MS;

export interface LiveQuote {
  readonly metric: Metric;
  readonly value: number;
  /** The source's time of the value; `undefined` where it states none, which means the time of the answer. */
  readonly at: Instant | undefined;
}

/** Which live figures to ask for, and how to read them. */
export interface LiveCall {
  readonly source: string;
  readonly url: URL;
  readonly read: (payload: unknown) => readonly LiveQuote[];
  /** `QUOTE_AGE_MS` by default. */
  readonly maxAgeMs?: number;
}

/** A quote with the time it is taken for. */
type DatedQuote = LiveQuote & { readonly at: Instant };

/**
 * Keeps the quotes that can be true now. One bad quote does not spoil the others of the same answer.
 *
 * @returns at least one observation
 * @throws SourceError `malformed` without any quote; `implausible` when every one is out of range, too old or in the future
 */
export function liveObservations(
  source: string,
  quotes: readonly LiveQuote[],
  times: AnswerTimes,
  maxAgeMs: number,
): Observation[] {
  const { receivedAt, dateHeader, onContentTime } = times;
  if (quotes.length === 0) throw new SourceError(source, "malformed", "none of the values asked for is there");
  const latest = (at: Instant) => (maxAgeMs <= QUOTE_AGE_MS ? plus(at, maxAgeMs) : NEVER);
  for (const { at } of quotes) if (at !== undefined) onContentTime(at, latest(at));
  const dated = quotes.map((quote): DatedQuote => ({ ...quote, at: quote.at ?? dateHeader ?? receivedAt }));
  const faults = dated.map((quote) => quoteFault(quote, receivedAt, maxAgeMs));
  const good = dated.filter((_, i) => faults[i] === undefined);
  if (good.length === 0) throw new SourceError(source, "implausible", faults[0] ?? "no value can be true");
  return good.map(({ metric, value, at }) => ({ metric, source, observedAt: at, fetchedAt: receivedAt, value }));
}

function quoteFault({ metric, value, at }: DatedQuote, receivedAt: Instant, maxAgeMs: number): string | undefined {
  if (!isPlausible(metric, value)) return `${metric} is out of range`;
  if (!Number.isSafeInteger(at)) return `${metric} is dated at no moment`;
  if (at > receivedAt + CLOCK_SKEW_MS) return `${metric} is dated in the future`;
  if (at < receivedAt - maxAgeMs) return `${metric} is older than ${maxAgeMs / MINUTE_MS} minutes`;
  return undefined;
}
