/** Answers to what Node could not read as a request, and to CONNECT. */
import { METHODS, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BAD_REQUEST, HEADERS_TOO_LARGE, METHOD_NOT_ALLOWED, NOT_FOUND, REQUEST_TIMEOUT } from "./problems.js";
import type { PreparedResponse } from "./response-variants.js";
import { isKnownPath, pathOf } from "./router.js";

/** Answers unreadable bytes, unheard-of methods, headers that are too large or too slow. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (socket.writableEnded && error.code !== "ECONNRESET") return; // more bytes of a request that was answered already
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else endGently(socket, asText(problemFor(error)));
}

/** Why Node could not parse a request. */
interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that could not be parsed: a `Buffer`, although its type says otherwise. */
  readonly rawPacket?: unknown;
}

/** This is not a proxy: CONNECT is answered like any other method that is not allowed. */
export function answerConnect(socket: Duplex): void {
  endGently(socket, asText(METHOD_NOT_ALLOWED));
}

function problemFor({ code, rawPacket }: ClientError): PreparedResponse {
  if (code === "HPE_HEADER_OVERFLOW") return HEADERS_TOO_LARGE;
  if (code === "HPE_INVALID_METHOD" && rawPacket instanceof Buffer) return unknownMethod(rawPacket.toString("latin1"));
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? REQUEST_TIMEOUT : BAD_REQUEST;
}

/** A request line as RFC 9112 has it: a method of any letters, a path, a version. */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) (\/\S*) HTTP\/1\.[01]\r\n/;

/** Node's parser has a list of methods and rejects any other as unreadable; for us they are like POST: 405. */
function unknownMethod(text: string): PreparedResponse {
  const [, method = "", target = ""] = REQUEST_LINE.exec(text) ?? [];
  if (method === "" || METHODS.includes(method)) return BAD_REQUEST;
  return isKnownPath(pathOf(target)) ? METHOD_NOT_ALLOWED : NOT_FOUND;
}

/**
 * Ends our side and closes a moment later. Closing while the client still sends makes its system drop our answer
 * unread.
 */
function endGently(socket: Duplex, text: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(text, "latin1");
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** How long a refused client may keep sending while it reads the answer. */
export const LINGER_MS = 500;

function asText({ status, head, body }: PreparedResponse): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (let i = 0; i < head.length; i += 2) lines.push(`${head[i]}: ${head[i + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`);
  return `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
}
