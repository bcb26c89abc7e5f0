/**
 * Fetches a text over HTTP in bounded time and size, for the verifier and the service's sources. Responses are not
 * trusted: whatever a server sends, a call returns a response or throws a FetchFault.
 */

import { isUtf8 } from "node:buffer";

/**
 * Sends one GET and reads the whole response, whatever its status. Does not follow redirects.
 *
 * @throws FetchFault if there is no complete response; the signal's reason when it aborts
 */
export async function getText(url: URL, options: GetOptions): Promise<TextAnswer> {
  const { headers, signal, maxBytes, timeoutMs, beginMs = timeoutMs } = options;
  signal.throwIfAborted();
  const over = new AbortController();
  signal.addEventListener("abort", () => over.abort(signal.reason), { signal: over.signal });
  const giveUp = (ms: number) => over.abort(new FetchFault("unreachable", `no whole answer in ${ms / 1000} s`));
  // Our own timers rather than AbortSignal.timeout, which is unref'd: the process could end before the verdict.
  const timers = [beginMs, timeoutMs].map((ms) => setTimeout(giveUp, ms, ms));
  try {
    const sent = { "accept-encoding": "gzip", ...headers };
    const response = await fetch(url, { headers: sent, redirect: "manual", signal: over.signal });
    clearTimeout(timers[0]);
    return await read(response, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchFault) throw error;
    // `fetch` says only that it failed; the cause says why. Its code is safe to show, its message may quote the answer.
    const code = String((error as { readonly cause?: { readonly code?: unknown } }).cause?.code ?? "");
    const why = /^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
    throw new FetchFault("unreachable", `the connection failed (${why})`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    over.abort(); // cancels what is still running and removes our listener from the caller's signal
  }
}

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request with its reason. */
  readonly signal: AbortSignal;
  /** Maximum body size after decompression. */
  readonly maxBytes: number;
  /** For the whole response. */
  readonly timeoutMs: number;
  /** Until the status arrives, including connecting; `timeoutMs` by default. */
  readonly beginMs?: number;
}

export interface TextAnswer {
  readonly status: number;
  readonly text: string;
  /** The server's `Date`. */
  readonly date: number | undefined;
  /** How long caches have held the response, in ms. */
  readonly ageMs: number;
  /** How long the server asks us to wait, in ms; at most three days, the longest documented ban. */
  readonly retryAfterMs: number | undefined;
}

/** There is no usable response. The message is our wording, never the server's. */
export class FetchFault extends Error {
  override readonly name = "FetchFault";
  readonly kind: "unreachable" | "throttled" | "refused" | "malformed";
  /** How long to back off, if known. */
  readonly waitMs: number | undefined;
  constructor(kind: FetchFault["kind"], message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
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

async function read({ status, headers, body }: Response, maxBytes: number): Promise<TextAnswer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new FetchFault("malformed", `the body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  const whole = Buffer.concat(chunks);
  if (status === 200 && !isUtf8(whole)) throw new FetchFault("malformed", "the body is not UTF-8 text");
  const text = new TextDecoder().decode(whole); // drops a byte order mark
  const date = momentOf(headers.get("date"));
  const ageMs = secondsOf(headers.get("age")) ?? 0;
  return { status, text, date, ageMs, retryAfterMs: waitOf(headers.get("retry-after"), date) };
}

/** Parses `Retry-After`, which is a number of seconds or a date. */
function waitOf(header: string | null, date = Date.now()): number | undefined {
  const ms = secondsOf(header) ?? (momentOf(header) ?? 0) - date;
  return ms > 0 ? Math.min(ms, 3 * 86_400_000) : undefined;
}

/** Parses whole seconds to ms. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Parses an HTTP date such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
function momentOf(header: string | null): number | undefined {
  const at = header?.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
