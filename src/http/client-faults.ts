import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { BAD_REQUEST, HEADERS_TOO_LARGE, METHOD_NOT_ALLOWED, REQUEST_TIMEOUT } from "./problems.js";
import type { Ready } from "./ready.js";

/** A socket on which Node may be writing an answer already; the field is Node's own. */
interface AnsweringSocket extends Duplex {
  readonly _httpMessage?: { readonly headersSent: boolean } | null;
}

/** Answers what never became a request: unreadable bytes, headers too large, too slow. */
export function answerClientFault(error: NodeJS.ErrnoException, socket: AnsweringSocket): void {
  const isAnswering = socket._httpMessage?.headersSent === true;
  if (error.code === "ECONNRESET" || !socket.writable || socket.writableEnded) socket.destroy();
  else if (isAnswering) endGently(socket, "");
  else endGently(socket, asText(readyFor(error.code)));
}

/** This is no proxy: CONNECT is a method like any other that is not allowed. */
export function answerConnect(socket: Duplex): void {
  endGently(socket, asText(METHOD_NOT_ALLOWED));
}

function readyFor(code: string | undefined): Ready {
  if (code === "HPE_HEADER_OVERFLOW") return HEADERS_TOO_LARGE;
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? REQUEST_TIMEOUT : BAD_REQUEST;
}

/**
 * Ends our side and closes a moment later. Closing while the client still sends makes its system drop our answer
 * unread.
 */
function endGently(socket: Duplex, text: string): void {
  socket.on("error", () => socket.destroy());
  socket.end(text, "latin1");
  socket.resume();
  setTimeout(() => socket.destroy(), CONNECTION_LIMITS.lingerMs).unref();
}

function asText({ status, head, body }: Ready): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (let i = 0; i < head.length; i += 2) lines.push(`${head[i]}: ${head[i + 1]}`);
  lines.push(`Date: ${new Date().toUTCString()}`);
  return `${lines.join("\r\n")}\r\nConnection: close\r\n\r\n${body}`;
}
