/** Finds the endpoint of a request, and answers the requests that need none: malformed ones, preflights, other methods. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AnswerGroup } from "../metrics/meters.js";
import { CONNECTION_LIMITS } from "./connections.js";
import { preflightHeaders } from "./cors.js";
import type { Endpoint } from "./endpoint.js";
import { ENDPOINTS, PRO_ENDPOINTS } from "./endpoints/all.js";
import { MCP_PATH } from "./mcp.js";
import { BAD_REQUEST, METHOD_NOT_ALLOWED, NO_HOST, NOT_FOUND, TARGET_TOO_LONG } from "./problems.js";
import { movedTo, type PreparedResponse, type Responder } from "./response-variants.js";

/** Answers GET and HEAD of every path. @param responderOf makes the responder of an endpoint */
export function createRouter<Deps>(
  endpoints: readonly Endpoint<Deps>[],
  responderOf: (endpoint: Endpoint<Deps>) => Responder,
  notFound: Responder,
): Responder {
  const find = endpointFinder(endpoints.map((endpoint) => ({ ...endpoint, respond: responderOf(endpoint) })));
  const findRespelled = (path: string) => {
    const found = find(path);
    return found?.metered === true ? undefined : found;
  };
  return (request, path) => {
    const exact = find(path);
    if (exact !== undefined) return exact.respond(request, path);
    const decoded = decodedPath(path);
    if (decoded === undefined) return BAD_REQUEST;
    const found = findRespelled(decoded);
    if (found !== undefined) return found.respond(request, decoded);
    if (findRespelled(decoded.replace(/\/$/, "")) === undefined) return notFound(request, path);
    return movedTo(withoutSlash(decoded) + (request.url ?? "").slice(path.length));
  };
}

/** The way from a path with a slash at its end to the one without: from `/es/embed/` it is `../embed`, never another host. */
function withoutSlash(path: string): string {
  return `../${path.split("/").at(-2)}`;
}

/**
 * A path with percent-encoded letters (RFC 3986, 6.2.2.2) or a fragment still reaches its page, and one with a slash at its
 * end is led on to it. The two metered endpoints have one spelling only, so that caches hold one copy.
 *
 * @returns `undefined` for a broken escape
 */
function decodedPath(path: string): string | undefined {
  const [text = ""] = path.split("#");
  try {
    return decodeURI(text);
  } catch {
    return undefined;
  }
}

/** Finds an endpoint by a path without a query: by its exact path, else by its pattern, in the order of the list. */
function endpointFinder<Found extends Pick<Endpoint, "path" | "pattern">>(endpoints: readonly Found[]) {
  const byPath = new Map(
    endpoints.filter(({ pattern }) => pattern === undefined).map((endpoint) => [endpoint.path, endpoint]),
  );
  const withPattern = endpoints.filter(({ pattern }) => pattern !== undefined);
  return (path: string) => byPath.get(path) ?? withPattern.find(({ pattern }) => pattern?.test(path));
}

/** Whether one of the endpoints answers GET of a path, which comes without its query. */
export function knownPaths(endpoints: readonly Endpoint[]): (path: string) => boolean {
  const find = endpointFinder(endpoints);
  return (path) => find(path) !== undefined;
}

/** Whether a path answers GET on every installation. @param path without a query */
export const isKnownPath = knownPaths(ENDPOINTS);

const findAny = endpointFinder([...ENDPOINTS, ...PRO_ENDPOINTS]);

/** The metrics label of a request target. */
export function groupOf(target: string): AnswerGroup {
  const path = pathOf(target);
  return findAny(path)?.group ?? (path === MCP_PATH ? "extra" : "other");
}

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/**
 * Answers what needs no endpoint: malformed requests, preflights, and methods other than GET and HEAD.
 *
 * @param paths whether one answers GET, and the one that has methods of its own, if there is one
 * @returns the response to such a request; `undefined` for any other, whose target then begins with a slash
 */
export function validateRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { isKnown, ownMethods }: KnownPaths,
): PreparedResponse | undefined {
  closeAfterUnreadable(request, response);
  const refusal = settleTarget(request);
  if (refusal !== undefined || isRead(request) || pathOf(request.url ?? "") === ownMethods) return refusal;
  return otherMethod(request, isKnown);
}

interface KnownPaths {
  readonly isKnown: (path: string) => boolean;
  readonly ownMethods: string | undefined;
}

export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
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

/** `http://host/path`: the form a proxy sends (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

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
function otherMethod(request: IncomingMessage, isKnown: KnownPaths["isKnown"]): PreparedResponse {
  const path = pathOf(request.url ?? "");
  const isOurs = isKnown(path);
  if (request.method !== "OPTIONS") return isOurs ? METHOD_NOT_ALLOWED : NOT_FOUND;
  const isPreflight = request.headers["access-control-request-method"] !== undefined;
  if (!isOurs && !isPreflight && path !== "*") return NOT_FOUND;
  return { status: 204, head: preflightHeaders(request.headers["access-control-request-headers"]), body: "" };
}
