import { UpstreamError, type UpstreamFault } from "../domain/errors.js";
import { formatInstant, type Instant, plus, SECOND_MS } from "../domain/instant.js";
import type { Clock, Log } from "../operations/ports.js";
import { type CallDeadline, callDeadline } from "../operations/timing.js";
import type { Setback } from "./judge-status.js";
import { politeLine } from "./polite-line.js";
import { type FetchedJson, readAnswer } from "./read-answer.js";
import { UnusableBody } from "./read-body.js";
import { httpDate } from "./retry-after.js";
import { sender } from "./send-request.js";

export interface FetchOptions {
  readonly signal: AbortSignal;
  /** `history` may take longer than `live`. */
  readonly patience: "live" | "history";
  /** Entity tag of the body the caller still has; the source may then say that it has not changed. */
  readonly etag?: string | undefined;
}

/**
 * Gets one JSON document.
 *
 * @throws UpstreamError when there is none; the signal's reason when it aborts
 */
export type FetchJson = (url: URL, options: FetchOptions) => Promise<FetchedJson>;

/** Limits of one call. A call includes its retries but not the wait for its turn. */
export interface FetchLimits {
  readonly connectMs: number;
  readonly liveMs: number;
  readonly historyMs: number;
  readonly maxBytes: number;
  /** Further attempts after the first, for passing trouble only. */
  readonly retries: number;
}

export const FETCH_LIMITS: FetchLimits = {
  connectMs: 5 * SECOND_MS,
  liveMs: 20 * SECOND_MS,
  historyMs: 60 * SECOND_MS,
  maxBytes: 20 * 1024 * 1024, // 6,000 days of two metrics are about 0.7 MB
  retries: 2,
};

export interface FetchDeps {
  readonly source: string;
  readonly clock: Clock;
  readonly log: Log;
  /** The least time between the end of a request and the start of the next. */
  readonly spacingMs: number;
  /** `<project>/<version> (+url)` */
  readonly userAgent: string;
  readonly limits?: FetchLimits;
  /** Told with each answer, whatever its status, how far our clock is ahead of the source's, to the second. */
  readonly onClock?: ((aheadMs: number) => void) | undefined;
}

/** The first wait before a retry; the second is twice as long. Each is shortened by up to half at random. */
const BACK_OFF_MS = 2 * SECOND_MS;

interface Closed {
  readonly since: Instant;
  readonly until: Instant;
  readonly fault: UpstreamFault;
}

/** The one way out to a source: GET only, one request at a time, never the same trouble twice in a row. */
export function fetchJsonFor(deps: FetchDeps): FetchJson {
  const { source, clock, log, limits = FETCH_LIMITS } = deps;
  const ask = asker(deps, limits);
  const line = politeLine(clock, deps.spacingMs);
  let closed: Closed | undefined;

  async function attempts(url: URL, options: FetchOptions, deadline: CallDeadline): Promise<FetchedJson> {
    for (let attempt = 0; ; attempt += 1) {
      if (attempt > 0) await line.space(deadline.signal);
      const outcome = await ask(url, options, deadline.signal).finally(line.spent);
      if ("receivedAt" in outcome) return outcome;
      const waitMs = outcome.retryAfterMs ?? backOff(attempt);
      const fits = clock.now() + waitMs < deadline.endsAt;
      if (!outcome.passing || attempt >= limits.retries || !fits) throw giveUp(outcome, fits);
      log.debug({ source, attempt, waitMs, detail: outcome.detail }, "upstream asked again");
      await clock.sleep(waitMs, deadline.signal);
    }
  }

  function giveUp(setback: Setback, fits: boolean): UpstreamError {
    const fault = setback.retryAfterMs !== undefined && !fits ? "throttled" : setback.fault;
    const restMs = setback.retryAfterMs ?? setback.closedMs;
    if (restMs !== undefined) {
      const since = clock.now();
      closed = { since, until: plus(since, restMs), fault };
      log.info({ source, fault, until: formatInstant(closed.until) }, "upstream left alone");
    }
    return new UpstreamError(source, fault, setback.detail);
  }

  return (url, options) =>
    line.inTurn(options.signal, async () => {
      if (closed !== undefined && isWithin(clock.now(), closed)) {
        throw new UpstreamError(source, closed.fault, `left alone until ${formatInstant(closed.until)}`);
      }
      await line.space(options.signal);
      const deadline = callDeadline(clock, limits[`${options.patience}Ms`], options.signal);
      try {
        return await attempts(url, options, deadline);
      } catch (error) {
        options.signal.throwIfAborted();
        throw deadline.signal.aborted ? new UpstreamError(source, "unreachable", "no whole answer in time") : error;
      } finally {
        deadline.release();
      }
    });
}

/** A clock set back must not stretch the time: before its beginning it is over. */
function isWithin(at: Instant, { since, until }: Closed): boolean {
  return at >= since && at < until;
}

function backOff(attempt: number): number {
  return BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random() / 2);
}

type Ask = (url: URL, options: FetchOptions, signal: AbortSignal) => Promise<FetchedJson | Setback>;

/** Sends one request and reads its answer. */
function asker({ clock, userAgent, onClock }: FetchDeps, limits: FetchLimits): Ask {
  const send = sender(limits.connectMs);
  const always = { "user-agent": userAgent, accept: "application/json", "accept-encoding": "gzip" };
  return async (url, { etag }, signal) => {
    const headers = etag === undefined ? always : { ...always, "if-none-match": etag };
    try {
      const answer = await send(url, headers, signal);
      const theirs = httpDate([answer.headers["date"]].flat()[0]);
      if (theirs !== undefined) onClock?.(clock.now() - theirs);
      return await readAnswer(answer, { clock, signal, maxBytes: limits.maxBytes, asksForChange: etag !== undefined });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnusableBody) return { fault: "malformed", detail: error.message, passing: false };
      return { fault: "unreachable", detail: `the connection failed (${codeOf(error)})`, passing: true };
    }
  };
}

/** The error itself may quote the answer; its code never does. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
}
