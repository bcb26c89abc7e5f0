/** The HTTP client of a source: one request at a time, spaced, and none while the source has asked us to back off. */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import { DAY_MS, formatInstant, type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import { FetchFault, getText, statusFault } from "peak-cycle-verify";
import { SourceError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { SerialQueue } from "../platform/serial-queue.js";
import type { SourceName } from "./order.js";

/** When a response was received and created. */
export interface ResponseTimes {
  /** When the last byte arrived, by our clock. */
  readonly receivedAt: Instant;
  /** When the source created the response, by its own clock, to the second. Caches may have held it since. */
  readonly date: Instant | undefined;
}

/** A parsed JSON response whose shape is not checked yet. */
export interface JsonResponse extends ResponseTimes {
  readonly body: unknown;
}

/** Limits on a response's time and size. A history gets more time, and more bytes for each requested row. */
const LIMITS = { beginMs: 10_000, liveMs: 20_000, historyMs: 60_000, baseBytes: 64 * 1024, rowBytes: 512 };

/** How long to back off after a status without `Retry-After`. */
const RESTS_MS: Readonly<Record<number, number>> = {
  402: 15 * MINUTE_MS, // a quota
  403: 15 * MINUTE_MS, // a firewall, which sends HTML
  418: 2 * MINUTE_MS, // a ban of Binance
  429: MINUTE_MS, // the window of most quotas
  451: DAY_MS, // a country that is not served
};

export interface ClientOptions {
  /** Scheme, host and optional path prefix. */
  readonly base: URL;
  /** Sent with every request, e.g. a key. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly spacingMs: number;
  /** Called with the number of rows dropped from a response. */
  readonly onDropped?: ((rows: number) => void) | undefined;
}

/** The client of one source. */
export class SourceClient {
  /** How far our clock was ahead of the source's when it last told the time. */
  offset: { readonly aheadMs: number; readonly at: Instant } | undefined;
  /**
   * No request is sent before `until`. Without a `kind` this is only spacing, so calls wait; with one, they fail at
   * once.
   */
  #rest: { since: Instant; until: Instant; kind?: FetchFault["kind"] } | undefined;
  readonly #queue = new SerialQueue();
  readonly source: { name: SourceName; root: string; faultIn(body: unknown): FetchFault["kind"] | undefined };
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly log: Log;

  constructor(source: SourceClient["source"], options: ClientOptions, clock: Clock, log: Log) {
    this.source = source;
    this.options = options;
    this.clock = clock;
    this.log = log;
  }

  /**
   * Fetches one JSON document, retrying once after a temporary failure.
   *
   * @param path below the source's root, e.g. `/Ticker`
   * @param rows the maximum number of rows of history in the response
   * @throws SourceError if it fails; the signal's reason when it aborts
   */
  getJson(path: string, query: Query, signal: AbortSignal, rows = 0): Promise<JsonResponse> {
    const { clock, source, options } = this;
    return this.#queue.run(async () => {
      await this.#untilRested(signal);
      const endsAt = plus(clock.now(), rows > 0 ? LIMITS.historyMs : LIMITS.liveMs);
      const ask = (): Promise<JsonResponse | FetchFault> => {
        const timeoutMs = Math.max(1, endsAt - clock.now());
        return this.#ask(this.url(path, query), rows, signal, timeoutMs).catch((error: unknown) => {
          if (error instanceof FetchFault) return error;
          throw error;
        });
      };
      let said = await ask();
      const retryMs = said instanceof FetchFault ? retryAfterMs(said) : Infinity;
      if (clock.now() + retryMs < endsAt) {
        await clock.sleep(Math.max(retryMs, options.spacingMs), signal);
        said = await ask();
      }
      if (!(said instanceof FetchFault)) return said;
      const { kind, message, waitMs } = said;
      if (waitMs !== undefined) this.#rest = { since: clock.now(), until: plus(clock.now(), waitMs), kind };
      throw new SourceError(source.name, kind, message);
    }, signal);
  }

  /** Appends root and path to the base URL. If the base already ends with the root, it is not added again. */
  url(path: string, query: Query): URL {
    const url = new URL(this.options.base);
    const { root } = this.source;
    const prefix = url.pathname.replace(/\/+$/, "");
    url.pathname = `${prefix.endsWith(root) ? prefix : prefix + root}${path}`;
    url.search = new URLSearchParams(query as Readonly<Record<string, string>>).toString();
    return url;
  }

  /** @throws FetchFault whose `waitMs` says how long to back off */
  async #ask(url: URL, rows: number, signal: AbortSignal, timeoutMs: number): Promise<JsonResponse> {
    const { headers, spacingMs } = this.options;
    const maxBytes = LIMITS.baseBytes + rows * LIMITS.rowBytes;
    const said = await getText(url, { headers, signal, maxBytes, timeoutMs, beginMs: LIMITS.beginMs }).finally(() => {
      this.#rest = { since: this.clock.now(), until: plus(this.clock.now(), spacingMs) };
    });
    const times = this.#timesOf(said.date, said.ageMs);
    const body = parsed(said.text);
    await yieldToRequests(); // parsing up to 600 kB just blocked requests, and reading the rows will again
    const fault = this.#faultOf(said.status, body);
    if (fault === undefined) return { body, ...times };
    if (said.retryAfterMs !== undefined) throw new FetchFault("throttled", fault.message, said.retryAfterMs);
    throw new FetchFault(fault.kind, fault.message, restMs(said.status, fault.kind, body !== undefined));
  }

  /**
   * Notes how far our clock is ahead. With an `Age` header, `Date` may be the origin's old time or the cache's current
   * one; neither contradicts our clock.
   */
  #timesOf(date: number | undefined, ageMs: number): ResponseTimes {
    const receivedAt = this.clock.now();
    if (date === undefined) return { receivedAt, date };
    const ahead = receivedAt - date;
    this.offset = { aheadMs: Math.min(ahead, Math.max(0, ahead - ageMs)), at: receivedAt };
    return { receivedAt, date: (ageMs > 0 ? Math.min(date, receivedAt - ageMs) : date) as Instant };
  }

  /** The fault of a response, if any. Anything that parses as JSON is JSON, whatever its content type. */
  #faultOf(status: number, body: unknown): FetchFault | undefined {
    const kind = this.source.faultIn(body);
    const isError = kind === "throttled" || (kind !== undefined && status === 200);
    if (isError) return new FetchFault(kind, "the response body reports an error");
    const isDocument = status !== 200 || body !== undefined;
    return isDocument ? statusFault(status) : new FetchFault("malformed", "the body is not JSON");
  }

  /**
   * Waits for the spacing, or throws while backing off. If the clock was set back past the start, the back-off is over.
   */
  async #untilRested(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    if (this.#rest === undefined || now < this.#rest.since || now >= this.#rest.until) return;
    const { until, kind } = this.#rest;
    if (kind === undefined) await this.clock.sleep(until - now, signal);
    else throw new SourceError(this.source.name, kind, `left alone until ${formatInstant(until)}`);
  }
}

type Query = Readonly<Record<string, string | number>>;

/** How long to back off after a fault without `Retry-After`. A 403 in JSON is about this request alone. */
function restMs(status: number, kind: FetchFault["kind"], isJson: boolean): number | undefined {
  if (status === 403 && isJson) return undefined;
  return RESTS_MS[status] ?? (kind === "throttled" ? RESTS_MS[429] : undefined);
}

/** Milliseconds until a retry may succeed; `Infinity` if it never will. */
function retryAfterMs({ kind, waitMs }: FetchFault): number {
  return waitMs ?? (kind === "unreachable" ? SECOND_MS * (1 + Math.random()) : Infinity);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
