/** The Fastify instance that every server of ours begins with: limits, CORS, methods, failures, and an orderly end. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ConfigError } from "../domain/errors.js";
import type { Meters } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import { trustOf } from "./client-address.js";
import { answerClientError } from "./client-errors.js";
import { CONNECTION_LIMITS, type ConnectionLimits, countConnections } from "./connections.js";
import { CORS_HEADERS, preflightHeaders } from "./cors.js";
import * as problems from "./problems.js";
import { sendProblem } from "./problems.js";
import type { Doc } from "./route-doc.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What openapi.json says about the route. */
    doc?: Doc | undefined;
  }
  interface FastifyInstance {
    /** What the routes say of themselves, by path. */
    docs: ReadonlyMap<string, Doc>;
  }
}

export interface ServerOptions {
  readonly log: Log;
  readonly meters?: Pick<Meters, "answered" | "disconnected"> | undefined;
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed; nobody by default. */
  readonly trustedProxies?: readonly string[];
  readonly limits?: ConnectionLimits;
  /** Answers what is at none of the paths; with a problem by default. */
  readonly notFound?: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** A server without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, meters, trustedProxies = [], limits = CONNECTION_LIMITS } = options;
  const isTrusted = trustOf(trustedProxies);
  const app = Fastify({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkMs,
      requireHostHeader: false, // Node's own 400 has no CORS headers
      ...NO_EMPTY_BODIES,
    },
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionTimeout: limits.silenceMs,
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies.length > 0 && isTrusted,
    return503OnClosing: false,
    // `http://host/path`: the form in which a proxy is asked (RFC 9112, 3.2.2).
    rewriteUrl: ({ url = "" }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, "/"),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply.headers(CORS_HEADERS), problems.BAD_REQUEST),
  });
  app.server.maxConnections = limits.connections;
  countConnections(app.server, limits.connectionsPerClient, isTrusted, (reason) => meters?.disconnected(reason));
  // Node itself would answer an `Expect` other than `100-continue` without CORS.
  app.server.on("checkExpectation", (_request, response) => {
    const { status, headers, body } = problems.EXPECTATION_FAILED;
    const own = { "content-length": body.length, connection: "close" };
    response.writeHead(status, { ...CORS_HEADERS, ...headers, ...own }).end(body);
  });

  const docs = new Map<string, Doc>();
  app.decorate("docs", docs);
  const methodsOf = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.doc !== undefined) docs.set(url, config.doc);
    const methods = methodsOf.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsOf.set(url, methods);
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(CORS_HEADERS);
    closeAfterUnreadable(request, reply, limits.bodyBytes);
    const { url, method } = request;
    if (hosts(request) !== 1) sendProblem(reply, problems.BAD_REQUEST);
    else if (url.length > limits.targetLength) sendProblem(reply, problems.TARGET_TOO_LONG);
    else if (!url.startsWith("/") && url !== "*") sendProblem(reply, problems.BAD_REQUEST);
    else if (method === "GET" || method === "HEAD") done();
    else otherMethod(request, reply, methodsOf, done);
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) => {
    const { statusCode = 500 } = error;
    if (statusCode === 413) return sendProblem(reply, problems.BODY_TOO_LONG);
    if (statusCode === 415) return sendProblem(reply, problems.NOT_JSON);
    if (statusCode >= 400 && statusCode < 500) return sendProblem(reply, problems.ONE_MESSAGE);
    log.error({ error }, "a request failed");
    return sendProblem(reply, problems.INTERNAL);
  });
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsOf.get(pathOf(request.url)); // of a path that has no GET
    if (methods !== undefined) return sendProblem(reply, problems.methodNotAllowed(listed(methods)));
    return options.notFound?.(request, reply) ?? sendProblem(reply, problems.NOT_FOUND);
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

/** A request target without its query. */
export function pathOf(target: string): string {
  const query = target.indexOf("?");
  return query === -1 ? target : target.slice(0, query);
}

/**
 * How many Host headers there are. RFC 9112, 3.2 wants one: with two, the proxy before us may believe one and we the
 * other. Node silently takes the first. HTTP/1.0 may leave it out.
 */
function hosts({ raw: { rawHeaders, httpVersionMinor } }: FastifyRequest): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.length === 4 && rawHeaders[i]?.toLowerCase() === "host") count += 1;
  }
  return count === 0 && httpVersionMinor === 0 ? 1 : count;
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

/** A preflight of an unknown path is allowed too: otherwise a page could not read the 404 that follows. */
function otherMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: ReadonlyMap<string, ReadonlySet<string>>,
  done: () => void,
): void {
  const { method, headers, url } = request;
  const methods = methodsOf.get(pathOf(url));
  const isPreflight = headers["access-control-request-method"] !== undefined || url === "*";
  if (methods?.has(method) === true) done();
  else if (methods === undefined && !(method === "OPTIONS" && isPreflight)) sendProblem(reply, problems.NOT_FOUND);
  else if (method !== "OPTIONS") sendProblem(reply, problems.methodNotAllowed(listed(methods)));
  else {
    reply.code(204).headers(preflightHeaders(headers["access-control-request-headers"], listed(methods)));
    reply.send();
  }
}

/** As `Allow` lists them. */
function listed(methods: ReadonlySet<string> = new Set(["GET", "HEAD"])): string {
  return [...methods, "OPTIONS"].join(", ");
}

/** Error codes of the system for a wrong address, and what to tell the operator. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "PORT is in use by another program",
  EACCES: "PORT may not be used by this user; take one above 1023",
  EADDRNOTAVAIL: "HOST is not an address of this machine",
  EINVAL: "HOST cannot be listened on; a link-local address needs its interface, as in fe80::1%eth0",
  ENOTFOUND: "HOST is not known to the name service",
  EAI_AGAIN: "HOST cannot be looked up now",
};

/** Connections that wait to be accepted. Beyond Node's 511 a client would try again after 1 s, then 3 s. */
const BACKLOG = 4096;

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/**
 * Starts to accept.
 *
 * @param settingPrefix of the settings that name the address: `METRICS_` for `METRICS_HOST` and `METRICS_PORT`
 * @throws ConfigError when address or port cannot be used
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  settingPrefix = "",
): Promise<AddressInfo> {
  try {
    await app.ready();
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === undefined || !["listen", "bind", "getaddrinfo"].includes(syscall ?? "")) throw error;
    const fault = LISTEN_FAULTS[code] ?? `HOST and PORT cannot be listened on (${code})`;
    throw new ConfigError([`${settingPrefix}${fault}: ${host}, port ${port}`], { cause: error });
  }
  return app.server.address() as AddressInfo;
}

/**
 * Stops accepting, closes idle connections, lets requests under way finish, and cuts off what is left.
 *
 * @param withinMs how long requests under way may take
 */
export async function close(app: FastifyInstance, withinMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), withinMs);
  await app.close();
  clearTimeout(cut);
}
