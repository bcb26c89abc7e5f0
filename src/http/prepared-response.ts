import type { ServerResponse } from "node:http";
import { NO_STORE } from "./cache-control.js";
import { sendInShare } from "./connections.js";
import type { HeaderList } from "./cors.js";

/** A response that only has to be written. */
export interface PreparedResponse {
  readonly status: number;
  readonly head: HeaderList;
  /** ASCII text, or bytes. */
  readonly body: string | Uint8Array;
}

/** A response that must not be cached. @param extra further headers, after type, length and `Cache-Control` */
export function uncachedResponse(
  status: number,
  contentType: string,
  body: PreparedResponse["body"],
  extra: HeaderList = [],
): PreparedResponse {
  const head = ["Content-Type", contentType, "Content-Length", String(body.length), "Cache-Control", NO_STORE];
  return { status, head: [...head, ...extra], body };
}

/**
 * From this length on an answer is long: its bytes are shared by all clients, while a shorter text is sent with its head in one
 * piece, which is copied for each; and an address gets a share of them.
 */
export const LONG_BODY = 16_384;

/** Writes an answer. A list of headers goes to the socket as it is; Node adds `Date`, `Connection` and `Keep-Alive`. */
export function write(response: ServerResponse, prepared: PreparedResponse, isHead: boolean): void {
  const { length } = prepared.body;
  if (length < LONG_BODY || isHead) writeNow(response, prepared, isHead);
  else sendInShare(response.socket, length, () => writeNow(response, prepared, isHead));
}

function writeNow(response: ServerResponse, { status, head, body }: PreparedResponse, isHead: boolean): void {
  response.writeHead(status, head as string[]);
  if (isHead || body.length === 0) response.end();
  else response.end(body, "latin1");
}
