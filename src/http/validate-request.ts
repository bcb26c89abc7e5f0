import type { IncomingMessage, ServerResponse } from "node:http";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { preflightHeaders } from "./cors.js";
import type { PreparedResponse } from "./prepared-response.js";
import { BAD_REQUEST, METHOD_NOT_ALLOWED, NO_HOST, NOT_FOUND, TARGET_TOO_LONG } from "./problems.js";
import { isKnownPath, pathOf } from "./router.js";

/** `http://host/path`: the form a proxy sends (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Answers what needs no endpoint: malformed requests, preflights, and methods other than GET and HEAD.
 *
 * @returns the response to such a request; `undefined` for GET and HEAD, whose target then begins with a slash
 */
export function validateRequest(request: IncomingMessage, response: ServerResponse): PreparedResponse | undefined {
  closeAfterUnreadable(request, response);
  const isRead = request.method === "GET" || request.method === "HEAD";
  return settleTarget(request) ?? (isRead ? undefined : otherMethod(request));
}

/**
 * No answer waits for a body. A short one is skipped; after a long one the connection is closed. It is also closed
 * after an `Upgrade` header, which is ignored: Node's parser stops reading after such a request.
 */
function closeAfterUnreadable({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) return;
  if (!(Number(length) <= CONNECTION_LIMITS.bodyBytes)) response.shouldKeepAlive = false;
}

function settleTarget(request: IncomingMessage): PreparedResponse | undefined {
  const target = request.url ?? "";
  if (request.headers.host === undefined && request.httpVersionMinor === 1) return NO_HOST;
  if (hasManyHosts(request.rawHeaders)) return BAD_REQUEST;
  if (target.length > CONNECTION_LIMITS.targetLength) return TARGET_TOO_LONG;
  if (target.startsWith("/")) return undefined;
  if (target === "*" && request.method === "OPTIONS") return undefined;
  if (!ABSOLUTE.test(target)) return BAD_REQUEST;
  request.url = originForm(target);
  return undefined;
}

/** The path and query of an absolute target; any other target as it is. */
export function originForm(target: string): string {
  if (!ABSOLUTE.test(target)) return target;
  const rest = target.replace(ABSOLUTE, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/**
 * RFC 9112, 3.2: with two Host headers, the proxy before us may believe one and we the other. Node silently takes the
 * first.
 */
function hasManyHosts(lines: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < lines.length; i += 2)
    if (lines[i]?.length === 4 && lines[i]?.toLowerCase() === "host") hosts += 1;
  return hosts > 1;
}

/** A preflight of an unknown path is allowed too: otherwise a page could not read the 404 that follows. */
function otherMethod(request: IncomingMessage): PreparedResponse {
  const path = pathOf(request.url ?? "");
  const isKnown = isKnownPath(path);
  if (request.method !== "OPTIONS") return isKnown ? METHOD_NOT_ALLOWED : NOT_FOUND;
  const isPreflight = request.headers["access-control-request-method"] !== undefined;
  if (!isKnown && !isPreflight && path !== "*") return NOT_FOUND;
  return { status: 204, head: preflightHeaders(request.headers["access-control-request-headers"]), body: "" };
}
