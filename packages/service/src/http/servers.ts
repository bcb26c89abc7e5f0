/** The three servers of the service: the public one, the health checks of a worker, and metrics. */
import type { ServerResponse } from "node:http";
import type { Meters } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import { clientAddressOf, peersOf } from "./client-address.js";
import { CONNECTION_LIMITS } from "./connections.js";
import type { Endpoint, EndpointDeps } from "./endpoint.js";
import { ENDPOINTS, PRO_ENDPOINTS } from "./endpoints/all.js";
import { offered } from "./endpoints/crypto-asset.js";
import { alive, ready } from "./endpoints/health.js";
import { notFound } from "./endpoints/pages.js";
import type { HttpDeps } from "./http-deps.js";
import { type HttpServer, httpServer, type ListenAddress } from "./http-server.js";
import { MCP_PATH, mcpResponder } from "./mcp.js";
import { meteredByAddress, meteredByKey } from "./metered.js";
import { answerInternal, NOT_FOUND } from "./problems.js";
import { PLAIN_TEXT, type Responder, uncachedResponse, write } from "./response-variants.js";
import { createRouter, isRead, knownPaths, originForm, pathOf, validateRequest } from "./router.js";

/** The public side of the service. @param all the product's endpoints; tests change some */
export function createHttpServer(deps: HttpDeps, all: readonly Endpoint[] = ENDPOINTS): HttpServer {
  const { config, log, limit, pro, connectionLimits: limits = CONNECTION_LIMITS } = deps;
  const endpoints = offered(pro === undefined ? all : [...all, ...PRO_ENDPOINTS], config);
  const endpointDeps: EndpointDeps = { ...deps, endpoints };
  const peerOf = peersOf(config.trustedProxies);
  const byAddress = meteredByAddress(limit, clientAddressOf(config.trustedProxies, peerOf));
  const unlimited = new Map<string, Responder>();
  const route = createRouter(
    endpoints,
    (endpoint) => {
      const responder = endpoint.responder(endpointDeps);
      if (endpoint.needsKey === true) return pro ? meteredByKey(responder, { limit, pro, byAddress }) : () => NOT_FOUND;
      unlimited.set(endpoint.path, responder);
      if (endpoint.metered !== true) return responder;
      return pro ? meteredByKey(responder, { limit, pro, byAddress, withoutKey: responder }) : byAddress(responder);
    },
    notFound(config),
  );
  const api: Responder = (request, path) => unlimited.get(path)?.(request, path) ?? NOT_FOUND;
  const mcp = config.mcp ? mcpResponder({ clock: deps.clock, api, limited: byAddress }) : undefined;
  const isKnown = knownPaths(endpoints);
  return httpServer(config, { ...deps, limits, peerOf }, (request, response) => {
    const refusal = validateRequest(request, response, { isKnown, ownMethods: mcp && MCP_PATH });
    if (refusal !== undefined) write(response, refusal);
    else answer(response, mcp !== undefined && pathOf(request.url ?? "") === MCP_PATH ? mcp : route, log);
  });
}

type HealthServerDeps = Pick<HttpDeps, "config" | "health" | "log" | "meters">;

/** `/healthz` and `/readyz` and nothing else: for an instance with the role `worker`. */
export function createHealthServer({ config, health, log, meters }: HealthServerDeps): HttpServer {
  const route = createRouter(
    [alive, ready],
    ({ responder }) => responder({ health }),
    () => NOT_FOUND,
  );
  const responder: Responder = (request, path) => (isRead(request) ? route(request, path) : NOT_FOUND);
  const peerOf = peersOf(config.trustedProxies);
  return httpServer(config, { limits: CONNECTION_LIMITS, peerOf, log, meters }, (request, response) => {
    request.url = originForm(request.url ?? "");
    answer(response, responder, log);
  });
}

interface MetricsServerDeps {
  readonly address: ListenAddress;
  /** What counts here, and gives all metrics in the text format of Prometheus. */
  readonly meters: Pick<Meters, "answered" | "disconnected" | "contentType" | "text">;
  readonly log: Log;
}

const { contentType: PLAIN } = PLAIN_TEXT;
const SEE_METRICS = uncachedResponse(404, PLAIN, "see /metrics\n");
const READ_ONLY = uncachedResponse(405, PLAIN, "only GET and HEAD\n", ["Allow", "GET, HEAD"]);

/** GET and HEAD of `/metrics` and nothing else, on a port of its own. Without CORS: no page needs it. */
export function createMetricsServer({ address, meters, log }: MetricsServerDeps): HttpServer {
  const responder: Responder = async (request, path) => {
    if (path !== "/metrics") return SEE_METRICS;
    return isRead(request) ? uncachedResponse(200, meters.contentType, await meters.text()) : READ_ONLY;
  };
  const guards = {
    limits: CONNECTION_LIMITS,
    log,
    meters: { ...meters, answered: (_group: unknown, status: number) => meters.answered("metrics", status) },
    settingPrefix: "METRICS_",
  };
  return httpServer(address, guards, (_request, response) => answer(response, responder, log));
}

function answer(response: ServerResponse, responder: Responder, log: Log): void {
  const prepared = responder(response.req, pathOf(response.req.url ?? ""));
  if (prepared instanceof Promise) {
    prepared.then((late) => write(response, late)).catch((error) => answerInternal(error, response, log));
  } else write(response, prepared);
}
