// The client of a Peak site: one method for each JSON answer, with a cache, revalidation and back-off.

import type { CurrentReply, HistoryReply, MetaReply, ProHistoryReply, RecordReply } from "./types.js";

/** What a client is made with. */
export interface PeakClientOptions {
  /** Address of the site, e.g. `https://peak.example`, or of a scene of its sandbox. */
  readonly baseUrl: string | URL;
  /**
   * A key of API Pro, `peak_live_…`. Sent with `current`, `history`, `fullHistory` and `at`, and shown nowhere. It does not belong into a
   * page: everybody reads its source.
   */
  readonly key?: string | undefined;
  /** By default the `fetch` of the browser or of Node. */
  readonly fetch?: typeof fetch | undefined;
  /** Ends every request and every wait of this client. */
  readonly signal?: AbortSignal | undefined;
  /** How often one call asks, 4 times at most by default. */
  readonly attempts?: number | undefined;
  /** How long one call waits for its turn, all waits together, in ms; 120,000 by default. With 0 it never waits. */
  readonly maxWaitMs?: number | undefined;
  /** Time limit of one request in ms; 15,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** By default the clock of the machine. */
  readonly clock?: ClientClock | undefined;
}

/** The time as a client takes it; a test may give its own. */
export interface ClientClock {
  /** In ms since 1970. */
  now(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Asks a Peak service. Each method answers from its cache while `max-age` allows it, then revalidates by `ETag`, and backs off as
 * `Retry-After` demands. Calls at the same time share one request.
 *
 * @throws PeakError when there is no answer, and none from before; the signal's reason when that aborts
 */
export interface PeakClient {
  /** The score now, and market figures. */
  current(): Promise<Answer<CurrentReply>>;
  /** The last 30 daily rows, oldest first. */
  history(): Promise<Answer<HistoryReply>>;
  /** What the score stands on: ages, next times, sources. */
  meta(): Promise<Answer<MetaReply>>;
  /** What the score said in the past, and what came of it. */
  record(): Promise<Answer<RecordReply>>;
  /** Every daily row since 2017 and the corrections of them, oldest first. Needs a key; asked for anew each time, in several requests. */
  fullHistory(days?: AskedDays): Promise<Pick<ProHistoryReply, "data" | "revisions">>;
}

/** UTC days, `2024-01-31`; both are included. */
export interface AskedDays {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What a site answered, and how far it can be relied on. */
export interface Answer<Reply> {
  readonly data: Reply;
  /**
   * Whether the data are too old to be shown as current: a score of two hours, or a daily row that is two hours late. Judged
   * at the moment of the call, also of what was received before.
   */
  readonly isStale: boolean;
  /** When the service last said that these are the data. */
  readonly confirmedAt: Date;
  /** Why this is an earlier answer, when a newer one was asked for in vain. */
  readonly failure: PeakError | undefined;
}

/** The service gave no answer that can be used. */
export class PeakError extends Error {
  /** HTTP status; `undefined` when no answer came, or none of Peak's. */
  readonly status: number | undefined;
  /** Before this the client does not ask for the same again. */
  readonly retryAt: Date;

  constructor(message: string, status: number | undefined, retryAt: Date, cause: unknown) {
    super(message, { cause });
    this.name = "PeakError";
    this.status = status;
    this.retryAt = retryAt;
  }
}

const HOUR_MS = 3_600_000;

/** A score that is older is stale; a daily row is due at 06:00 UTC and may be this late. */
const STALE_MS = 2 * HOUR_MS;

/** From the beginning of a row's day to the moment when the next row is due. */
const NEXT_ROW_MS = 30 * HOUR_MS;

/** From the beginning of the last day in a record to the moment when the record with the next day is due. */
const NEXT_RECORD_MS = 54.5 * HOUR_MS;

/**
 * Makes a client. What it knows is in it: make one and keep it.
 *
 * @throws TypeError for an address that is none
 */
export function peakClient(options: PeakClientOptions): PeakClient {
  const { baseUrl, attempts = 4, maxWaitMs = 120_000, timeoutMs = 15_000, clock = MACHINE_CLOCK } = options;
  const send = options.fetch ?? fetch;
  const signal = options.signal ?? new AbortController().signal;
  const base = new URL(baseUrl).href.replace(/\/?([?#].*)?$/, "");
  const config: ClientConfig = { base, key: options.key, send, signal, attempts, maxWaitMs, timeoutMs, clock };
  const limit: BackOff = { failure: undefined };
  /** Asks once for what has parameters, so that nothing is kept. */
  const ask = async <Reply>(path: string, isValid: (reply: Reply) => boolean): Promise<Reply> =>
    (await resource<Reply>(config, { path, isValid, isStale: () => false, limit })()).data;
  return {
    current: resource<CurrentReply>(config, {
      path: "/api/public/nhci",
      isValid: ({ btc }) => isScore(btc.score),
      isStale: ({ btc }, now) => btc.stale || isPast(now, btc.updated_at, STALE_MS),
      limit,
    }),
    history: resource<HistoryReply>(config, {
      path: "/api/public/nhci/history",
      isValid: ({ data }) => data.length > 0 && data.every(({ score }) => isScore(score)),
      isStale: ({ data }, now) => isPast(now, data.at(-1)?.date, NEXT_ROW_MS + STALE_MS),
      limit,
    }),
    meta: resource<MetaReply>(config, {
      path: "/api/public/nhci/meta",
      isValid: ({ btc }) => isScore(btc.score),
      isStale: ({ stale, updated_at }, now) => stale || isPast(now, updated_at, STALE_MS),
    }),
    record: resource<RecordReply>(config, {
      path: "/api/public/nhci/record",
      isValid: ({ turns }) => turns.every(({ score }) => isScore(score)),
      isStale: ({ to }, now) => isPast(now, to, NEXT_RECORD_MS + STALE_MS),
    }),
    async fullHistory({ from, to } = {}) {
      const days = Object.entries({ from, to }).filter((each): each is [string, string] => each[1] !== undefined);
      const [data, revisions]: [ProHistoryReply["data"][number][], ProHistoryReply["revisions"][number][]] = [[], []];
      for (let query: string | undefined = `?${new URLSearchParams(days)}`; query !== undefined; ) {
        const page: ProHistoryReply = await ask(`/api/pro/nhci/history${query}`, (reply: ProHistoryReply) =>
          reply.data.every(({ score }) => isScore(score)),
        );
        data.push(...page.data);
        revisions.push(...page.revisions);
        query = page.next === null ? undefined : new URL(page.next).search;
      }
      return { data, revisions };
    },
  };
}

function isScore(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= 100;
}

/** Whether so many ms have gone by since a moment. True when `since` is no time. */
function isPast(now: number, since: string | undefined, ms: number): boolean {
  return !(now < Date.parse(`${since}`) + ms);
}

interface ClientConfig {
  /** Without a slash at its end. */
  readonly base: string;
  readonly key: string | undefined;
  readonly attempts: number;
  readonly maxWaitMs: number;
  readonly timeoutMs: number;
  readonly send: typeof fetch;
  readonly signal: AbortSignal;
  readonly clock: ClientClock;
}

interface Resource<Reply> {
  readonly path: string;
  /** Whether it is an answer of Peak; may throw when its shape is another one. */
  readonly isValid: (reply: Reply) => boolean;
  readonly isStale: (reply: Reply, now: number) => boolean;
  /** The back-off after 429, of all resources that share the service's limit; one of its own by default. */
  readonly limit?: BackOff;
}

/** No request before the `retryAt` of this failure. */
interface BackOff {
  failure: PeakError | undefined;
}

/** The last answer; times in ms since 1970. */
interface Cached<Reply> {
  readonly reply: Reply;
  readonly etag: string | null;
  readonly confirmedAt: number;
  readonly freshUntil: number;
}

/** Back-off in ms: at random up to 2, 4, 8 … 300 s, on top of what the service demands. */
const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = 300_000;

function resource<Reply>(config: ClientConfig, about: Resource<Reply>): () => Promise<Answer<Reply>> {
  const { attempts, maxWaitMs, clock, signal } = config;
  const own: BackOff = { failure: undefined };
  const limit: BackOff = about.limit ?? { failure: undefined };
  let cached: Cached<Reply> | undefined;
  let failures = 0;
  let running: Promise<Answer<Reply>> | undefined;

  const answerOf = ({ reply, confirmedAt }: Cached<Reply>, failure?: PeakError): Answer<Reply> => {
    const isStale = about.isStale(reply, clock.now());
    return { data: reply, isStale, confirmedAt: new Date(confirmedAt), failure };
  };

  const blockedBy = (): PeakError | undefined => {
    const failed = [own.failure, limit.failure].filter((each) => each !== undefined);
    return failed.find(({ retryAt }) => clock.now() < retryAt.getTime());
  };

  /** Asks once. @returns the failure, if it failed */
  const ask = async (): Promise<PeakError | undefined> => {
    try {
      cached = await request(config, about, cached);
      failures = 0;
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      const { status, waitMs, message } = error instanceof Refusal ? error : new Refusal("no answer came");
      const backOffMs = Math.random() * Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
      const failure = new PeakError(message, status, new Date(clock.now() + waitMs + backOffMs), error);
      (status === 429 ? limit : own).failure = failure;
      return failure;
    }
  };

  /** Without an earlier answer: asks, backs off and asks again. */
  const firstAnswer = async (): Promise<Answer<Reply>> => {
    let waitLeftMs = maxWaitMs;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      waitLeftMs -= await untilAllowed(waitLeftMs);
      const failure = await ask();
      if (cached !== undefined) return answerOf(cached);
      if (failure !== undefined && (attempt >= attempts || !isRetryable(failure.status))) throw failure;
    }
  };

  /** Waits until the next request is allowed. @returns for how long @throws PeakError instead of waiting longer than `maxMs` */
  const untilAllowed = async (maxMs: number): Promise<number> => {
    const failure = blockedBy();
    if (failure === undefined) return 0;
    const waitMs = failure.retryAt.getTime() - clock.now();
    if (waitMs > maxMs) throw failure;
    await clock.sleep(waitMs, signal);
    return waitMs;
  };

  const newerAnswer = async (known: Cached<Reply>): Promise<Answer<Reply>> => {
    const failure = blockedBy() ?? (await ask());
    return answerOf(cached ?? known, failure);
  };

  return async () => {
    if (cached !== undefined && clock.now() < cached.freshUntil) return answerOf(cached);
    running ??= (cached === undefined ? firstAnswer() : newerAnswer(cached)).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Whether the same request may succeed later. */
function isRetryable(status: number | undefined): boolean {
  return status === undefined || status === 408 || status === 429 || status >= 500;
}

/** Why one request gave nothing that can be used. */
class Refusal extends Error {
  readonly status: number | undefined;
  /** How long the service asks to be left alone. */
  readonly waitMs: number;

  constructor(message: string, response?: Response, now = 0) {
    super(message);
    this.status = response?.status;
    this.waitMs = retryAfterMs(response?.headers.get("Retry-After"), now);
  }
}

/** When the service names no time. */
const DEFAULT_WAIT_MS = 1000;

/** More than any time that Peak names. */
const MAX_WAIT_MS = HOUR_MS;

/** @param header seconds, or the date that a proxy may send */
function retryAfterMs(header: string | null | undefined, now: number): number {
  const text = header?.trim() ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return ms > 0 ? Math.min(ms, MAX_WAIT_MS) : DEFAULT_WAIT_MS;
}

/** In characters; the largest answer has 20,000. */
const MAX_TEXT = 300_000;

/** @throws Refusal for an answer that cannot be used; whatever `fetch` throws */
async function request<Reply>(
  config: ClientConfig,
  { path, isValid, limit }: Resource<Reply>,
  cached: Cached<Reply> | undefined,
) {
  const { base, key, send, timeoutMs, clock } = config;
  const response = await send(base + path, {
    headers: {
      ...(cached?.etag ? { "If-None-Match": cached.etag } : {}),
      ...(key !== undefined && limit !== undefined ? { "X-NHCI-API-Key": key } : {}),
    },
    signal: AbortSignal.any([config.signal, AbortSignal.timeout(timeoutMs)]),
  });
  const { status, headers } = response;
  const confirmedAt = clock.now();
  const freshUntil = confirmedAt + freshMs(headers);
  if (status === 304 && cached !== undefined) return { ...cached, confirmedAt, freshUntil };
  if (status !== 200) {
    await response.body?.cancel(); // unread, it would keep its connection
    throw new Refusal(`the service answered ${status}`, response, confirmedAt);
  }
  const reply = parsed<Reply>(await textOf(response), isValid);
  if (reply === undefined) throw new Refusal("this is no answer of Peak");
  return { reply, etag: headers.get("ETag"), confirmedAt, freshUntil };
}

function freshMs(headers: Headers): number {
  const seconds = (text: string | null, pattern: RegExp) => Number(pattern.exec(text ?? "")?.[1] ?? 0);
  const left = seconds(headers.get("Cache-Control"), /max-age=(\d{1,6})/) - seconds(headers.get("Age"), /^(\d+)$/);
  return Math.max(0, left) * 1000;
}

async function textOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length <= MAX_TEXT) continue;
    await reader.cancel();
    throw new Refusal("the answer is too long");
  }
  return text;
}

function parsed<Reply>(text: string, isValid: (reply: Reply) => boolean): Reply | undefined {
  try {
    const reply: Reply & { readonly ok: unknown } = JSON.parse(text);
    return reply.ok === true && isValid(reply) ? reply : undefined;
  } catch {
    return undefined; // no JSON, or of another shape
  }
}

const MACHINE_CLOCK: ClientClock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const leave = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", leave);
        resolve();
      }, ms);
      signal.addEventListener("abort", leave, { once: true });
    }),
};
