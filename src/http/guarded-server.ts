import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Meters } from "../operations/ports.js";
import { answerTurns } from "./answer-turns.js";
import type { Peer } from "./client-address.js";
import { answerConnect } from "./client-errors.js";
import type { ConnectionLimits } from "./connection-limits.js";
import { connections } from "./connections.js";
import type { HttpDeps } from "./http-deps.js";
import { write } from "./prepared-response.js";
import { answerInternal, EXPECTATION_FAILED } from "./problems.js";
import { groupOf } from "./router.js";

/**
 * A request without a body gets no stream that would have to run dry: 5 % of an answer. An option of Node 24.12, which
 * older ones ignore; the types are those of the oldest Node.
 */
const NO_EMPTY_BODIES = { optimizeEmptyRequests: true };

interface Guards extends Pick<HttpDeps, "log" | "meters"> {
  readonly limits: ConnectionLimits;
  readonly peerOf: (socket: Socket) => Peer;
}

/** A server that limits every connection, and answers 500 when the listener throws. */
export function guardedServer(listener: RequestListener, { limits, peerOf, log, meters }: Guards): Server {
  const all = connections({ limits, peerOf, closed: (reason) => meters?.disconnected(reason) });
  const inTurn = answerTurns(limits, all);
  const counted = meters && countResponse(meters);
  const safely = (request: IncomingMessage, response: ServerResponse) => {
    try {
      if (counted !== undefined) response.on("close", counted);
      listener(request, response as Parameters<RequestListener>[1]);
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
    (request, response) => inTurn(request, response, safely),
  );
  server.maxHeadersCount = limits.headerLines;
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  server.on("connection", all.admit);
  // `Expect: 100-continue` is answered with the answer to the request: no body is needed.
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    inTurn(request, response, safely);
  });
  server.on("checkExpectation", (request, response) => {
    response.shouldKeepAlive = false;
    inTurn(request, response, (asked, answer) => write(answer, EXPECTATION_FAILED, asked.method === "HEAD"));
  });
  server.on("connect", (_request, socket) => answerConnect(socket));
  server.on("listening", () => {
    const sweep = setInterval(() => all.closeSlowReaders(performance.now()), limits.checkMs).unref();
    const refill = setInterval(() => all.refill(limits.refillMs), limits.refillMs).unref();
    server.once("close", () => {
      clearInterval(sweep);
      clearInterval(refill);
    });
  });
  return server;
}

/** Counts a response whose head was sent, when it has ended or its connection is closed. */
function countResponse({ answered }: Pick<Meters, "answered">): (this: ServerResponse) => void {
  return function count() {
    if (this.headersSent) answered(groupOf(this.req.url ?? ""), this.statusCode);
  };
}
