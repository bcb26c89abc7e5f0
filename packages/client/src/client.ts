/**
 * The client of a Peak site: one method per JSON response, with a cache, revalidation by ETag, and backoff. It is one
 * module, so that browsers can load it without a bundler; it also runs on Node 18 and newer.
 */

import type { CurrentReply, HistoryReply, MetaReply, ProHistoryReply, RecordReply } from "./types.js";

export type * from "./types.js";

/** The options of a client. */
export interface PeakClientOptions {
  /** URL of the site, e.g. `https://peak.example`, or of one of its sandbox scenes. */
  readonly baseUrl: string | URL;
  /** An API Pro key, for `current`, `history` and `fullHistory`. Keep it out of web pages: anyone can read them. */
  readonly key?: string | undefined;
  /** Defaults to the `fetch` of the browser or Node. With a key, it must support `redirect: "manual"`. */
  readonly fetch?: typeof fetch | undefined;
  /** Aborts every request and wait of this client. */
  readonly signal?: AbortSignal | undefined;
  /** How long a call without a cached response may wait between attempts, in total, in ms; 120,000 by default. */
  readonly maxWaitMs?: number | undefined;
  /** Timeout of one request in ms; 15,000 by default. */
  readonly timeoutMs?: number | undefined;
}

/** A site's response, and how far to rely on it. */
export interface Answer<Reply> {
  readonly data: Reply;
  /** The data is too old to show as current: a score over two hours old, or a daily row two hours late. */
  readonly isStale: boolean;
  /** When the service last confirmed this data. */
  readonly confirmedAt: Date;
  /** Why this is an earlier response, if fetching a newer one failed. */
  readonly failure: PeakError | undefined;
}

/** The service returned no usable response. */
export class PeakError extends Error {
  override readonly name = "PeakError";
  /** HTTP status; `undefined` when there was no response, or not one of Peak's. */
  readonly status: number | undefined;
  /** The client does not request the same path again before this time. */
  readonly retryAt: Date;
  /** What went wrong, in the words of the site; `undefined` if it sent none. */
  readonly detail: string | undefined;
  /** The query parameter that the site rejected, if any. */
  readonly parameter: string | undefined;

  constructor(message: string, status: number | undefined, retryAt: Date, cause?: unknown, problem: Problem = {}) {
    super(problem.detail === undefined ? message : `${message}: ${problem.detail}`, { cause });
    this.status = status;
    this.retryAt = retryAt;
    this.detail = problem.detail;
    this.parameter = problem.parameter;
  }
}

/**
 * Creates a client. It holds its cache and its backoff, so create one and reuse it.
 *
 * @throws TypeError for an invalid URL
 * @example
 * ```ts
 * import { peakClient } from "peak-cycle-client";
 *
 * const peak = peakClient({ baseUrl: "https://peak.example" });
 * const { data, isStale } = await peak.current();
 * [data.btc.score, data.btc.phase, isStale]; // [47.3, "Bull Active", false]
 * ```
 */
export function peakClient(options: PeakClientOptions): PeakClient {
  return new PeakClient(options);
}

/**
 * Each method returns its cached response while `max-age` allows it, then revalidates by `ETag`. After a failure the
 * client does not send the same request until `Retry-After` and a random backoff have passed; other paths are not held
 * back. Concurrent calls share one request.
 *
 * @throws PeakError when there is no response, not even a cached one; the signal's reason when it aborts
 * @example
 * ```ts
 * const peak = new PeakClient({ baseUrl: "https://peak.example" });
 * const { data: history } = await peak.history();
 * history.data.length; // 30
 * const { data: meta } = await peak.meta();
 * meta.settled?.phase; // "Bull Active"
 * const { data: record } = await peak.record();
 * record.turns.every(({ score }) => score >= 0 && score <= 100); // true
 * ```
 */
export class PeakClient {
  readonly #options: PeakClientOptions;
  readonly #base: string;
  readonly #signal: AbortSignal;
  /** After a 429, for all paths that count against the limit. */
  readonly #limit = new Backoff();

  constructor(options: PeakClientOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl).href.replace(/\/?([?#].*)?$/, "");
    this.#signal = options.signal ?? new AbortController().signal;
  }

  /** The current score and market figures. */
  readonly current = this.#cached<CurrentReply>({
    path: "/api/public/nhci",
    isMetered: true,
    isValid: ({ btc }) => isScore(btc.score),
    isStale: ({ btc }, ageMs) => btc.stale || isOver(2, ageMs(btc.updated_at)),
  });

  /** The last 30 daily rows, oldest first. */
  readonly history = this.#cached<HistoryReply>({
    path: "/api/public/nhci/history",
    isMetered: true,
    isValid: ({ data }) => data.length > 0 && data.every(({ score }) => isScore(score)),
    isStale: ({ data }, ageMs) => isOver(32, ageMs(data.at(-1)?.date)), // the next row is due after 30 hours
  });

  /** What the score is based on: ages, next update times, sources. */
  readonly meta = this.#cached<MetaReply>({
    path: "/api/public/nhci/meta",
    isValid: ({ btc }) => isScore(btc.score),
    isStale: ({ stale, updated_at }, ageMs) => stale || isOver(2, ageMs(updated_at)),
  });

  /** What the score said in the past, and what happened next. */
  readonly record = this.#cached<RecordReply>({
    path: "/api/public/nhci/record",
    isValid: ({ turns }) => turns.every(({ score }) => isScore(score)),
    isStale: ({ to }, ageMs) => isOver(56.5, ageMs(to)), // the next one is due after 54.5 hours
  });

  readonly #fullHistory: Resource<ProHistoryReply> = {
    path: "/api/pro/nhci/history",
    isMetered: true,
    isValid: ({ data, next }) => {
      const isNext = next === null || (data.length > 0 && new URL(next).search !== "");
      return isNext && data.every(({ score }) => isScore(score));
    },
    isStale: () => false,
    backoff: new Backoff(),
  };

  /**
   * Every daily row since 2017 and its corrections, oldest first. Needs a key; never cached; takes several requests.
   *
   * @param days UTC days, both included; without them, from the first to the last
   */
  readonly fullHistory = async (days: { from?: string | undefined; to?: string | undefined } = {}) => {
    const pages: ProHistoryReply[] = [];
    let query: string | undefined = queryOf(days);
    while (query !== undefined) {
      const { reply }: Received<ProHistoryReply> = await this.#ask(this.#fullHistory, { query });
      const lastDay = pages.at(-1)?.data.at(-1)?.date ?? "";
      if (reply.data.some(({ date }) => date <= lastDay)) throw this.#failed(this.#fullHistory, "days are repeated");
      pages.push(reply);
      query = reply.next === null ? undefined : new URL(reply.next).search; // its host is ignored
    }
    return { data: pages.flatMap(({ data }) => data), revisions: pages.flatMap(({ revisions }) => revisions) };
  };

  /** Returns the cached response while it is fresh, or if no newer one can be fetched. */
  #cached<Reply>(of: Omit<Resource<Reply>, "backoff">): () => Promise<Answer<Reply>> {
    const resource: Resource<Reply> = { ...of, backoff: new Backoff() };
    let last: Received<Reply> | undefined;
    let running: Promise<Answer<Reply>> | undefined;
    const renew = async () => {
      try {
        last = await this.#ask(resource, { last });
        return answerOf(resource, last);
      } catch (error) {
        if (last === undefined || !(error instanceof PeakError)) throw error;
        return answerOf(resource, last, error);
      }
    };
    return async () => {
      if (last !== undefined && msSince(last.at) < last.freshMs) return answerOf(resource, last);
      running ??= renew().finally(() => (running = undefined));
      return running;
    };
  }

  /** With a cached response, sends at most one request; without one, waits and retries up to `maxWaitMs`. */
  async #ask<Reply>(of: Resource<Reply>, { query = "", last }: Asked<Reply>): Promise<Received<Reply>> {
    let waitLeftMs = last === undefined ? (this.#options.maxWaitMs ?? 120_000) : 0;
    for (;;) {
      this.#signal.throwIfAborted();
      waitLeftMs -= await this.#wait(of, waitLeftMs);
      try {
        const result = await this.#request(of, query, last);
        of.backoff.clear();
        if (of.isMetered) this.#limit.clear();
        return result;
      } catch (thrown) {
        this.#signal.throwIfAborted();
        const error = thrown instanceof PeakError ? thrown : this.#failed(of, "no response", { cause: thrown });
        if (!isWorthARetry(error)) throw error;
      }
    }
  }

  /** The error for a failed request; its path now backs off for a while. */
  #failed(of: Resource<never>, message: string, { response, problem, cause }: Failure = {}): PeakError {
    const status = response?.status || undefined; // a redirect that a browser hides has the status 0
    // the next query may be valid
    if (status === 400) return new PeakError(message, status, new Date(), cause, problem);
    const backoff = of.isMetered && status === 429 ? this.#limit : of.backoff;
    const retryAt = new Date(Date.now() + backoff.add(retryAfterMs(response?.headers)));
    backoff.failure = new PeakError(message, status, retryAt, cause, problem);
    return backoff.failure;
  }

  /** @returns the time waited @throws PeakError instead of waiting longer than `maxMs` */
  async #wait({ isMetered, backoff }: Resource<never>, maxMs: number): Promise<number> {
    const { waitMs, failure } = isMetered && this.#limit.waitMs > backoff.waitMs ? this.#limit : backoff;
    if (waitMs <= 0) return 0;
    if (waitMs > maxMs) throw failure;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, waitMs);
      this.#signal.addEventListener("abort", end);
    });
    this.#signal.throwIfAborted();
    return waitMs;
  }

  async #request<Reply>(of: Resource<Reply>, query: string, last?: Received<Reply>): Promise<Received<Reply>> {
    const { path, isMetered, isValid } = of;
    const { key, fetch: send = fetch, timeoutMs = 15_000 } = this.#options;
    const sentKey = isMetered ? key : undefined;
    const ending = new AbortController(); // Safari has had `AbortSignal.any` only since 17.4
    const end = () => ending.abort(this.#signal.reason);
    const timer = setTimeout(() => ending.abort(new Error("the request timed out")), timeoutMs);
    this.#signal.addEventListener("abort", end);
    try {
      const headers = {
        ...(last?.etag ? { "If-None-Match": last.etag } : {}),
        ...(sentKey === undefined ? {} : { "X-NHCI-API-Key": sentKey }),
      };
      // A redirect could send the key to another host. Not "error": Cloudflare Workers do not have it.
      const redirect = sentKey === undefined ? "follow" : "manual";
      const response = await send(this.#base + path + query, { headers, redirect, signal: ending.signal });
      const arrival = { at: momentNow(), ...agesOf(response.headers) };
      if (response.status === 304 && last !== undefined) return { ...last, ...arrival };
      const text = await response.text(); // of a failure too: an unread body would hold its connection
      if (response.status !== 200) {
        const message = `the service responded with ${response.status || "a redirect"}`;
        throw this.#failed(of, message, { response, problem: problemIn(text) });
      }
      const reply = parseReply(text, isValid);
      if (reply === undefined) throw this.#failed(of, "not a Peak response");
      return { reply, etag: response.headers.get("ETag"), ...arrival };
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener("abort", end);
    }
  }
}

function isWorthARetry({ status = 500 }: PeakError): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** The members of an error response that a caller can use. */
interface Problem {
  readonly detail?: string | undefined;
  readonly parameter?: string | undefined;
}

interface Failure {
  readonly response?: Response;
  readonly problem?: Problem;
  readonly cause?: unknown;
}

/** A path of the site, and how to judge what it returns. */
interface Resource<Reply> {
  readonly path: string;
  /** Whether requests count against the limit, and a key has an effect. */
  readonly isMetered?: boolean;
  /** Whether it is a Peak response; may throw for any other shape. */
  readonly isValid: (reply: Reply) => boolean;
  readonly isStale: (reply: Reply, ageMs: AgeMs) => boolean;
  readonly backoff: Backoff;
}

/** The age of a time that the site sent; NaN if the time is invalid. */
type AgeMs = (since: string | undefined) => number;

interface Asked<Reply> {
  readonly query?: string;
  /** The cached response. */
  readonly last?: Received<Reply> | undefined;
}

/** A usable response. */
interface Received<Reply> {
  readonly reply: Reply;
  readonly etag: string | null;
  /** When the response arrived or was last confirmed. */
  readonly at: Moment;
  /** How old it was then, including its time in shared caches. */
  readonly ageMs: number;
  /** How long it may be used from then on. */
  readonly freshMs: number;
}

function answerOf<Reply>(of: Resource<Reply>, result: Received<Reply>, failure?: PeakError): Answer<Reply> {
  const { reply, at, ageMs } = result;
  // A response is at least as old as on arrival plus the time since, even if the wall clock disagrees.
  const ageOf: AgeMs = (since = "") => Math.max(at.wall - Date.parse(since), ageMs) + msSince(at);
  return { data: reply, isStale: of.isStale(reply, ageOf), confirmedAt: new Date(at.wall - ageMs), failure };
}

/**
 * A point in time by both clocks of a machine. Each can be wrong: the wall clock when somebody sets it, the monotonic
 * one because it may stop while the machine sleeps.
 */
interface Moment {
  /** ms since 1970 */
  readonly wall: number;
  /** ms since the program began */
  readonly steady: number;
}

function momentNow(): Moment {
  return { wall: Date.now(), steady: performance.now() };
}

/** ms since then, by the clock that has advanced more. */
function msSince(then: Moment): number {
  return Math.max(Date.now() - then.wall, performance.now() - then.steady);
}

const HOUR_MS = 3_600_000;

/** After a failure: a random backoff of up to 2, 4, 8 … 300 s, on top of `Retry-After`, which is capped at an hour. */
const [FIRST_BACKOFF_MS, MAX_BACKOFF_MS, DEFAULT_WAIT_MS] = [1000, 300_000, 1000];

/** The consecutive failures of one path, or of all paths that share a limit. */
class Backoff {
  failure: PeakError | undefined;
  #failures = 0;
  /** No request before this, by the monotonic clock. */
  #until = 0;

  get waitMs(): number {
    return this.#until - performance.now();
  }

  /** Counts a failure. @param retryAfterMs the wait that the service requested @returns how long to wait, in ms */
  add(retryAfterMs: number): number {
    this.#failures += 1;
    const waitMs = retryAfterMs + Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures);
    this.#until = performance.now() + waitMs;
    return waitMs;
  }

  clear(): void {
    this.failure = undefined;
    this.#failures = 0;
    this.#until = 0;
  }
}

/** A query string of the parameters that have a value. */
function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** How long the service asks us to wait: seconds, or the date that a proxy may send. */
function retryAfterMs(headers: Headers | undefined): number {
  const text = headers?.get("Retry-After")?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return ms > 0 ? Math.min(ms, HOUR_MS) : DEFAULT_WAIT_MS;
}

/** Age and remaining freshness of a response. No response of Peak may be used for longer than an hour. */
function agesOf(headers: Headers): Pick<Received<unknown>, "ageMs" | "freshMs"> {
  const ms = (name: string, pattern: RegExp) => Number(pattern.exec(headers.get(name) ?? "")?.[1] ?? 0) * 1000;
  const ageMs = Math.min(ms("Age", /^(\d+)$/), MAX_AGE_MS);
  const maxAgeMs = Math.min(ms("Cache-Control", /\bmax-age=(\d+)/), HOUR_MS);
  return { ageMs, freshMs: Math.max(0, maxAgeMs - ageMs) };
}

/** Caps the ages that caches report, so that dates stay valid: 10 years. */
const MAX_AGE_MS = 10 * 365 * 24 * HOUR_MS;

function isScore(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}

/** Also true for the age of an invalid time. */
function isOver(hours: number, ageMs: number): boolean {
  return !(ageMs < hours * HOUR_MS);
}

/** @returns `undefined` if it is not JSON, has a different shape, or is not Peak's */
function parseReply<Reply>(text: string, isValid: (reply: Reply) => boolean): Reply | undefined {
  try {
    const reply: Reply & { readonly ok: unknown } = JSON.parse(text);
    return reply.ok === true && isValid(reply) ? reply : undefined;
  } catch {
    return undefined;
  }
}

/** What an error response of Peak says, cut to a length that suits a log; nothing from other servers' responses. */
function problemIn(text: string): Problem {
  try {
    const { ok, detail, parameter } = JSON.parse(text);
    if (ok !== false) return {};
    return { detail: shortText(detail), parameter: shortText(parameter) };
  } catch {
    return {};
  }
}

function shortText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 300) : undefined;
}
