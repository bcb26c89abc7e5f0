/** The Fastify instance that every server of ours begins with: limits, CORS, methods, failures, and an orderly end. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { ConfigError } from "../domain/errors.js";
import type { AnswerGroup, Meters } from "../metrics/meters.js";
import type { Log } from "../platform/log.js";
import { trustOf } from "./client-address.js";
import { answerClientError, answerUnexpected } from "./client-errors.js";
import { CONNECTION_LIMITS, type ConnectionLimits, countConnections } from "./connections.js";
import { CORS_HEADERS, preflightHeaders } from "./cors.js";
import * as problems from "./problems.js";
import { type Problem, sendProblem } from "./problems.js";
import type { Doc } from "./route-doc.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Label in metrics. */
    group?: AnswerGroup;
    /** What openapi.json says about the route. */
    doc?: Doc;
  }
  interface FastifyRequest {
    /** Whether it has a good key of API Pro. */
    isKeyed: boolean;
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
  /** Whether pages of every origin may read the answers; they may by default. */
  readonly isOpen?: boolean;
}

/** A server without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { log, meters, trustedProxies = [], limits = CONNECTION_LIMITS, isOpen = true } = options;
  const common = isOpen ? CORS_HEADERS : {};
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
    trustProxy: trustedProxies.length > 0 ? trustOf(trustedProxies) : false,
    return503OnClosing: false,
    rewriteUrl: ({ url = "" }) => (url.startsWith("/") ? url : originForm(url)),
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, _request, reply) => void sendProblem(reply.headers(common), problems.BAD_REQUEST),
  });
  app.server.maxConnections = limits.connections;
  countConnections(app.server, limits.connectionsPerClient, trustedProxies, (reason) => meters?.disconnected(reason));
  app.server.on("checkExpectation", answerUnexpected);

  const docs = new Map<string, Doc>();
  app.decorate("docs", docs);
  app.decorateRequest("isKeyed", false);
  const methodsOf = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (config?.doc !== undefined) docs.set(url, config.doc);
    const methods = methodsOf.get(url) ?? new Set();
    for (const each of [method].flat()) methods.add(each);
    methodsOf.set(url, methods);
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(common);
    closeAfterUnreadable(request, reply, limits.bodyBytes);
    const refusal = malformed(request, limits.targetLength);
    if (refusal !== undefined) sendProblem(reply, refusal);
    else if (request.method === "GET" || request.method === "HEAD") done();
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
      meters.answered(request.routeOptions.config?.group ?? "other", reply.statusCode);
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

/** `http://host/path`: the form in which a proxy is asked (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** The path and query of an absolute target; any other target as it is. */
function originForm(target: string): string {
  if (!ABSOLUTE.test(target)) return target;
  const rest = target.replace(ABSOLUTE, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function malformed({ raw, url, method }: FastifyRequest, targetLength: number): Problem | undefined {
  if (raw.headers.host === undefined && raw.httpVersionMinor === 1) return problems.NO_HOST;
  if (hasManyHosts(raw.rawHeaders)) return problems.BAD_REQUEST;
  if (url.length > targetLength) return problems.TARGET_TOO_LONG;
  return url.startsWith("/") || (url === "*" && method === "OPTIONS") ? undefined : problems.BAD_REQUEST;
}

/**
 * RFC 9112, 3.2: with two Host headers, the proxy before us may believe one and we the other. Node silently takes the
 * first.
 */
function hasManyHosts(lines: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < lines.length; i += 2) {
    if (lines[i]?.length === 4 && lines[i]?.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/**
 * No answer waits for a body. A short one is skipped; after a long one the connection is closed. It is also closed
 * after an `Upgrade` header, which is ignored: Node's parser stops reading after such a request.
 */
function closeAfterUnreadable({ headers }: FastifyRequest, reply: FastifyReply, bodyBytes: number): void {
  const length = headers["content-length"];
  const isEndless =
    headers["transfer-encoding"] !== undefined || (length !== undefined && !(Number(length) <= bodyBytes));
  if (headers.upgrade !== undefined || isEndless) reply.header("connection", "close");
}

/** A preflight of an unknown path is allowed too: otherwise a page could not read the 404 that follows. */
function otherMethod(
  request: FastifyRequest,
  reply: FastifyReply,
  methodsOf: ReadonlyMap<string, ReadonlySet<string>>,
  done: () => void,
): void {
  const { method, headers } = request;
  const methods = methodsOf.get(pathOf(request.url));
  const isPreflight = headers["access-control-request-method"] !== undefined || request.url === "*";
  if (methods?.has(method) === true) done();
  else if (methods === undefined && !(method === "OPTIONS" && isPreflight)) sendProblem(reply, problems.NOT_FOUND);
  else if (method !== "OPTIONS") sendProblem(reply, problems.methodNotAllowed(listed(methods)));
  else
    reply
      .code(204)
      .headers(preflightHeaders(headers["access-control-request-headers"], listed(methods)))
      .send();
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
