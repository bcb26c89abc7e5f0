/**
 * One HTTP request to a source: with a time limit, a bounded body, and a fault in our own words when it gave nothing
 * usable.
 */

import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { Socket } from "node:net";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { DAY_MS, type Instant, MINUTE_MS, SECOND_MS } from "peak-cycle-model";
import { errorCode, type SourceFault } from "../domain/errors.js";

/** Why one request gave nothing usable, and what to do about it. The message is our own, never the source's. */
export class HttpFailure extends Error {
  readonly fault: SourceFault;
  readonly advice: FailureAdvice;
  constructor(fault: SourceFault, message: string, advice: FailureAdvice = {}) {
    super(message);
    this.fault = fault;
    this.advice = advice;
  }
}

interface FailureAdvice {
  /** Whether the same request may succeed in a moment; not by default. */
  readonly retryable?: boolean;
  /** How long to leave the source alone once we give up, unless it named a time itself. */
  readonly pauseMs?: number | undefined;
  /** How long the source asked us to wait. */
  readonly retryAfterMs?: number | undefined;
}

/** A connection that has been free for so long is closed: before most servers do, which would cost the next request. */
const FREE_MS = 4000;

/**
 * Sends one GET and waits for the headers of its answer, whatever their status. Redirects are not followed. Aborting
 * the signal ends the request and, later, the body.
 *
 * @throws HttpFailure `unreachable` when the connection fails; the signal's reason when it aborts
 */
type HttpGet = (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<IncomingMessage>;

/**
 * Requests over connections that are kept for a while. Node's own client and not `fetch`, which has no time limit for
 * connecting and no way to count the bytes of a compressed body (docs/decisions/0027-one-file-a-source.md).
 *
 * @param connectMs a connection that is not ready after this long, handshake included, fails with `ETIMEDOUT`
 */
export function httpClient(connectMs: number): HttpGet {
  const options = { keepAlive: true, timeout: FREE_MS };
  const plain = new PlainAgent(options);
  const secure = new SecureAgent(options);
  return (url, headers, signal) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const request = isSecure
        ? secureRequest(url, { headers, signal, agent: secure })
        : plainRequest(url, { headers, signal, agent: plain });
      request.on("error", (error) => reject(connectionFailure(error, signal)));
      request.on("response", resolve);
      // An answer that goes over to another protocol ends the request with this event and no other.
      request.on("close", () => reject(new HttpFailure("unreachable", "it gave no answer", { retryable: true })));
      request.on("socket", (socket) => {
        if (request.reusedSocket) return;
        const giveUp = () => request.destroy(new ConnectTimeout());
        limitConnecting(socket, isSecure ? "secureConnect" : "connect", { ms: connectMs, giveUp });
      });
      request.end();
    });
}

class ConnectTimeout extends Error {
  readonly code = "ETIMEDOUT";
}

function limitConnecting(socket: Socket, ready: string, { ms, giveUp }: { ms: number; giveUp: () => void }): void {
  const timer = setTimeout(giveUp, ms);
  const stopTimer = () => clearTimeout(timer);
  socket.once(ready, stopTimer);
  socket.once("close", stopTimer);
}

/**
 * The error to throw for a request or body that broke off: the signal's reason, or a failure that names the error's
 * code.
 */
function connectionFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof HttpFailure) return error;
  const code = errorCode(error);
  const name = /^[A-Z0-9_]{1,60}$/.test(code) ? code : "unknown"; // the error itself may quote the answer; its code never does
  return new HttpFailure("unreachable", `the connection failed (${name})`, { retryable: true });
}

/** Leaves a body unread and closes its connection: an error page is of no use and may be endless. */
export function dropBody(response: IncomingMessage): void {
  response.on("error", () => undefined).destroy();
}

/**
 * Reads a body to its end, decompressing gzip.
 *
 * @param maxBytes counted twice: as received, and as it comes out of decompression, while it streams
 * @throws HttpFailure `malformed` when it is too large, compressed in an unknown way or damaged, `unreachable` when it
 * breaks off
 */
export async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const capped = (source: AsyncIterable<Uint8Array>) => cap(source, maxBytes);
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of capped(source)) chunks.push(chunk);
  };
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() ?? "";
  try {
    if (["", "identity"].includes(encoding)) await pipeline(response, collect, { signal });
    else if (["gzip", "x-gzip"].includes(encoding))
      await pipeline(response, capped, createGunzip(), collect, { signal });
    else {
      dropBody(response);
      throw new HttpFailure("malformed", "the body is compressed in a way that was not asked for");
    }
  } catch (error) {
    const failure = isDamage(error) ? new HttpFailure("malformed", "the compressed body is damaged") : error;
    throw connectionFailure(failure, signal);
  }
  return Buffer.concat(chunks);
}

async function* cap(source: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new HttpFailure("malformed", `the body is larger than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Errors of zlib have codes that begin with Z_. */
function isDamage(error: unknown): boolean {
  return errorCode(error).startsWith("Z_");
}

/** Binance bans for 2 minutes at least. */
const BAN_MS = 2 * MINUTE_MS;

/** A minute is the window of most quotas. */
const THROTTLED_MS = MINUTE_MS;

/** A firewall that refuses us will not change its mind at once. */
const FIREWALL_MS = 15 * MINUTE_MS;

/** A country that is not served stays one for the process's purposes. */
const GEO_BLOCK_MS = DAY_MS;

/**
 * What a status other than 200 means.
 *
 * @param isJson a 403 in JSON refuses this one request, e.g. a metric of a paid tier; any other comes from a firewall and refuses us
 */
export function statusFailure(status: number, isJson: boolean, retryAfterMs?: number): HttpFailure {
  const failure = (fault: SourceFault, note = "", advice: FailureAdvice = {}) =>
    new HttpFailure(fault, `status ${status}${note}`, { ...advice, retryAfterMs });
  if (status === 418) return failure("throttled", ", a ban", { pauseMs: BAN_MS });
  if (status === 429) return failure("throttled", "", { retryable: retryAfterMs !== undefined, pauseMs: THROTTLED_MS });
  if (status === 402) return failure("refused", ", a quota", { pauseMs: FIREWALL_MS });
  if (status === 451) return failure("refused", ", not served here", { pauseMs: GEO_BLOCK_MS });
  if (status === 403 && !isJson) return failure("refused", ", a firewall", { pauseMs: FIREWALL_MS });
  if (status === 408 || status >= 500) return failure("unreachable", "", { retryable: true });
  if (status >= 400) return failure("refused");
  if (status >= 300) return failure("refused", ", and redirects are not followed");
  return failure("malformed");
}

/**
 * What an error inside of a body means. A throttled request without a time to wait pauses for a minute: asking again at
 * once makes a ban longer.
 */
export function bodyFailure(fault: SourceFault, retryAfterMs?: number): HttpFailure {
  const message = "the answer is an error";
  if (fault !== "throttled") return new HttpFailure(fault, message, { retryable: fault === "unreachable" });
  return new HttpFailure(fault, message, {
    retryable: retryAfterMs !== undefined,
    pauseMs: THROTTLED_MS,
    retryAfterMs,
  });
}

/** The longest ban any source documents is three days. */
const MAX_RETRY_AFTER_MS = 3 * DAY_MS;

/**
 * How long a `Retry-After` header asks to wait, in ms, at most three days.
 *
 * @param header whole seconds or an HTTP date
 * @returns `undefined` when absent, unreadable or already over
 */
export function retryAfterMs(header: string | undefined, now: Instant): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : (httpDate(text) ?? now) - now;
  return waitMs > 0 ? Math.min(waitMs, MAX_RETRY_AFTER_MS) : undefined;
}

/** The moment of an HTTP date such as `Sat, 21 Nov 2026 04:12:10 GMT`. */
export function httpDate(text: string | undefined): Instant | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2,8},? .*GMT$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : (at as Instant);
}

/** A cache that has kept an answer for longer than this is broken, or says something else with the header. */
const MAX_AGE_MS = DAY_MS;

/** How long caches have kept an answer by its `Age` header, in ms; 0 when it says nothing that can be. */
export function ageMs(header: string | undefined): number {
  const seconds = header?.trim() ?? "";
  const ms = /^\d{1,9}$/.test(seconds) ? Number(seconds) * SECOND_MS : 0;
  return ms <= MAX_AGE_MS ? ms : 0;
}
