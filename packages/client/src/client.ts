// The client of a Peak site: one method per JSON response, with a cache, revalidation by ETag, and backoff.

import type { CurrentReply, HistoryReply, MetaReply, ProHistoryReply, RecordReply } from "./types.js";

export type * from "./types.js";

/** The options of a client. */
export interface PeakClientOptions {
  /** URL of the site, e.g. `https://peak.example`, or of one of its sandbox scenes. */
  readonly baseUrl: string | URL;
  /** An API Pro key, for `current`, `history` and `fullHistory`. Keep it out of web pages: anyone can read them. */
  readonly key?: string | undefined;
  /** Defaults to the `fetch` of the browser or Node. */
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

/** The service gave no usable response. */
export class PeakError extends Error {
  override readonly name = "PeakError";
  /** HTTP status; `undefined` when there was no response, or not one of Peak's. */
  readonly status: number | undefined;
  /** The client sends no request before this. */
  readonly retryAt: Date;

  constructor(message: string, status: number | undefined, retryAt: Date, cause: unknown) {
    super(message, { cause });
    this.status = status;
    this.retryAt = retryAt;
  }
}

/**
 * Creates a client. It holds its cache and its backoff: create one and keep it.
 *
 * @throws TypeError for an invalid URL
 */
export function peakClient(options: PeakClientOptions): PeakClient {
  return new PeakClient(options);
}

/**
 * Each method returns its cached response while `max-age` allows it, then revalidates by `ETag`. After a failure the
 * client sends nothing until `Retry-After` and a random backoff have passed. Concurrent calls share one request.
 *
 * @throws PeakError when there is no response, not even a cached one; the signal's reason when it aborts
 */
export class PeakClient {
  readonly #options: PeakClientOptions;
  readonly #base: string;
  readonly #signal: AbortSignal;
  /** No request before the `retryAt` of this failure. */
  #failure: PeakError | undefined;
  #failures = 0;

  constructor(options: PeakClientOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl).href.replace(/\/?([?#].*)?$/, "");
    this.#signal = options.signal ?? new AbortController().signal;
  }

  /** The current score and market figures. */
  readonly current = this.#cached<CurrentReply>("/api/public/nhci", {
    isKeyed: true,
    isValid: ({ btc }) => isScore(btc.score),
    isStale: ({ btc }) => btc.stale || isOlder(btc.updated_at, 2),
  });

  /** The last 30 daily rows, oldest first. */
  readonly history = this.#cached<HistoryReply>("/api/public/nhci/history", {
    isKeyed: true,
    isValid: ({ data }) => data.length > 0 && data.every(({ score }) => isScore(score)),
    isStale: ({ data }) => isOlder(data.at(-1)?.date, 32), // the next row is due after 30 hours
  });

  /** What the score is based on: ages, next update times, sources. */
  readonly meta = this.#cached<MetaReply>("/api/public/nhci/meta", {
    isValid: ({ btc }) => isScore(btc.score),
    isStale: ({ stale, updated_at }) => stale || isOlder(updated_at, 2),
  });

  /** What the score said in the past, and what happened next. */
  readonly record = this.#cached<RecordReply>("/api/public/nhci/record", {
    isValid: ({ turns }) => turns.every(({ score }) => isScore(score)),
    isStale: ({ to }) => isOlder(to, 56.5), // the next one is due after 54.5 hours
  });

  /**
   * Every daily row since 2017 and its corrections, oldest first. Needs a key; never cached; takes several requests.
   */
  readonly fullHistory = async (days: { from?: string; to?: string } = {}) => {
    const pages: ProHistoryReply[] = [];
    for (let query: string | undefined = `?${new URLSearchParams(days)}`; query !== undefined; ) {
      const { reply }: Received<ProHistoryReply> = await this.#ask(`/api/pro/nhci/history${query}`, FULL_HISTORY);
      pages.push(reply);
      query = reply.next === null ? undefined : new URL(reply.next).search; // below our base URL, whatever it says
    }
    return { data: pages.flatMap(({ data }) => data), revisions: pages.flatMap(({ revisions }) => revisions) };
  };

  /** Returns the cached response while it is fresh, or if no newer one can be fetched. */
  #cached<Reply>(path: string, of: Resource<Reply>): () => Promise<Answer<Reply>> {
    let last: Received<Reply> | undefined;
    let running: Promise<Answer<Reply>> | undefined;
    const answer = ({ reply, confirmedAt }: Received<Reply>, failure?: PeakError): Answer<Reply> => {
      return { data: reply, isStale: of.isStale(reply), confirmedAt: new Date(confirmedAt), failure };
    };
    const renew = async () => {
      try {
        last = await this.#ask(path, of, last);
        return answer(last);
      } catch (error) {
        if (last === undefined || !(error instanceof PeakError)) throw error;
        return answer(last, error);
      }
    };
    return async () => {
      if (last !== undefined && Date.now() < last.freshUntil) return answer(last);
      running ??= renew().finally(() => (running = undefined));
      return running;
    };
  }

  /** With a cached response, sends at most one request; without one, waits and retries as long as it may. */
  async #ask<Reply>(path: string, of: Resource<Reply>, last?: Received<Reply>): Promise<Received<Reply>> {
    let waitLeftMs = last === undefined ? (this.#options.maxWaitMs ?? 120_000) : 0;
    for (;;) {
      this.#signal.throwIfAborted();
      waitLeftMs -= await this.#untilAllowed(waitLeftMs);
      try {
        const received = await this.#request(path, of, last);
        [this.#failure, this.#failures] = [undefined, 0];
        return received;
      } catch (thrown) {
        this.#signal.throwIfAborted();
        const error = thrown instanceof PeakError ? thrown : this.#error("no response", undefined, thrown);
        const { status = 500 } = error;
        if (status < 500 && status !== 408 && status !== 429) throw error; // a retry would not help
        this.#failure = error;
      }
    }
  }

  /** @returns the time waited @throws PeakError instead of waiting longer than `maxMs` */
  async #untilAllowed(maxMs: number): Promise<number> {
    const waitMs = (this.#failure?.retryAt.getTime() ?? 0) - Date.now();
    if (waitMs <= 0) return 0;
    if (waitMs > maxMs) throw this.#failure;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#signal.addEventListener("abort", () => resolve(clearTimeout(timer)), { once: true });
    });
    this.#signal.throwIfAborted();
    return waitMs;
  }

  #error(message: string, response?: Response, cause?: unknown): PeakError {
    this.#failures += 1;
    const now = Date.now();
    const backOffMs = Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** this.#failures);
    const retryAt = new Date(now + retryAfterMs(response?.headers, now) + backOffMs);
    return new PeakError(message, response?.status, retryAt, cause);
  }

  async #request<Reply>(path: string, { isKeyed, isValid }: Resource<Reply>, last: Received<Reply> | undefined) {
    const { key, fetch: send = fetch, timeoutMs = 15_000 } = this.#options;
    const sentKey = isKeyed ? key : undefined;
    const ending = new AbortController(); // Safari has had `AbortSignal.any` only since 17.4
    const end = () => ending.abort(this.#signal.reason);
    const timer = setTimeout(() => ending.abort(new Error("the request timed out")), timeoutMs);
    this.#signal.addEventListener("abort", end, { once: true });
    try {
      const headers = {
        ...(last?.etag ? { "If-None-Match": last.etag } : {}),
        ...(sentKey === undefined ? {} : { "X-NHCI-API-Key": sentKey }),
      };
      // A redirect could send the key to another host.
      const redirect = sentKey === undefined ? "follow" : "error";
      const response = await send(this.#base + path, { headers, redirect, signal: ending.signal });
      const confirmedAt = Date.now();
      const times = { confirmedAt, freshUntil: confirmedAt + freshMs(response.headers) };
      if (response.status === 304 && last !== undefined) return { ...last, ...times };
      if (response.status !== 200) {
        await response.body?.cancel(); // an unread body would hold its connection
        throw this.#error(`the service answered ${response.status}`, response);
      }
      const reply = parsed(await response.text(), isValid);
      if (reply === undefined) throw this.#error("not a Peak response");
      return { reply, etag: response.headers.get("ETag"), ...times };
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener("abort", end);
    }
  }
}

interface Resource<Reply> {
  /** Whether a key has an effect. */
  readonly isKeyed?: boolean;
  /** Whether it is a Peak response; may throw for any other shape. */
  readonly isValid: (reply: Reply) => boolean;
  readonly isStale: (reply: Reply) => boolean;
}

const FULL_HISTORY: Resource<ProHistoryReply> = {
  isKeyed: true,
  isValid: ({ data }) => data.every(({ score }) => isScore(score)),
  isStale: () => false,
};

/** A usable response; times in ms since 1970. */
interface Received<Reply> {
  readonly reply: Reply;
  readonly etag: string | null;
  readonly confirmedAt: number;
  readonly freshUntil: number;
}

const HOUR_MS = 3_600_000;

/** After a failure: a random backoff of up to 2, 4, 8 … 300 s, on top of `Retry-After`, which is capped at an hour. */
const [FIRST_BACKOFF_MS, MAX_BACKOFF_MS, DEFAULT_WAIT_MS] = [1000, 300_000, 1000];

function isScore(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}

/** Whether `hours` have passed. True if `since` is not a valid time. */
function isOlder(since: string | undefined, hours: number): boolean {
  return !(Date.now() < Date.parse(`${since}`) + hours * HOUR_MS);
}

/** How long the service asks us to wait: seconds, or the date that a proxy may send. */
function retryAfterMs(headers: Headers | undefined, now: number): number {
  const text = headers?.get("Retry-After")?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, HOUR_MS) : DEFAULT_WAIT_MS;
}

function freshMs(headers: Headers): number {
  const seconds = (text: string | null, pattern: RegExp) => Number(pattern.exec(text ?? "")?.[1] ?? 0);
  const left = seconds(headers.get("Cache-Control"), /max-age=(\d{1,6})/) - seconds(headers.get("Age"), /^(\d+)$/);
  return Math.max(0, left) * 1000;
}

/** @returns `undefined` if it is not JSON, has a different shape, or is not Peak's */
function parsed<Reply>(text: string, isValid: (reply: Reply) => boolean): Reply | undefined {
  try {
    const reply: Reply & { readonly ok: unknown } = JSON.parse(text);
    return reply.ok === true && isValid(reply) ? reply : undefined;
  } catch {
    return undefined;
  }
}
