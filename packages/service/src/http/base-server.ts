/** The Fastify instance that all our servers are built on: limits, CORS, methods, errors. */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Disconnection, ResponseGroup } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import { TrustedProxies } from "./client-address.js";
import { answerClientError, refuseConnect } from "./client-errors.js";
import { CONNECTION_LIMITS, type ConnectionLimits, countConnections } from "./connections.js";
import { CORS_HEADERS, preflightHeaders } from "./cors.js";
import type { Doc } from "./edge.js";
import * as problems from "./problems.js";
import { sendProblem } from "./problems.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The route's entry in openapi.json. */
    doc?: Doc | undefined;
  }
  interface FastifyInstance {
    /** The documentation of all routes by path; the sandbox repeats the site's routes. */
    docs: ReadonlyMap<string, Doc>;
    /** The methods of each path, as in `Allow`. */
    methods: ReadonlyMap<string, string>;
  }
}

export interface ServerOptions {
  readonly log: Log;
  readonly meters?: ServerMeters | undefined;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly limits?: ConnectionLimits;
}

/** What a server counts. */
interface ServerMeters {
  countResponse(group: ResponseGroup, status: number): void;
  countDisconnection(reason: Disconnection): void;
}

/** A server without routes. */
export function createBaseServer(options: ServerOptions): FastifyInstance {
  const { log, meters, trustedProxies = [], limits = CONNECTION_LIMITS } = options;
  const proxies = new TrustedProxies(trustedProxies);
  const app = Fastify({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // Node's own 400 has no CORS headers
      joinDuplicateHeaders: true, // reveals a second Host header; Node silently takes the first
      ...NO_EMPTY_BODIES,
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies.length > 0 && ((address) => proxies.has(address)),
    return503OnClosing: false,
    rewriteUrl: ({ url = "" }) => originForm(url),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply.headers(CORS_HEADERS), problems.BAD_REQUEST),
  });
  app.server.maxConnections = limits.connections;
  countConnections(app.server, limits.connectionsPerClient, proxies, (reason) => meters?.countDisconnection(reason));
  app.server.on("connect", refuseConnect);
  // Node would reject an `Expect` other than `100-continue` without CORS headers.
  app.server.on("checkExpectation", (_request, response) => {
    const { EXPECTATION_FAILED: problem } = problems;
    response.writeHead(problem.status, problems.lastHeaders(problem)).end(problem.body);
  });

  const [docs, methods] = [new Map<string, Doc>(), new Map<string, string>()];
  app.decorate("docs", docs).decorate("methods", methods);
  app.addHook("onRoute", ({ url, method, config, prefix }) => {
    if (config?.doc !== undefined && !config.doc.isOurs && prefix === "") docs.set(url, config.doc);
    if (method !== "HEAD") methods.set(url, method === "GET" ? READING : `${method}, OPTIONS`);
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(CORS_HEADERS);
    closeAfterUnreadable(request, reply, limits.bodyBytes);
    const { url } = request;
    if (!hasOneHost(request)) sendProblem(reply, problems.BAD_REQUEST);
    else if (url.length > limits.targetLength) sendProblem(reply, problems.TARGET_TOO_LONG);
    else if (!url.startsWith("/") && url !== "*") sendProblem(reply, problems.BAD_REQUEST);
    else if (url === "*" && request.method !== "OPTIONS") sendProblem(reply, problems.NOT_FOUND);
    else if (request.is404) withoutRoute(request, reply, methods.get(pathOf(url)), done);
    else done();
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 413) return sendProblem(reply, problems.BODY_TOO_LONG);
    if (statusCode === 415) return sendProblem(reply, problems.NOT_JSON);
    if (statusCode >= 400 && statusCode < 500) return sendProblem(reply, problems.ONE_MESSAGE);
    log.error({ error }, "a request failed");
    return sendProblem(reply, problems.INTERNAL);
  });
  if (meters !== undefined) {
    // Fastify rebuilds `request.routeOptions` at each access, so each route stores its group.
    app.addHook("onRoute", (route) => {
      const group = route.config?.doc?.tag ?? "other";
      route.onResponse = (_request, reply, done) => {
        meters.countResponse(group, reply.statusCode);
        done();
      };
    });
    app.addHook("onResponse", (request, reply, done) => {
      if (request.is404) meters.countResponse("other", reply.statusCode);
      done();
    });
  }
  return app;
}

/**
 * Skips the empty body stream of requests without a body, which takes 5 % of a response. Node has had this option since
 * 24.12, and older versions ignore it; our types are for the oldest Node.
 */
const NO_EMPTY_BODIES = { optimizeEmptyRequests: true };

/** The methods of a read-only path. */
const READING = "GET, HEAD, OPTIONS";

/** A target without scheme and host, which the absolute form for proxies includes (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  return target.startsWith("/") ? target : target.replace(/^https?:\/\/[^/?#]*\/?/i, "/");
}

/** The path of a request target. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/**
 * RFC 9112, 3.2 requires exactly one Host header: of two, a proxy may use one and we the other. HTTP/1.0 may omit it.
 */
function hasOneHost({ headers: { host }, raw }: FastifyRequest): boolean {
  return host === undefined ? raw.httpVersionMinor === 0 : !host.includes(",");
}

/**
 * No response waits for a body. A short one is skipped; after a long one the connection is closed. It is also closed
 * after an `Upgrade` header, which we ignore but which stops Node's parser.
 */
function closeAfterUnreadable({ headers }: FastifyRequest, reply: FastifyReply, bodyBytes: number): void {
  const { upgrade, "transfer-encoding": encoding, "content-length": length = "0" } = headers;
  if (upgrade !== undefined || encoding !== undefined || !(Number(length) <= bodyBytes)) {
    reply.header("connection", "close");
  }
}

/**
 * Rejects methods that the path does not have, before any body is read. A preflight for an unknown path succeeds;
 * otherwise a page could not read the 404 that follows.
 *
 * @param allow the path's methods; `undefined` for an unknown path
 */
function withoutRoute(request: FastifyRequest, reply: FastifyReply, allow: string | undefined, done: () => void): void {
  const { method, headers, url } = request;
  const isPreflight = headers["access-control-request-method"] !== undefined || url === "*";
  if (method === "OPTIONS" && (allow !== undefined || isPreflight)) {
    reply.code(204).headers(preflightHeaders(headers["access-control-request-headers"], allow ?? READING));
    reply.send();
  } else if (allow !== undefined) sendProblem(reply, problems.methodNotAllowed(allow));
  else if (method === "GET" || method === "HEAD") done();
  else sendProblem(reply, problems.NOT_FOUND);
}
