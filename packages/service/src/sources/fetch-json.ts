import type { IncomingMessage } from "node:http";
import { formatInstant, type Instant, plus, SECOND_MS } from "peak-cycle-model";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { OnTime } from "../ingest/data-source.js";
import { type Backoff, backoffMs, callWithin } from "../ingest/timing.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import {
  ageMs,
  bodyFailure,
  dropBody,
  HttpFailure,
  httpClient,
  httpDate,
  readBody,
  retryAfterMs,
  statusFailure,
} from "./http-client.js";
import { boundsFor, parseBounded } from "./payload.js";

/** The one way out to a source: GET only, one request at a time, and never while the source has asked to be left alone. */
export function fetchJsonFor(deps: FetchDeps): FetchJson {
  const { source, clock, log, limits = FETCH_LIMITS } = deps;
  const request = requester(deps, limits);
  const queue = requestQueue(clock, deps.spacingMs);
  let pause: Pause | undefined;

  async function withRetries(url: URL, options: FetchOptions, endsAt: Instant): Promise<FetchedJson> {
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) await queue.space(options.signal);
      const outcome = await request(url, options).finally(queue.spent).catch(failureOf);
      if (!(outcome instanceof HttpFailure)) return outcome;
      const waitMs = outcome.advice.retryAfterMs ?? backoffMs(BACKOFF, attempt, Math.random());
      const fits = clock.now() + waitMs < endsAt;
      if (!outcome.advice.retryable || attempt >= limits.retries || !fits) throw giveUp(outcome, fits);
      log.debug({ source, attempt, waitMs, detail: outcome.message }, "upstream asked again");
      await clock.sleep(waitMs, options.signal);
    }
  }

  function giveUp(failure: HttpFailure, fits: boolean): SourceError {
    const { retryAfterMs } = failure.advice;
    const fault = retryAfterMs !== undefined && !fits ? "throttled" : failure.fault;
    const pauseMs = retryAfterMs ?? failure.advice.pauseMs;
    if (pauseMs !== undefined) {
      const since = clock.now();
      pause = { since, until: plus(since, pauseMs), fault };
      log.info({ source, fault, until: formatInstant(pause.until) }, "upstream left alone");
    }
    return new SourceError(source, fault, failure.message);
  }

  return (url, options) =>
    queue.inTurn(options.signal, async () => {
      if (pause !== undefined && isWithin(clock.now(), pause)) {
        throw new SourceError(source, pause.fault, `left alone until ${formatInstant(pause.until)}`);
      }
      await queue.space(options.signal);
      const ms = options.rows === undefined ? limits.liveMs : limits.historyMs;
      const late = new SourceError(source, "unreachable", "no whole answer in time");
      return callWithin(clock, { ms, late }, options.signal, (signal, endsAt) =>
        withRetries(url, { ...options, signal }, endsAt),
      );
    });
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  /**
   * How many rows the answer to a request for a history may have: its size is bounded accordingly, and it may take longer.
   * Left out for live figures.
   */
  readonly rows?: number;
}

/** When an answer was given, by our clock and by the source's. */
export interface AnswerTimes {
  /** When the last byte had come, by our clock. */
  readonly receivedAt: Instant;
  /** When the source made the answer, by its own clock, to the second; a cache on the way may have kept it for a while. */
  readonly dateHeader: Instant | undefined;
  /**
   * Called with what the content says about the time of the answer: not before `from`, not after `to`. It counts where the
   * headers say nothing.
   */
  readonly onContentTime: (from: Instant, to: Instant) => void;
}

export interface FetchedJson extends AnswerTimes {
  /** Parsed and unchecked. */
  readonly body: unknown;
}

/**
 * Gets one JSON document.
 *
 * @throws SourceError when there is none; the signal's reason when it aborts
 */
export type FetchJson = (url: URL, options: FetchOptions) => Promise<FetchedJson>;

/** Limits of one call. A call includes its retries but not the wait for its turn. */
export const FETCH_LIMITS = {
  /** Until the connection is ready, its TLS handshake included. */
  connectMs: 5 * SECOND_MS,
  /** For a live figure. */
  liveMs: 20 * SECOND_MS,
  /** For one page of a history. */
  historyMs: 60 * SECOND_MS,
  /** Bytes of an answer without rows, compressed or not: a live price is under 1 kB, the figures of a whole market are 6 kB. */
  baseBytes: 64 * 1024,
  /** Bytes of each row more: the longest, a candle of Binance, has 190. */
  rowBytes: 512,
  /** Further attempts after the first, where the failure is retryable. */
  retries: 2,
};

type FetchLimits = Readonly<typeof FETCH_LIMITS>;

/** With two retries: 1 to 2 s, then 2 to 4 s. */
const BACKOFF: Backoff = { firstMs: 2 * SECOND_MS, maxMs: 60 * SECOND_MS };

export interface FetchDeps {
  readonly source: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The least time between the end of a request and the start of the next. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
  /** Sent with every request, e.g. a key. Never logged. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** As in `Source`. */
  readonly faultIn?: FaultIn | undefined;
  readonly limits?: FetchLimits;
  /** Called with what each answer, whatever its status, says about the time at this moment. */
  readonly onTime?: OnTime | undefined;
}

/** What a body says that is an error, whatever the status; `undefined` when it is none. */
export type FaultIn = (body: unknown) => SourceFault | undefined;

/** A time in which the source is left alone. */
interface Pause {
  readonly since: Instant;
  readonly until: Instant;
  readonly fault: SourceFault;
}

/** A clock set back must not stretch the time: before its beginning it is over. */
function isWithin(at: Instant, { since, until }: Pause): boolean {
  return at >= since && at < until;
}

/** Anything else that was thrown is a bug or an abort, and goes on up. */
function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  throw error;
}

/** Sends one request and reads its answer. @throws HttpFailure */
function requester(deps: FetchDeps, { connectMs, baseBytes, rowBytes }: FetchLimits) {
  const { source, clock, userAgent, onTime, faultIn } = deps;
  const get = httpClient(connectMs);
  const sent = { "user-agent": userAgent, accept: "application/json", "accept-encoding": "gzip", ...deps.headers };
  return async (url: URL, { rows = 0, signal }: FetchOptions): Promise<FetchedJson> => {
    const response = await get(url, sent, signal);
    const { headers, statusCode = 0 } = response;
    const dateHeader = httpDate(headers.date);
    const sentAt = dateHeader && plus(dateHeader, ageMs(headers.age));
    if (sentAt !== undefined) onTime?.({ source, from: sentAt, to: sentAt });
    const onContentTime: AnswerTimes["onContentTime"] = (from, to) => {
      if (sentAt === undefined) onTime?.({ source, from, to });
    };
    const body = await bodyOf(response, rows, baseBytes + rows * rowBytes, signal);
    const fault = faultIn?.(body);
    const waitMs = retryAfterMs(headers["retry-after"], clock.now());
    if (fault === "throttled" || (fault !== undefined && statusCode === 200)) throw bodyFailure(fault, waitMs);
    if (statusCode !== 200) throw statusFailure(statusCode, body !== undefined, waitMs);
    return { body, receivedAt: clock.now(), dateHeader, onContentTime };
  };
}

/** The body of an error is a sentence or two. */
const MAX_ERROR_BYTES = 16 * 1024;

/**
 * The document of an answer: JSON is what parses as JSON, whatever its content type says. The body of a refusal is read
 * if possible, since it may say why; any other body is left unread.
 *
 * @throws HttpFailure `malformed` when status 200 comes without a document
 */
async function bodyOf(
  response: IncomingMessage,
  rows: number,
  maxBytes: number,
  signal: AbortSignal,
): Promise<unknown> {
  const { statusCode = 0 } = response;
  if (statusCode === 200) return parseBounded(await readBody(response, maxBytes, signal), boundsFor(rows));
  if (statusCode < 400 || statusCode >= 500) return dropBody(response);
  try {
    return parseBounded(await readBody(response, MAX_ERROR_BYTES, signal), boundsFor(0));
  } catch (error) {
    failureOf(error);
    return undefined;
  }
}

/** Requests to one source: one after the other, and apart. */
function requestQueue(clock: Clock, spacingMs: number) {
  let tail: Promise<unknown> = Promise.resolve();
  let spentAt = Number.NEGATIVE_INFINITY;
  return {
    /** Runs a task when all earlier ones are over; leaves the queue when the signal aborts. */
    inTurn<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
      const ahead = tail;
      const request = whenOver(ahead, signal).then(task);
      tail = Promise.allSettled([ahead, request]).then(() => undefined); // without the answers, which would pile up
      return request;
    },
    /** Waits until the spacing since the last request has passed. */
    async space(signal: AbortSignal): Promise<void> {
      const waitMs = Math.min(spacingMs, spentAt + spacingMs - clock.now()); // a clock set back must not stretch the wait
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    /** Marks the end of a request. */
    spent(): void {
      spentAt = clock.now();
    },
  };
}

/** Resolves once all tasks ahead are over; rejects as soon as the signal aborts. */
function whenOver(ahead: Promise<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    ahead.then(() => {
      signal.removeEventListener("abort", leave);
      resolve();
    });
  });
}
