/** Answers over the bare socket, to what Node could not read as a request. */
import { type IncomingMessage, METHODS, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { CORS_HEADERS } from "./cors.js";
import type { Problem } from "./problems.js";
import * as problems from "./problems.js";

/** Why Node could not parse a request. */
interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that could not be parsed. */
  readonly rawPacket?: unknown;
}

/** Answers unreadable bytes, unheard-of methods, headers that are too large or too slow. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (socket.writableEnded && error.code !== "ECONNRESET") return; // more bytes of a request that was answered already
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else endGently(socket, asText(problemFor(error)));
}

/** An `Expect` other than `100-continue`, which Node itself would answer without CORS. */
export function answerUnexpected(_request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = problems.EXPECTATION_FAILED;
  response.writeHead(status, { ...CORS_HEADERS, ...headers, connection: "close" }).end(body);
}

function problemFor({ code, rawPacket }: ClientError): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return problems.HEADERS_TOO_LARGE;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problems.REQUEST_TIMEOUT;
  const isUnknownMethod = code === "HPE_INVALID_METHOD" && rawPacket instanceof Buffer && hasUnknownMethod(rawPacket);
  return isUnknownMethod ? problems.methodNotAllowed("GET, HEAD, OPTIONS") : problems.BAD_REQUEST;
}

/** A request line as RFC 9112 has it: a method of any letters, a path, a version. */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \/\S* HTTP\/1\.[01]\r\n/;

/** Node's parser has a list of methods and rejects any other as unreadable; for us they are like POST: 405. */
function hasUnknownMethod(bytes: Buffer): boolean {
  const method = REQUEST_LINE.exec(bytes.toString("latin1"))?.[1];
  return method !== undefined && !METHODS.includes(method);
}

/**
 * Ends our side and closes a moment later. Closing while the client still sends makes its system drop our answer
 * unread.
 */
function endGently(socket: Socket, text: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(text, "latin1");
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** How long a refused client may keep sending while it reads the answer. */
export const LINGER_MS = 500;

function asText({ status, headers, body }: Problem): string {
  const all = { ...CORS_HEADERS, ...headers, "content-length": body.length, date: new Date().toUTCString() };
  const lines = Object.entries({ ...all, connection: "close" }).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}
