/** Responses over the bare socket to bytes that Node could not parse as a request. */
import { METHODS, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import * as problems from "./problems.js";

/** Why Node could not parse a request. */
interface ClientError extends NodeJS.ErrnoException {
  /** The unparsable bytes. */
  readonly rawPacket?: unknown;
}

/** Responds to unparsable bytes, unknown methods, and headers that are too large or too slow. */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (socket.writableEnded && error.code !== "ECONNRESET") return; // bytes after a response was sent
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  // If we close while the client is still sending, its system discards our response unread.
  socket.on("error", () => socket.destroy());
  socket.end(asText(problemFor(error)), "latin1");
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Responds to CONNECT, which Node would leave without a response. */
export function refuseConnect(_request: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end(asText(problems.methodNotAllowed("GET, HEAD, OPTIONS")), "latin1");
}

/** How long a rejected client may keep sending while it reads the response. */
const LINGER_MS = 500;

function problemFor({ code, rawPacket }: ClientError): problems.Problem {
  if (code === "HPE_HEADER_OVERFLOW") return problems.HEADERS_TOO_LARGE;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return problems.REQUEST_TIMEOUT;
  // Node's parser rejects methods that are not on its list; we treat them like POST: 405.
  const method = REQUEST_LINE.exec(rawPacket instanceof Buffer ? rawPacket.toString("latin1") : "")?.[1];
  const isUnknown = code === "HPE_INVALID_METHOD" && method !== undefined && !METHODS.includes(method);
  return isUnknown ? problems.methodNotAllowed("GET, HEAD, OPTIONS") : problems.BAD_REQUEST;
}

/** A request line (RFC 9112): a method of any letters, a path, a version. */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) \/\S* HTTP\/1\.[01]\r\n/;

function asText(problem: problems.Problem): string {
  const headers = { ...problems.lastHeaders(problem), date: new Date().toUTCString() };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join("")}\r\n${problem.body}`;
}
