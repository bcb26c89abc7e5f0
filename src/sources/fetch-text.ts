import { UpstreamError } from "../domain/errors.js";
import { SECOND_MS } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { callDeadline } from "../operations/timing.js";
import { judgeStatus } from "./judge-status.js";
import { readBody, UnusableBody } from "./read-body.js";
import { sender } from "./send-request.js";

/** Gets one text in UTF-8, once. @throws UpstreamError when there is none; the signal's reason when it aborts */
export type FetchText = (url: URL, signal: AbortSignal) => Promise<string>;

export interface TextTerms {
  readonly clock: Clock;
  readonly userAgent: string;
  /** As received, and as it comes out of decompression. */
  readonly maxBytes: number;
  /** For the whole answer. */
  readonly withinMs: number;
}

const CONNECT_MS = 5 * SECOND_MS;

export function fetchTextFor({ clock, userAgent, maxBytes, withinMs }: TextTerms): FetchText {
  const send = sender(CONNECT_MS);
  const headers = { "user-agent": userAgent, "accept-encoding": "gzip", "cache-control": "no-cache" };

  async function read(url: URL, signal: AbortSignal): Promise<string> {
    const { statusCode, headers: received, body } = await send(url, headers, signal);
    if (statusCode !== 200) {
      body.on("error", () => undefined).destroy();
      const { fault, detail } = judgeStatus(statusCode, true);
      throw new UpstreamError(nameOf(url), fault, detail);
    }
    const encoding = received["content-encoding"]?.toString().trim().toLowerCase();
    const bytes = await readBody(body, encoding, { maxBytes, signal });
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  }

  return async (url, signal) => {
    const deadline = callDeadline(clock, withinMs, signal);
    try {
      return await read(url, deadline.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UpstreamError) throw error;
      throw deadline.signal.aborted ? late(url, withinMs) : setback(url, error);
    } finally {
      deadline.release();
    }
  };
}

function late(url: URL, withinMs: number): UpstreamError {
  return new UpstreamError(nameOf(url), "unreachable", `no whole answer in ${withinMs / SECOND_MS} s`);
}

function setback(url: URL, error: unknown): UpstreamError {
  const name = nameOf(url);
  if (error instanceof UnusableBody) return new UpstreamError(name, "malformed", error.message);
  if (error instanceof TypeError) return new UpstreamError(name, "malformed", "the body is no text in UTF-8");
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  return new UpstreamError(name, "unreachable", `the connection failed (${code})`, { cause: error });
}

function nameOf({ host, pathname }: URL): string {
  return host + pathname;
}
