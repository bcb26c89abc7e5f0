/**
 * Gets one text over HTTP in bounded time and size, for the verifier and for the sources of the service. What comes
 * back is never trusted: whatever a server sends, a call ends with an answer or with one of the named faults.
 */

import { isUtf8 } from "node:buffer";

/**
 * Sends one GET and reads the whole answer, whatever its status. Redirects are not followed.
 *
 * @throws FetchFault when there is no whole answer; the signal's reason when it aborts
 */
export async function getText(url: URL, options: GetOptions): Promise<TextAnswer> {
  const { headers, signal, maxBytes, timeoutMs, beginMs = timeoutMs } = options;
  signal.throwIfAborted();
  const over = new AbortController();
  signal.addEventListener("abort", () => over.abort(signal.reason), { signal: over.signal });
  const giveUp = (ms: number) => over.abort(new FetchFault("unreachable", `no whole answer in ${ms / 1000} s`));
  // Timers of our own, which keep the process: whatever `fetch` makes of an answer, this call ends.
  const timers = [beginMs, timeoutMs].map((ms) => setTimeout(giveUp, ms, ms));
  const ended = new Promise<never>((_, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason));
  });
  try {
    const sent = { "accept-encoding": "gzip", ...headers };
    const asked = fetch(url, { headers: sent, redirect: "manual", signal: over.signal });
    const response = await Promise.race([asked, ended]);
    clearTimeout(timers[0]);
    return await Promise.race([read(response, maxBytes), ended]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchFault) throw error;
    // `fetch` says only that it failed; the cause says why. Its code is safe to show, its message may quote the answer.
    const code = String((error as { readonly cause?: { readonly code?: unknown } }).cause?.code ?? "");
    const why = /^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
    throw new FetchFault("unreachable", `the connection failed (${why})`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    over.abort(); // ends what is still under way, and lets go of the caller's signal
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

/** There is no answer that could be used. The message is our own wording, never the server's. */
export class FetchFault extends Error {
  override readonly name = "FetchFault";
  readonly kind: "unreachable" | "throttled" | "refused" | "malformed";
  /** How long to leave the server alone, where that is known. */
  readonly waitMs: number | undefined;
  constructor(kind: FetchFault["kind"], message: string, waitMs?: number) {
    super(message);
    [this.kind, this.waitMs] = [kind, waitMs];
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
  if (status === 200 && !isUtf8(whole)) throw new FetchFault("malformed", "the body is no text in UTF-8");
  const text = new TextDecoder().decode(whole); // leaves out a byte order mark
  const date = momentOf(headers.get("date"));
  const ageMs = secondsOf(headers.get("age")) ?? 0;
  return { status, text, date, ageMs, retryAfterMs: waitOf(headers.get("retry-after"), date) };
}

/** Of a `Retry-After`, which counts seconds or names a moment. */
function waitOf(header: string | null, date = Date.now()): number | undefined {
  const ms = secondsOf(header) ?? (momentOf(header) ?? 0) - date;
  return ms > 0 ? Math.min(ms, 3 * 86_400_000) : undefined;
}

/** Whole seconds, in ms. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

/** A moment such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
function momentOf(header: string | null): number | undefined {
  const at = header?.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
