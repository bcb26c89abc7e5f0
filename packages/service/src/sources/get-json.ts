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
  /** When the answer was made, by the source's clock, to the second; a cache may have kept it since. */
  readonly date: Instant | undefined;
}

/** Time and size of an answer. `rows` of a history make it longer, and it may take longer. */
export const LIMITS = { beginMs: 10_000, liveMs: 20_000, historyMs: 60_000, baseBytes: 64 * 1024, rowBytes: 512 };

/** How long a source is left alone after a status, unless it names a time itself. */
const RESTS_MS: Readonly<Record<number, number>> = {
  402: 15 * MINUTE_MS, // a quota
  403: 15 * MINUTE_MS, // a firewall
  418: 2 * MINUTE_MS, // a ban of Binance
  429: MINUTE_MS, // the window of most quotas
  451: DAY_MS, // a country that is not served
};

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
  readonly source: {
    readonly name: SourceName;
    readonly root: string;
    faultIn(body: unknown): SourceFault | undefined;
  };
  readonly clock: Clock;
  readonly log: Log;
  readonly #options: ClientOptions;
  readonly #turns = new Turns();
  /** Until when it is not asked again; with a kind of fault, it is not waited for either. */
  #rest: { since: Instant; until: Instant; kind?: SourceFault } | undefined;

  constructor(source: SourceClient["source"], options: ClientOptions) {
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
    const { clock, source } = this;
    const { spacingMs, limits = LIMITS } = this.#options;
    return this.#turns.take(signal, async () => {
      await this.#untilRested(signal);
      const endsAt = plus(clock.now(), rows > 0 ? limits.historyMs : limits.liveMs);
      const ask = () => this.#once(this.url(path, query), rows, signal, Math.max(1, endsAt - clock.now()));
      let said = await ask();
      if ("kind" in said && clock.now() + said.retryMs < endsAt) {
        await clock.sleep(Math.max(said.retryMs, spacingMs), signal);
        said = await ask();
      }
      if ("body" in said) return said;
      const { kind, message, restMs } = said;
      if (restMs === 0) throw new SourceError(source.name, kind, message);
      const until = plus(clock.now(), restMs);
      this.#rest = { since: clock.now(), until, kind };
      throw new SourceError(source.name, kind, `${message}, left alone until ${formatInstant(until)}`);
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
    const { root } = this.source;
    const prefix = url.pathname.replace(/\/+$/, "");
    url.pathname = `${prefix.endsWith(root) ? prefix : prefix + root}${path}`;
    url.search = new URLSearchParams(query as Readonly<Record<string, string>>).toString();
    return url;
  }

  async #once(url: URL, rows: number, signal: AbortSignal, timeoutMs: number): Promise<Answer | Trouble> {
    const { headers, onOffset, limits = LIMITS } = this.#options;
    const maxBytes = limits.baseBytes + rows * limits.rowBytes;
    const beginMs = Math.min(limits.beginMs, timeoutMs);
    const answer = await getText(url, { headers, signal, maxBytes, timeoutMs, beginMs }).catch((error: unknown) => {
      if (error instanceof FetchFault) return error;
      throw error;
    });
    const receivedAt = this.clock.now();
    this.#rest = { since: receivedAt, until: plus(receivedAt, this.#options.spacingMs) };
    if (answer instanceof FetchFault) return troubleOf(answer);
    const { status, date, ageMs, retryAfterMs } = answer;
    // A cache leaves the source's own `Date` beside `Age`, or writes the time of now: neither speaks against our clock.
    const ahead = receivedAt - (date ?? receivedAt);
    if (date !== undefined) onOffset?.(this.source.name, Math.min(ahead, Math.max(0, ahead - ageMs)));
    const body = parsed(answer);
    await nextTurn(); // a past of 600 kB was just put together and parsed, and will be read
    const fault = this.#faultOf(status, body);
    const madeAt = date !== undefined && ageMs > 0 ? Math.min(date, receivedAt - ageMs) : date;
    if (fault === undefined) return { body, receivedAt, date: madeAt as Instant | undefined };
    if (retryAfterMs !== undefined) return { ...fault, kind: "throttled", retryMs: retryAfterMs, restMs: retryAfterMs };
    if (status === 403 && body !== undefined) return troubleOf(fault); // one request: a firewall speaks no JSON
    return troubleOf(fault, RESTS_MS[status] ?? (fault.kind === "throttled" ? RESTS_MS[429] : 0));
  }

  /** What is wrong with an answer. JSON is what parses as JSON, whatever its content type says. */
  #faultOf(status: number, body: unknown): Fault | undefined {
    const kind = this.source.faultIn(body);
    if (kind === "throttled" || (kind !== undefined && status === 200))
      return { kind, message: "the answer is an error" };
    const isDocument = status !== 200 || body !== undefined;
    return isDocument ? statusFault(status) : { kind: "malformed", message: "the body is no JSON document" };
  }

  /** Waits for the spacing. A clock set back must not stretch a rest: before its beginning it is over. */
  async #untilRested(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (this.#rest === undefined || now < this.#rest.since || now >= this.#rest.until) return;
    const { until, kind } = this.#rest;
    if (kind === undefined) await this.clock.sleep(until - now, signal);
    else throw new SourceError(this.source.name, kind, `left alone until ${formatInstant(until)}`);
  }
}

type Query = Readonly<Record<string, string | number>>;

interface Fault {
  readonly kind: SourceFault;
  readonly message: string;
}

interface Trouble extends Fault {
  /** After so long the same request may succeed. */
  readonly retryMs: number;
  /** So long the source is left alone, unless it is asked again in time. */
  readonly restMs: number;
}

function troubleOf({ kind, message }: Fault, restMs = 0): Trouble {
  return { kind, message, retryMs: kind === "unreachable" ? SECOND_MS * (1 + Math.random()) : Infinity, restMs };
}

function parsed({ text }: TextAnswer): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
