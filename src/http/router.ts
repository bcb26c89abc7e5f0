import type { AnswerGroup } from "../operations/ports.js";
import type { Endpoint, Responder } from "./endpoint.js";
import { ENDPOINTS } from "./endpoints/all.js";
import { BAD_REQUEST } from "./problems.js";

/** @param path without a query */
const findEndpoint = endpointFinder(ENDPOINTS);

function endpointFinder<Deps>(endpoints: readonly Endpoint<Deps>[]): (path: string) => Endpoint<Deps> | undefined {
  const byPath = new Map(
    endpoints.filter(({ pattern }) => pattern === undefined).map((endpoint) => [endpoint.path, endpoint]),
  );
  const withPattern = endpoints.filter(({ pattern }) => pattern !== undefined);
  return (path) => byPath.get(path) ?? withPattern.find(({ pattern }) => pattern?.test(path));
}

/** Whether a path answers GET. @param path without a query */
export function isKnownPath(path: string): boolean {
  return findEndpoint(path) !== undefined;
}

/** The metrics label of a request target. */
export function groupOf(target: string): AnswerGroup {
  return findEndpoint(pathOf(target))?.group ?? "other";
}

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/** Answers GET and HEAD of every path. @param responderOf makes the responder of an endpoint */
export function createRouter<Deps>(
  endpoints: readonly Endpoint<Deps>[],
  responderOf: (endpoint: Endpoint<Deps>) => Responder,
  notFound: Responder,
): Responder {
  const find = endpointFinder(endpoints);
  const responders = new Map(endpoints.map((endpoint) => [endpoint, responderOf(endpoint)]));
  return (request, path) => {
    const endpoint = find(path);
    if (endpoint !== undefined) return (responders.get(endpoint) ?? notFound)(request, path);
    const meant = decodedPath(path);
    if (meant === undefined) return BAD_REQUEST;
    const other = find(meant);
    const responder = other?.metered === true ? undefined : other && responders.get(other);
    return responder === undefined ? notFound(request, path) : responder(request, meant);
  };
}

/**
 * A path with percent-encoded letters (RFC 3986, 6.2.2.2) or a fragment still reaches its page. The two metered
 * endpoints have one spelling only, so that caches hold one copy.
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
