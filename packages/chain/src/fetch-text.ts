/**
 * Gets one text over HTTP in bounded time and size, for the verifier and for the sources of the service. What comes
 * back is never trusted: whatever a server sends, a call ends with an answer or with one of the named faults.
 */

/**
 * Sends one GET and reads the whole answer, whatever its status. Redirects are not followed.
 *
 * @throws FetchFault when there is no whole answer; the signal's reason when it aborts
 */
export async function getText(url: URL, options: GetOptions): Promise<TextAnswer> {
  const { headers, signal, maxBytes, timeoutMs, beginMs = timeoutMs } = options;
  signal.throwIfAborted();
  const until = new AbortController();
  const giveUp = (what: string, ms: number) => until.abort(new FetchFault("unreachable", `${what} in ${ms / 1000} s`));
  const onStop = () => until.abort(signal.reason);
  signal.addEventListener("abort", onStop, { once: true });
  // Timers of our own, which keep the process: whatever `fetch` makes of an answer, this call ends.
  const whole = setTimeout(giveUp, timeoutMs, "no whole answer", timeoutMs);
  const begin = setTimeout(giveUp, beginMs, beginMs === timeoutMs ? "no whole answer" : "no answer", beginMs);
  const ended = new Promise<never>((_, reject) => {
    until.signal.addEventListener("abort", () => reject(until.signal.reason), { once: true });
  });
  try {
    const sent = { "accept-encoding": "gzip", ...headers };
    const answer = fetch(url, { headers: sent, redirect: "manual", signal: until.signal }).then((response) => {
      clearTimeout(begin);
      return read(response, maxBytes);
    });
    return await Promise.race([answer, ended]);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof FetchFault ? error : new FetchFault("unreachable", connectionFault(error), { cause: error });
  } finally {
    clearTimeout(whole);
    clearTimeout(begin);
    signal.removeEventListener("abort", onStop);
  }
}

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Ends the request, with its reason. */
  readonly signal: AbortSignal;
  /** As it comes out of decompression. */
  readonly maxBytes: number;
  /** For the whole answer. */
  readonly timeoutMs: number;
  /** Until the status is there, connecting included; `timeoutMs` by default. */
  readonly beginMs?: number;
}

export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** When the server made the answer, by its own clock: its `Date`. */
  readonly date: number | undefined;
  /** How long caches on the way have kept it, in ms. */
  readonly ageMs: number;
  /** How long the server asks us to wait, in ms; at most three days, the longest ban that is documented anywhere. */
  readonly retryAfterMs: number | undefined;
}

/** How a request failed, in a word. A status may be a fault too: see `statusFault`. */
export type FetchFaultKind = "unreachable" | "throttled" | "refused" | "malformed";

/** There is no answer that could be used. The message is our own wording, never the server's. */
export class FetchFault extends Error {
  override readonly name = "FetchFault";
  readonly kind: FetchFaultKind;
  constructor(kind: FetchFaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** What a status other than 200 means; `undefined` for 200. */
export function statusFault(status: number): FetchFault | undefined {
  if (status === 200) return undefined;
  if (status === 429 || status === 418) return new FetchFault("throttled", `status ${status}`);
  if (status === 408 || status >= 500) return new FetchFault("unreachable", `status ${status}`);
  if (status >= 400) return new FetchFault("refused", `status ${status}`);
  if (status >= 300) return new FetchFault("refused", `status ${status}, and redirects are not followed`);
  return new FetchFault("malformed", `status ${status}`);
}

async function read(response: Response, maxBytes: number): Promise<TextAnswer> {
  const { status, headers, body } = response;
  const date = httpDate(headers.get("date"));
  const retryAfterMs = waitOf(headers.get("retry-after"), date ?? Date.now());
  const ageMs = secondsOf(headers.get("age"), DAY_MS) ?? 0;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FetchFault("malformed", `the body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: status === 200 }).decode(Buffer.concat(chunks));
    return { status, text, date, ageMs, retryAfterMs };
  } catch {
    throw new FetchFault("malformed", "the body is no text in UTF-8");
  }
}

const DAY_MS = 86_400_000;

function waitOf(header: string | null, now: number): number | undefined {
  const until = httpDate(header);
  const ms = until === undefined ? secondsOf(header, Number.POSITIVE_INFINITY) : until - now;
  return ms !== undefined && ms > 0 ? Math.min(ms, 3 * DAY_MS) : undefined;
}

/** Whole seconds of a header, in ms; `undefined` when it says something else, or more than can be. */
function secondsOf(header: string | null, maxMs: number): number | undefined {
  const ms = /^\d+$/.test(header ?? "") ? Number(header) * 1000 : undefined;
  return ms !== undefined && ms <= maxMs ? ms : undefined;
}

/** The moment of an HTTP date such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
function httpDate(text: string | null): number | undefined {
  const at = /^[A-Z][a-z]{2,8},? .*GMT$/.test(text ?? "") ? Date.parse(text ?? "") : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** `fetch` says only that it failed; why is in the cause, whose code is safe to show: its message may quote the answer. */
function connectionFault(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  const code = String(cause?.code ?? "");
  return `the connection failed (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown"})`;
}
