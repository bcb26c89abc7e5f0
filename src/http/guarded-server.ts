import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Meters } from "../operations/ports.js";
import { answerConnect, rememberResponse } from "./client-errors.js";
import type { ConnectionLimits } from "./connection-limits.js";
import type { HttpDeps } from "./http-deps.js";
import { write } from "./prepared-response.js";
import { answerInternal, EXPECTATION_FAILED } from "./problems.js";
import { groupOf } from "./router.js";

const REQUESTS = Symbol("requests of a socket");

interface CountedSocket extends Socket {
  [REQUESTS]?: number;
}

/**
 * Counts a request. Node's own `maxRequestsPerSocket` would write the number left into every answer, 2 % of its time.
 */
function countRequest(socket: CountedSocket): number {
  const requests = (socket[REQUESTS] ?? 0) + 1;
  socket[REQUESTS] = requests;
  return requests;
}

/** Counts a response whose head was sent, when it has ended or its connection is closed. */
function countResponse(
  { answered }: Pick<Meters, "answered">,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  response.once("close", () => {
    if (response.headersSent) answered(groupOf(request.url ?? ""), response.statusCode);
  });
}

/**
 * A request without a body gets no stream that would have to run dry: 5 % of an answer. An option of Node 24.12, which
 * older ones ignore; the types are those of the oldest Node.
 */
const NO_EMPTY_BODIES = { optimizeEmptyRequests: true };

/** A server that limits every connection, and answers 500 when the listener throws. */
export function guardedServer(
  listener: RequestListener,
  limits: ConnectionLimits,
  { log, meters }: Pick<HttpDeps, "log" | "meters">,
): Server {
  const safely: RequestListener = (request, response) => {
    try {
      rememberResponse(request.socket, response);
      if (meters !== undefined) countResponse(meters, request, response);
      if (countRequest(request.socket) >= limits.requestsPerSocket) response.shouldKeepAlive = false;
      listener(request, response);
    } catch (error) {
      answerInternal(error, { request, response, log });
    }
  };
  const server = createServer(
    {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      keepAliveTimeout: limits.keepAliveMs,
      ...NO_EMPTY_BODIES,
      requireHostHeader: false, // validateRequest checks it: Node's own 400 has no CORS headers
    },
    safely,
  );
  server.maxHeadersCount = limits.headerLines;
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  // `Expect: 100-continue` is answered with the answer to the request: no body is needed.
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    safely(request, response);
  });
  server.on("checkExpectation", (request, response) => {
    rememberResponse(request.socket, response);
    response.shouldKeepAlive = false;
    write(response, EXPECTATION_FAILED, request.method === "HEAD");
  });
  server.on("connect", (_request, socket) => answerConnect(socket));
  return server;
}
