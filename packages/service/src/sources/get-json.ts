/** The HTTP client of a source: one request at a time, spaced, and none while the source has asked us to back off. */

import { setImmediate as yieldToRequests } from "node:timers/promises";
import { DAY_MS, formatInstant, HOUR_MS, type Instant, MINUTE_MS, plus, SECOND_MS } from "peak-cycle-model";
import { FetchFault, getText, statusFault, type TextAnswer } from "peak-cycle-verify";
import { SourceError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import { SerialQueue } from "../platform/serial-queue.js";

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
  401: HOUR_MS, // a key that is missing or wrong
  402: 15 * MINUTE_MS, // a quota
  403: 15 * MINUTE_MS, // a firewall, which responds in HTML
  410: DAY_MS, // an API that was withdrawn
  418: 2 * MINUTE_MS, // a ban by Binance
  429: MINUTE_MS, // the window of most quotas
  451: DAY_MS, // a country that is not served
};

/**
 * A source that asks for a longer wait is tried again at this interval. Bans are waited out.
 */
const MAX_REST_MS = HOUR_MS;
const BAN = 418;

/** The fault that a body reports. `unlisted`: the source refused because it does not have what was requested. */
export type BodyFault = FetchFault["kind"] | "unlisted";

/** What the client needs to know about its source. */
interface Identity {
  readonly name: string;
  readonly root: string;
  readonly keyHeader?: string;
  faultIn(body: unknown): BodyFault | undefined;
}

/** Why there is no usable response. */
interface Failure {
  readonly kind: FetchFault["kind"];
  readonly message: string;
  /** How long to back off, if known. */
  readonly waitMs?: number | undefined;
  /** What the operator can do about a permanent refusal. */
  readonly remedy?: string | undefined;
  readonly isUnlisted?: boolean;
}

export interface ClientOptions {
  /** Scheme, host and optional path prefix. */
  readonly base: URL;
  /** Sent with every request, e.g. a key. Never logged. */
  readonly headers: Readonly<Record<string, string>>;
  readonly spacingMs: number;
  /** Sends the requests; over the network by default. */
  readonly get?: typeof getText;
}

/** The client of one source. */
export class SourceClient {
  /** How far our clock was ahead of the source's at its last response. */
  offset: { readonly aheadMs: number; readonly at: Instant } | undefined;
  /** Called with the number of rows dropped from a response. */
  onRowsLeftOut: ((rows: number) => void) | undefined;
  /** No request is sent before `until`. With a failure, calls fail at once; without one, they wait for the spacing. */
  #rest: { since: Instant; until: Instant; failure?: Failure } | undefined;
  /** The last remark about each series. */
  readonly #remarks = new Map<string, string>();
  readonly #queue = new SerialQueue();
  readonly source: Identity;
  readonly options: ClientOptions;
  readonly clock: Clock;
  readonly log: Log;

  constructor(source: Identity, options: ClientOptions, clock: Clock, log: Log) {
    this.source = source;
    this.options = options;
    this.clock = clock;
    this.log = log;
  }

  /** Until when calls fail at once, because the source asked us to back off, or refused. */
  get backsOffUntil(): Instant | undefined {
    const { failure, until } = this.#currentRest() ?? {};
    return failure === undefined ? undefined : until;
  }

  /** Whether a remark about a series differs from the last one, so that it should be logged. */
  isNews(series: string, remark: string): boolean {
    const isNew = (this.#remarks.get(series) ?? "") !== remark;
    this.#remarks.set(series, remark);
    return isNew;
  }

  /**
   * Fetches one JSON document, retrying once after a temporary failure.
   *
   * @param path below the source's root, e.g. `/Ticker`
   * @param rows the maximum number of rows of history in the response
   * @throws SourceError if it fails; the signal's reason when it aborts
   */
  getJson(path: string, query: Query, signal: AbortSignal, rows = 0): Promise<JsonResponse> {
    const { clock, options } = this;
    return this.#queue.run(async () => {
      await this.#untilRested(signal);
      const endsAt = plus(clock.now(), rows > 0 ? LIMITS.historyMs : LIMITS.liveMs);
      const ask = () => this.#ask(this.url(path, query), rows, signal, Math.max(1, endsAt - clock.now()));
      let response = await ask();
      const retryMs = "body" in response ? Infinity : retryAfterMs(response);
      if (clock.now() + retryMs < endsAt) {
        await clock.sleep(Math.max(retryMs, options.spacingMs), signal);
        response = await ask();
      }
      if ("body" in response) return response;
      const { waitMs } = response;
      const now = clock.now();
      if (waitMs !== undefined) this.#rest = { since: now, until: plus(now, waitMs), failure: response };
      throw this.#errorOf(response, response.message);
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

  #errorOf({ kind, remedy, isUnlisted }: Failure, detail: string): SourceError {
    return new SourceError(this.source.name, kind, detail, { remedy, isUnlisted });
  }

  async #ask(url: URL, rows: number, signal: AbortSignal, timeoutMs: number): Promise<JsonResponse | Failure> {
    const { headers, spacingMs, get = getText } = this.options;
    const maxBytes = LIMITS.baseBytes + rows * LIMITS.rowBytes;
    try {
      const answer = await get(url, { headers, signal, maxBytes, timeoutMs, beginMs: LIMITS.beginMs });
      const times = this.#timesOf(answer.date, answer.ageMs);
      const body = parseJson(answer.text);
      await yieldToRequests(); // parsing up to 600 kB just blocked requests, and reading the rows will again
      return this.#failureOf(answer, body) ?? { body, ...times };
    } catch (error) {
      if (error instanceof FetchFault) return error;
      throw error;
    } finally {
      this.#rest = { since: this.clock.now(), until: plus(this.clock.now(), spacingMs) };
    }
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

  /** Why a response is unusable, if it is. Anything that parses as JSON is JSON, regardless of its content type. */
  #failureOf({ status, retryAfterMs: askedMs }: TextAnswer, body: unknown): Failure | undefined {
    const failure = this.#bodyFailure(status, body) ?? statusFault(status);
    if (failure === undefined && body !== undefined) return undefined;
    const { kind, message } = failure ?? { kind: "malformed", message: "the body is not JSON" };
    const remedy = remedyOf(status, this.source);
    const isUnlisted = failure !== undefined && "isUnlisted" in failure;
    if (askedMs === undefined) return { kind, message, remedy, isUnlisted, waitMs: restMs(status, kind, body) };
    const waitMs = status === BAN ? askedMs : Math.min(askedMs, MAX_REST_MS);
    return { kind: remedy === undefined ? "throttled" : kind, message, remedy, isUnlisted, waitMs };
  }

  /** The error that a body reports. Some errors have the status 200; for others the status says more than the body. */
  #bodyFailure(status: number, body: unknown): Failure | undefined {
    const message = "the response body reports an error";
    const fault = this.source.faultIn(body);
    if (fault === "unlisted") return { kind: "refused", message: "it does not list this coin", isUnlisted: true };
    const isError = fault === "throttled" || (fault !== undefined && status === 200);
    return isError ? { kind: fault, message } : undefined;
  }

  /** The current spacing or backoff. It ends early if the clock is set back past its start. */
  #currentRest() {
    const now = this.clock.now();
    return this.#rest !== undefined && now >= this.#rest.since && now < this.#rest.until ? this.#rest : undefined;
  }

  /** Waits for the spacing, or throws while backing off. */
  async #untilRested(signal: AbortSignal): Promise<void> {
    const rest = this.#currentRest();
    if (rest === undefined) return;
    const { until, failure } = rest;
    if (failure === undefined) await this.clock.sleep(until - this.clock.now(), signal);
    else throw this.#errorOf(failure, `backing off until ${formatInstant(until)}`);
  }
}

type Query = Readonly<Record<string, string | number>>;

/** How long to back off after a failure without `Retry-After`. A 403 in JSON is about this request only. */
function restMs(status: number, kind: Failure["kind"], body: unknown): number | undefined {
  if (status === 403 && body !== undefined) return undefined;
  return RESTS_MS[status] ?? (kind === "throttled" ? RESTS_MS[429] : undefined);
}

/** The remedy for a permanent refusal; `undefined` for other statuses. */
function remedyOf(status: number, { name, keyHeader }: Identity): string | undefined {
  const disable = `add ${name} to UPSTREAMS_DISABLED`;
  if (status === 401)
    return keyHeader === undefined ? `it now requires a key: ${disable}` : "check its key in the settings";
  if (status === 403) return `it refuses this machine or this request; if that continues, ${disable}`;
  if (status === 410) return `it was withdrawn: upgrade Peak, or ${disable}`;
  return status === 451 ? `it does not serve the country of this machine: ${disable}` : undefined;
}

/** Milliseconds until a retry may succeed; `Infinity` if it never will. */
function retryAfterMs({ kind, waitMs }: Failure): number {
  return waitMs ?? (kind === "unreachable" ? SECOND_MS * (1 + Math.random()) : Infinity);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
