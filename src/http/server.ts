import type { IncomingMessage, ServerResponse } from "node:http";
import type { Log, RateLimit, RateLimitResult } from "../operations/ports.js";
import { type ClientAddress, clientAddressOf, peersOf } from "./client-address.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import type { Endpoint, EndpointDeps, Responder } from "./endpoint.js";
import { ENDPOINTS } from "./endpoints/all.js";
import { alive, ready } from "./endpoints/health.js";
import { notFound } from "./endpoints/pages.js";
import type { HttpDeps } from "./http-deps.js";
import { type HttpServer, httpServer } from "./http-server.js";
import { write } from "./prepared-response.js";
import { answerInternal, BEHIND, NOT_FOUND, tooManyRequests } from "./problems.js";
import { withRetirement } from "./retirement.js";
import { createRouter, pathOf } from "./router.js";
import { originForm, validateRequest } from "./validate-request.js";

/** Sent by a balancer that can ask another instance. A request without it gets what this instance has, however old. */
const BALANCER_HEADER = "x-peak-not-behind";

/** The public side of the service. @param endpoints the product's; tests change some */
export function createHttpServer(deps: HttpDeps, endpoints: readonly Endpoint[] = ENDPOINTS): HttpServer {
  const {
    config,
    log,
    limit,
    meters,
    releaseMemory,
    connectionLimits = CONNECTION_LIMITS,
    isBehind = () => false,
  } = deps;
  const endpointDeps: EndpointDeps = { ...deps, endpoints };
  const peerOf = peersOf(config.trustedProxies);
  const clientAddress = clientAddressOf(config.trustedProxies, peerOf);
  const route = createRouter(
    endpoints,
    (endpoint) => {
      const responder = endpoint.responder(endpointDeps);
      const answering = endpoint.metered === true ? metered(responder, limit, clientAddress) : responder;
      return withRetirement(endpoint, answering, deps);
    },
    (request, path) => notFound(config, request, path),
  );
  const guards = { limits: connectionLimits, peerOf, log, meters, releaseMemory };
  return httpServer(config, guards, (request, response) => {
    const refusal = validateRequest(request, response);
    if (refusal !== undefined) write(response, refusal, request.method === "HEAD");
    else if (isBehind() && request.headers[BALANCER_HEADER] !== undefined) write(response, BEHIND, false);
    else answer(request, response, { responder: route, log });
  });
}

/** `/healthz` and `/readyz` and nothing else: for an instance with the role `worker`. */
export function createHealthServer({
  config,
  health,
  log,
  meters,
}: Pick<HttpDeps, "config" | "health" | "log" | "meters">): HttpServer {
  const route = createRouter(
    [alive, ready],
    ({ responder }) => responder({ health }),
    () => NOT_FOUND,
  );
  const peerOf = peersOf(config.trustedProxies);
  return httpServer(config, { limits: CONNECTION_LIMITS, peerOf, log, meters }, (request, response) => {
    request.url = originForm(request.url ?? "");
    const isRead = request.method === "GET" || request.method === "HEAD";
    answer(request, response, { responder: isRead ? route : () => NOT_FOUND, log });
  });
}

interface Answering {
  readonly responder: Responder;
  readonly log: Log;
}

function answer(request: IncomingMessage, response: ServerResponse, { responder, log }: Answering): void {
  const isHead = request.method === "HEAD";
  const prepared = responder(request, pathOf(request.url ?? ""));
  if (prepared instanceof Promise) {
    prepared
      .then((late) => write(response, late, isHead))
      .catch((error) => answerInternal(error, { request, response, log }));
  } else write(response, prepared, isHead);
}

/**
 * Puts the limiter before an endpoint. The two metered endpoints get nearly all requests: an answer takes the limiter,
 * two headers and one write.
 */
function metered(responder: Responder, limit: RateLimit, clientAddress: ClientAddress): Responder {
  const respond = ({ allowed, resetSeconds }: RateLimitResult, request: IncomingMessage, path: string) =>
    allowed ? responder(request, path) : tooManyRequests(resetSeconds);
  return (request, path) => {
    const result = limit.take(clientAddress(request.socket, request.headers["x-forwarded-for"]));
    if (result instanceof Promise) return result.then((late) => respond(late, request, path));
    return respond(result, request, path);
  };
}
