/**
 * Fetches a text over HTTP in bounded time and size, for the verifier and the service's sources. Responses are not
 * trusted: no matter what a server sends, a call returns a response or throws a FetchFault, and nothing else happens.
 *
 * It uses `node:http`, because the platform's `fetch` decodes up to five content codings by itself, and a sixth makes
 * it emit an error that cannot be caught: one response would end the process.
 */

import { isUtf8 } from "node:buffer";
import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/**
 * Sends one GET and reads the whole response, with any status. Does not follow redirects.
 *
 * @throws FetchFault if there is no complete response; the signal's reason when it aborts
 * @example
 * ```ts
 * const options = { headers: {}, maxBytes: 1_000_000, timeoutMs: 15_000, signal: AbortSignal.timeout(15_000) };
 * const { status } = await getText(new URL("https://peak.example/api/public/nhci/proof"), options);
 * status; // 200
 * ```
 */
export async function getText(url: URL, options: GetOptions): Promise<TextAnswer> {
  const { headers, signal, maxBytes, timeoutMs, beginMs = timeoutMs } = options;
  signal.throwIfAborted();
  const over = new AbortController();
  signal.addEventListener("abort", () => over.abort(signal.reason), { signal: over.signal });
  const giveUp = (ms: number) => over.abort(new FetchFault("unreachable", `no complete response in ${ms / 1000} s`));
  // Our own timers rather than AbortSignal.timeout, which is unref'd: the process could end before the verdict.
  const timers = [beginMs, timeoutMs].map((ms) => setTimeout(giveUp, ms, ms));
  try {
    const send = url.protocol === "https:" ? httpsRequest : httpRequest;
    const request = send(url, { headers: { accept: "*/*", "accept-encoding": "gzip", ...headers } });
    // On a kept-alive connection, an unsolicited second response would be taken as the response to the next request.
    request.shouldKeepAlive = false;
    over.signal.addEventListener("abort", () => request.destroy());
    const response = await responseTo(request);
    clearTimeout(timers[0]);
    return await read(response, maxBytes);
  } catch (error) {
    over.signal.throwIfAborted();
    if (error instanceof FetchFault) throw error;
    // The code of an error is safe to show; its message may quote the response.
    const code = String((error as { readonly code?: unknown }).code ?? "");
    const why = /^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown";
    throw new FetchFault("unreachable", `the connection failed (${why})`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    over.abort(); // cancels what is still running and removes our listener from the caller's signal
  }
}

/**
 * Waits for the headers of the response. The listeners stay until the connection is closed: an error after we have
 * given up is expected and must not end the process.
 */
function responseTo(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    request.on("close", () => reject(new FetchFault("unreachable", "the connection was closed without a response")));
    let interim = 0;
    request.on("information", () => {
      interim += 1;
      if (interim <= MAX_INTERIM) return;
      reject(new FetchFault("malformed", "too many interim responses"));
      request.destroy();
    });
    request.on("upgrade", (_response, socket) => {
      socket.on("error", ignore);
      socket.destroy();
      reject(new FetchFault("unreachable", "the server switched to another protocol"));
    });
    request.on("response", (response) => {
      response.on("error", ignore); // `read` gets it too, if it is still reading
      resolve(response);
    });
    request.end();
  });
}

/** Interim responses (1xx) before the real one. Servers send one or two; a flood would keep us parsing. */
const MAX_INTERIM = 20;

function ignore(): void {}

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Aborts the request with its reason. */
  readonly signal: AbortSignal;
  /** Maximum body size, both as sent and after decompression. */
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
  /** How long to back off, in ms, if known. */
  readonly waitMs: number | undefined;
  constructor(kind: FetchFault["kind"], message: string, waitMs?: number) {
    super(message);
    this.kind = kind;
    this.waitMs = waitMs;
  }
}

/**
 * What a status other than 200 means; `undefined` for 200.
 *
 * @example
 * ```ts
 * statusFault(429)?.kind; // "throttled"
 * statusFault(200); // undefined
 * ```
 */
export function statusFault(status: number): FetchFault | undefined {
  if (status === 200) return undefined;
  if (status === 429 || status === 418) return new FetchFault("throttled", `status ${status}`);
  if (status === 408 || status >= 500) return new FetchFault("unreachable", `status ${status}`);
  if (status >= 400) return new FetchFault("refused", `status ${status}`);
  if (status >= 300) return new FetchFault("refused", `status ${status}, and redirects are not followed`);
  return new FetchFault("malformed", `status ${status}`);
}

async function read(response: IncomingMessage, maxBytes: number): Promise<TextAnswer> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of decoded(response, maxBytes)) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (status === 200 && !isUtf8(body)) throw new FetchFault("malformed", "the body is not UTF-8 text");
  const text = new TextDecoder().decode(body); // drops a byte order mark
  const date = momentOf(headers.date);
  const ageMs = secondsOf(headers.age) ?? 0;
  return { status, text, date, ageMs, retryAfterMs: waitOf(headers["retry-after"], date) };
}

function tooLarge(maxBytes: number): FetchFault {
  return new FetchFault("malformed", `the body is larger than ${maxBytes} bytes`);
}

/** The decoded body. @throws FetchFault for any content coding but gzip, the only one requested */
function decoded(response: IncomingMessage, maxBytes: number): Readable {
  const coding = response.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (coding === "identity" || coding === "") return response;
  if (coding !== "gzip" && coding !== "x-gzip") {
    throw new FetchFault("malformed", "the body has a content coding that was not requested");
  }
  const body = createGunzip();
  body.on("error", ignore); // the reader gets it too, if it is still reading
  response.on("error", (error) => body.destroy(error)); // a truncated body is not a short body
  let bytes = 0;
  response.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length; // empty gzip members add nothing, however many there are
    if (bytes > maxBytes) body.destroy(tooLarge(maxBytes));
  });
  return response.pipe(body);
}

/** Parses `Retry-After`, which is a number of seconds or a date. */
function waitOf(header: string | undefined, date = Date.now()): number | undefined {
  const ms = secondsOf(header) ?? (momentOf(header) ?? 0) - date;
  return ms > 0 ? Math.min(ms, 3 * 86_400_000) : undefined;
}

/** Parses whole seconds to ms. */
function secondsOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) * 1000 : undefined;
}

/** Parses an HTTP date such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
function momentOf(header: string | undefined): number | undefined {
  const at = header?.endsWith("GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
