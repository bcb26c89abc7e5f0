import { reasonOf } from "./finding.js";

/** Gets one text in UTF-8, once and not out of a cache. @throws SiteError when there is none; the signal's reason when it aborts */
export async function fetchText(url: URL, options: FetchOptions): Promise<string> {
  const { userAgent, signal, timeoutMs } = options;
  signal.throwIfAborted();
  const headers = { "user-agent": userAgent, "accept-encoding": "gzip", "cache-control": "no-cache" };
  const until = new AbortController();
  const stop = (reason: unknown) => until.abort(reason);
  const onStop = () => stop(signal.reason);
  signal.addEventListener("abort", onStop, { once: true });
  // A timer of its own, which keeps the process: whatever `fetch` makes of an answer, this call ends.
  const timer = setTimeout(stop, timeoutMs, new Unusable(`unreachable: no whole answer in ${timeoutMs / 1000} s`));
  const ended = new Promise<never>((_, reject) => {
    until.signal.addEventListener("abort", () => reject(until.signal.reason), { once: true });
  });
  try {
    const answer = fetch(url, { headers, redirect: "manual", signal: until.signal });
    return await Promise.race([answer.then((response) => read(response, options)), ended]);
  } catch (error) {
    signal.throwIfAborted();
    const why = error instanceof Unusable ? error.message : connectionFault(error);
    const status = error instanceof Unusable ? error.status : undefined;
    throw new SiteError(`${url.host}${url.pathname} is ${why}`, status, { cause: error });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onStop);
  }
}

/** A site did not give what was asked for. The message is one sentence of ours that names the address. */
export class SiteError extends Error {
  override readonly name = "SiteError";
  /** Of its answer, when that is why. */
  readonly status: number | undefined;
  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export interface FetchOptions {
  readonly userAgent: string;
  /** Ends the request, with its reason. */
  readonly signal: AbortSignal;
  /** As it comes out of decompression. */
  readonly maxBytes: number;
  /** For the whole answer. */
  readonly timeoutMs: number;
}

/** An answer that is of no use. The message is the rest of a sentence. */
class Unusable extends Error {
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

async function read(response: Response, { maxBytes }: FetchOptions): Promise<string> {
  const { status, headers, body } = response;
  if (status !== 200) {
    await body?.cancel();
    throw new Unusable(statusFault(status), status);
  }
  if (!["", "gzip", "x-gzip", "identity"].includes(headers.get("content-encoding") ?? "")) {
    await body?.cancel();
    throw new Unusable("malformed: the body is compressed in a way that was not asked for");
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Unusable(`malformed: the body is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Unusable("malformed: the body is no text in UTF-8");
  }
}

function statusFault(status: number): string {
  if (status === 429) return `throttled: status ${status}`;
  if (status === 408 || status >= 500) return `unreachable: status ${status}`;
  if (status >= 400) return `refused: status ${status}`;
  return status >= 300 ? `refused: status ${status}, and redirects are not followed` : `malformed: status ${status}`;
}

/** `fetch` says only that it failed; why is in the cause. */
function connectionFault(error: unknown): string {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return `unreachable: the connection failed (${cause?.code ?? reasonOf(cause ?? error)})`;
}
