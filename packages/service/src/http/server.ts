/** The Fastify instance that every server of ours begins with: limits, CORS, methods, failures. */
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Meters } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import { isTrusted, proxyList } from "./client-address.js";
import { answerClientError } from "./client-errors.js";
import { CONNECTION_LIMITS, type ConnectionLimits, countConnections } from "./connections.js";
import { CORS_HEADERS, preflightHeaders } from "./cors.js";
import type { Doc } from "./edge.js";
import * as problems from "./problems.js";
import { sendProblem } from "./problems.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What openapi.json says about the route. */
    doc?: Doc | undefined;
  }
  interface FastifyInstance {
    /** What the routes say of themselves, by path; those of the sandbox are the same once more. */
    docs: ReadonlyMap<string, Doc>;
    /** The methods of each path, as `Allow` lists them. */
    methods: ReadonlyMap<string, string>;
  }
}

export interface ServerOptions {
  readonly log: Log;
  readonly meters?: Pick<Meters, "answered" | "disconnected"> | undefined;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed; nobody by default. */
  readonly trustedProxies?: readonly string[];
  readonly limits?: ConnectionLimits;
}

/** A server without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, meters, trustedProxies = [], limits = CONNECTION_LIMITS } = options;
  const proxies = proxyList(trustedProxies);
  const app = Fastify({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // Node's own 400 has no CORS headers
      joinDuplicateHeaders: true, // so that a second Host is seen: Node silently takes the first
      ...NO_EMPTY_BODIES,
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies.length > 0 && ((address) => isTrusted(proxies, address)),
    return503OnClosing: false,
    // `http://host/path`: the form in which a proxy is asked (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = "" }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, "/"),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply.headers(CORS_HEADERS), problems.BAD_REQUEST),
  });
  app.server.maxConnections = limits.connections;
  countConnections(app.server, limits.connectionsPerClient, proxies, (reason) => meters?.disconnected(reason));
  // Node itself would answer an `Expect` other than `100-continue` without CORS.
  app.server.on("checkExpectation", (_request, response) => {
    const { EXPECTATION_FAILED: problem } = problems;
    response.writeHead(problem.status, problems.lastHeaders(problem)).end(problem.body);
  });

  const [docs, methods] = [new Map<string, Doc>(), new Map<string, string>()];
  app.decorate("docs", docs).decorate("methods", methods);
  app.addHook("onRoute", ({ url, method, config, prefix }) => {
    if (config?.doc !== undefined && prefix === "") docs.set(url, config.doc);
    if (method !== "HEAD") methods.set(url, method === "GET" ? READING : `${method}, OPTIONS`);
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(CORS_HEADERS);
    closeAfterUnreadable(request, reply, limits.bodyBytes);
    const { url } = request;
    if (!hasOneHost(request)) sendProblem(reply, problems.BAD_REQUEST);
    else if (url.length > limits.targetLength) sendProblem(reply, problems.TARGET_TOO_LONG);
    else if (!url.startsWith("/") && url !== "*") sendProblem(reply, problems.BAD_REQUEST);
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
    app.addHook("onResponse", (request, reply, done) => {
      meters.answered(request.routeOptions.config?.doc?.tag ?? "other", reply.statusCode);
      done();
    });
  }
  return app;
}

/**
 * A request without a body gets no stream that would have to run dry: 5 % of an answer. An option of Node 24.12, which
 * older ones ignore; the types are those of the oldest Node.
 */
const NO_EMPTY_BODIES = { optimizeEmptyRequests: true };

/** What a path answers that is not asked to do anything. */
const READING = "GET, HEAD, OPTIONS";

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/**
 * RFC 9112, 3.2 wants one Host header: of two, the proxy before us may believe one and we the other. HTTP/1.0 may leave
 * it out.
 */
function hasOneHost({ headers: { host }, raw }: FastifyRequest): boolean {
  return host === undefined ? raw.httpVersionMinor === 0 : !host.includes(",");
}

/**
 * No answer waits for a body. A short one is skipped; after a long one the connection is closed. It is also closed
 * after an `Upgrade` header, which is ignored: Node's parser stops reading after such a request.
 */
function closeAfterUnreadable({ headers }: FastifyRequest, reply: FastifyReply, bodyBytes: number): void {
  const { upgrade, "transfer-encoding": encoding, "content-length": length = "0" } = headers;
  if (upgrade !== undefined || encoding !== undefined || !(Number(length) <= bodyBytes)) {
    reply.header("connection", "close");
  }
}

/**
 * Answers a method that the path does not have, before a body is read. A preflight of an unknown path is allowed too:
 * otherwise a page could not read the 404 that follows.
 *
 * @param allow the methods of the path; `undefined` for an unknown one
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
