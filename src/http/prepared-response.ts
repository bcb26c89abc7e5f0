import type { ServerResponse } from "node:http";
import type { HeaderList } from "./cors.js";

/** A response that only has to be written. */
export interface PreparedResponse {
  readonly status: number;
  readonly head: HeaderList;
  /** ASCII text, or bytes. */
  readonly body: string | Uint8Array;
}

/** Writes an answer. A list of headers goes to the socket as it is; Node adds `Date`, `Connection` and `Keep-Alive`. */
export function write(response: ServerResponse, { status, head, body }: PreparedResponse, isHead: boolean): void {
  response.writeHead(status, head as string[]);
  if (isHead || body.length === 0) response.end();
  else response.end(body, "latin1");
}
