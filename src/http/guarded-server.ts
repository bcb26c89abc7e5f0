import { createServer, type RequestListener, type Server } from "node:http";
import type { Log } from "../operations/ports.js";
import { answerConnect } from "./client-faults.js";
import { CONNECTION_LIMITS } from "./connection-limits.js";
import { EXPECTATION_FAILED, INTERNAL } from "./problems.js";
import { write } from "./ready.js";
import { closeSilentSockets } from "./silent-sockets.js";

/** A server whose every connection is held to `CONNECTION_LIMITS`, and which answers 500 when the listener throws. */
export function guardedServer(listener: RequestListener, log: Log): Server {
  const safely: RequestListener = (request, response) => {
    try {
      listener(request, response);
    } catch (error) {
      log.error({ error }, "a request failed");
      if (response.headersSent) response.destroy();
      else write(response, INTERNAL, request.method === "HEAD");
    }
  };
  const server = createServer(
    {
      maxHeaderSize: CONNECTION_LIMITS.headerBytes,
      headersTimeout: CONNECTION_LIMITS.headersMs,
      requestTimeout: CONNECTION_LIMITS.requestMs,
      connectionsCheckingInterval: CONNECTION_LIMITS.checkMs,
      keepAliveTimeout: CONNECTION_LIMITS.keepAliveMs,
      requireHostHeader: false, // the gate looks itself: Node's own 400 has no CORS headers
    },
    safely,
  );
  server.maxHeadersCount = CONNECTION_LIMITS.headerLines;
  closeSilentSockets(server, CONNECTION_LIMITS.silenceMs);
  server.maxRequestsPerSocket = CONNECTION_LIMITS.requestsPerSocket;
  server.maxConnections = CONNECTION_LIMITS.connections;
  // Whoever asks first whether to send a body gets the answer to the request instead.
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    safely(request, response);
  });
  server.on("checkExpectation", (request, response) => {
    response.shouldKeepAlive = false;
    write(response, EXPECTATION_FAILED, request.method === "HEAD");
  });
  server.on("connect", (_request, socket) => answerConnect(socket));
  return server;
}
