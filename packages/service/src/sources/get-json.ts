/** The one way out to a source: one request at a time, apart, and never while the source has asked to be left alone. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { DAY_MS, formatInstant, type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import { FetchFault, getText, statusFault, type TextAnswer } from "peak-cycle-verify";
import { SourceError, type SourceFault } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { Turns } from "../platform/turns.js";
import type { SourceName } from "./order.js";

/** A document, parsed and unchecked. */
export interface Answer {
  readonly body: unknown;
  /** When the last byte had come, by our clock. */
  readonly receivedAt: Instant;
  /** When the source made the answer, by its own clock, to the second; a cache may have kept it for a while. */
  readonly date: Instant | undefined;
}

/** Time and size of an answer. `rows` of a history make it longer, and it may take longer. */
export const LIMITS = { beginMs: 10_000, liveMs: 20_000, historyMs: 60_000, baseBytes: 64 * 1024, rowBytes: 512 };

/** How long a source is left alone after a status, unless it names a time itself; a 403 in JSON refuses one request only. */
const PAUSES_MS: Readonly<Record<number, number>> = {
  402: 15 * MINUTE_MS, // a quota
  403: 15 * MINUTE_MS, // a firewall
  418: 2 * MINUTE_MS, // a ban of Binance
  429: MINUTE_MS, // the window of most quotas
  451: DAY_MS, // a country that is not served
};

/** What the way to a source needs to know of it. */
interface Asked {
  readonly name: SourceName;
  readonly root: string;
  faultIn(body: unknown): SourceFault | undefined;
}

export interface ClientOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Scheme, host and optional path prefix. */
  readonly base: URL;
  /** Sent with every request, e.g. a key. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly spacingMs: number;
  /** Called with how far our clock is ahead of the source's, in ms, after every answer that tells. */
  readonly onOffset?: (source: string, aheadMs: number) => void;
  /** Called with how many rows of an answer were left out. */
  readonly onDropped?: (rows: number) => void;
  readonly limits?: typeof LIMITS;
}

/** The way to one source. */
export class SourceClient {
  readonly source: Asked;
  readonly clock: Clock;
  readonly log: Log;
  readonly #options: ClientOptions;
  readonly #turns = new Turns();
  #spentAt = Number.NEGATIVE_INFINITY;
  #pause: { readonly since: Instant; readonly until: Instant; readonly fault: SourceFault } | undefined;

  constructor(source: Asked, options: ClientOptions) {
    this.source = source;
    this.clock = options.clock;
    this.log = options.log;
    this.#options = options;
  }

  /**
   * Gets one document, with one retry for trouble that may pass.
   *
   * @param path below the source's root, e.g. `/Ticker`
   * @param rows how many rows of a history the answer may have
   * @throws SourceError when there is none; the signal's reason when it aborts
   */
  getJson(path: string, query: Query, signal: AbortSignal, rows = 0): Promise<Answer> {
    return this.#turns.take(signal, async () => {
      this.#checkPause();
      const { historyMs, liveMs } = this.#options.limits ?? LIMITS;
      return this.#twice(this.url(path, query), rows, signal, rows > 0 ? historyMs : liveMs);
    });
  }

  /** Reports rows of an answer that cannot be true. */
  dropped(metric: string, reason: string, ends: readonly (Instant | undefined)[]): void {
    const named = ends.slice(0, 10).flatMap((end) => (end === undefined ? [] : [formatInstant(end)]));
    const facts = { source: this.source.name, metric, reason, rows: ends.length, ends: named };
    this.log.warn(facts, "rows of a source left out");
    this.#options.onDropped?.(ends.length);
  }

  /** The documented path is appended to that of the base; a root that the base ends with already is not repeated. */
  url(path: string, query: Query): URL {
    const url = new URL(this.#options.base);
    const prefix = url.pathname.replace(/\/+$/, "");
    url.pathname = `${prefix.endsWith(this.source.root) ? prefix : `${prefix}${this.source.root}`}${path}`;
    url.search = "";
    url.hash = "";
    for (const [key, value] of Object.entries(query)) url.searchParams.append(key, String(value));
    return url;
  }

  async #twice(url: URL, rows: number, signal: AbortSignal, timeoutMs: number): Promise<Answer> {
    const { clock, log } = this;
    const { name } = this.source;
    await this.#space(signal);
    const endsAt = plus(clock.now(), timeoutMs);
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#once(url, rows, signal, Math.max(1, endsAt - clock.now())).catch(failureOf);
      this.#spentAt = clock.now();
      if (!(outcome instanceof Failure)) return outcome;
      const { mayPass, retryAfterMs } = outcome.advice;
      const retryMs = retryAfterMs ?? SECOND_MS * (1 + Math.random());
      const fits = clock.now() + retryMs < endsAt;
      if (attempt > 0 || !mayPass || !fits) throw this.#giveUp(outcome, fits);
      log.debug({ source: name, retryMs, detail: outcome.message }, "upstream asked again");
      await clock.sleep(retryMs, signal);
      await this.#space(signal);
    }
  }

  /** Waits until the spacing since the last request has passed; a clock that was set back must not stretch the wait. */
  async #space(signal: AbortSignal): Promise<void> {
    const { spacingMs } = this.#options;
    const waitMs = Math.min(spacingMs, this.#spentAt + spacingMs - this.clock.now());
    if (waitMs > 0) await this.clock.sleep(waitMs, signal);
  }

  async #once(url: URL, rows: number, signal: AbortSignal, timeoutMs: number): Promise<Answer> {
    const { headers, onOffset, limits = LIMITS } = this.#options;
    const maxBytes = limits.baseBytes + rows * limits.rowBytes;
    const beginMs = Math.min(limits.beginMs, timeoutMs);
    const answer = await getText(url, { headers, signal, maxBytes, timeoutMs, beginMs }).catch((error: unknown) => {
      if (!(error instanceof FetchFault)) throw error;
      throw new Failure(error.kind, error.message, { mayPass: error.kind === "unreachable" });
    });
    const receivedAt = this.clock.now();
    await nextTurn(); // a past of 600 kB was just put together
    const { date, ageMs } = answer;
    if (date !== undefined) onOffset?.(this.source.name, receivedAt - date - ageMs);
    return { body: this.#document(answer), receivedAt, date: date as Instant | undefined };
  }

  /** The document of an answer that is no error: JSON is what parses as JSON, whatever its content type says. */
  #document({ status, text, retryAfterMs }: TextAnswer): unknown {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      if (status === 200) throw new Failure("malformed", "the body is no JSON document");
    }
    const inside = this.source.faultIn(body);
    if (inside !== undefined && (status === 200 || inside === "throttled")) {
      const pauseMs = inside === "throttled" ? PAUSES_MS[429] : undefined;
      const mayPass = inside === "unreachable" || retryAfterMs !== undefined;
      throw new Failure(inside, "the answer is an error", { mayPass, retryAfterMs, pauseMs });
    }
    const fault = statusFault(status);
    if (fault === undefined) return body;
    const pauseMs = status === 403 && body !== undefined ? undefined : PAUSES_MS[status];
    const mayPass = fault.kind === "unreachable" || (fault.kind === "throttled" && retryAfterMs !== undefined);
    throw new Failure(fault.kind, fault.message, { mayPass, retryAfterMs, pauseMs });
  }

  #giveUp({ fault, message, advice }: Failure, fits: boolean): SourceError {
    const { retryAfterMs, pauseMs = retryAfterMs } = advice;
    const given = retryAfterMs !== undefined && !fits ? "throttled" : fault;
    if (pauseMs !== undefined) {
      const since = this.clock.now();
      this.#pause = { since, until: plus(since, retryAfterMs ?? pauseMs), fault: given };
      const facts = { source: this.source.name, fault: given, until: formatInstant(this.#pause.until) };
      this.log.info(facts, "upstream left alone");
    }
    return new SourceError(this.source.name, given, message);
  }

  /** A clock set back must not stretch a pause: before its beginning it is over. */
  #checkPause(): void {
    const now = this.clock.now();
    if (this.#pause === undefined || now < this.#pause.since || now >= this.#pause.until) return;
    const { fault, until } = this.#pause;
    throw new SourceError(this.source.name, fault, `left alone until ${formatInstant(until)}`);
  }
}

type Query = Readonly<Record<string, string | number>>;

interface FailureAdvice {
  /** Whether the same request may succeed in a moment. */
  readonly mayPass?: boolean;
  /** How long the source asked us to wait. */
  readonly retryAfterMs?: number | undefined;
  /** How long to leave the source alone once we give up. */
  readonly pauseMs?: number | undefined;
}

/** One request gave nothing usable. */
class Failure extends Error {
  readonly fault: SourceFault;
  readonly advice: FailureAdvice;
  constructor(fault: SourceFault, message: string, advice: FailureAdvice = {}) {
    super(message);
    this.fault = fault;
    this.advice = advice;
  }
}

/** Anything else that was thrown is a bug or an abort, and goes on up. */
function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error;
  throw error;
}
