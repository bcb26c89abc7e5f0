/** A `node:http` server with the limits of connections, the answers to broken requests, and an orderly end. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ConfigError } from "../domain/errors.js";
import type { Meters } from "../metrics/meters.js";
import { type Peer, peersOf } from "./client-address.js";
import { answerClientError, answerConnect } from "./client-errors.js";
import { type ConnectionLimits, countConnections } from "./connections.js";
import type { HttpConfig, HttpDeps } from "./http-deps.js";
import { answerInternal, EXPECTATION_FAILED } from "./problems.js";
import { write } from "./response-variants.js";
import { groupOf } from "./router.js";

export interface HttpServer {
  /** Starts to accept. @throws ConfigError when address or port cannot be used */
  listen(): Promise<AddressInfo>;
  /** Stops accepting and lets requests under way finish, for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

export type ListenAddress = Pick<HttpConfig, "host" | "port">;

interface Guards extends Pick<HttpDeps, "log" | "meters"> {
  readonly limits: ConnectionLimits;
  /** Nobody is a trusted proxy by default. */
  readonly peerOf?: (socket: Socket) => Peer;
  /** Of the settings that name the address: `METRICS_` for `METRICS_HOST` and `METRICS_PORT`. */
  readonly settingPrefix?: string;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that limits connections, and closes each one after its answer under way once the server closes. */
export function httpServer(address: ListenAddress, guards: Guards, listener: Listener): HttpServer {
  const server = limitedServer(guards, listener);
  return {
    listen: () => listen(server, address, guards.settingPrefix ?? ""),
    close: (withinMs) => drain(server, withinMs),
  };
}

/**
 * A request without a body gets no stream that would have to run dry: 5 % of an answer. An option of Node 24.12, which
 * older ones ignore; the types are those of the oldest Node.
 */
const NO_EMPTY_BODIES = { optimizeEmptyRequests: true };

function limitedServer({ limits, peerOf = peersOf([]), log, meters }: Guards, listener: Listener): Server {
  const counted = meters && countResponse(meters);
  const answer: Listener = (request, response) => {
    try {
      if (counted !== undefined) response.on("close", counted);
      if (!server.listening) response.shouldKeepAlive = false;
      listener(request, response);
    } catch (error) {
      answerInternal(error, response, log);
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
    answer,
  );
  server.maxHeadersCount = limits.headerLines;
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  countConnections(server, { limits, peerOf, closed: (reason) => meters?.disconnected(reason) });
  // `Expect: 100-continue` is answered with the answer to the request: no body is needed.
  server.on("checkContinue", (request, response) => {
    response.shouldKeepAlive = false;
    answer(request, response);
  });
  server.on("checkExpectation", (_request, response) => {
    response.shouldKeepAlive = false;
    write(response, EXPECTATION_FAILED);
  });
  server.on("clientError", answerClientError);
  server.on("connect", (_request, socket) => answerConnect(socket));
  return server;
}

/** Counts a response whose head was sent, when it has ended or its connection is closed. */
function countResponse({ answered }: Pick<Meters, "answered">): (this: ServerResponse) => void {
  return function count() {
    if (this.headersSent) answered(groupOf(this.req.url ?? ""), this.statusCode);
  };
}

/** Error codes of the system for a wrong address, and what to tell the operator. */
const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "PORT is in use by another program",
  EACCES: "PORT may not be used by this user; take one above 1023",
  EADDRNOTAVAIL: "HOST is not an address of this machine",
  ENOTFOUND: "HOST is not known to the name service",
  EAI_AGAIN: "HOST cannot be looked up now",
};

/** Connections that the system holds until they are accepted. Beyond Node's 511 a client would try again after 1, then 3 s. */
const BACKLOG = 4096;

function listen(server: Server, { host, port }: ListenAddress, settingPrefix: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = FAULTS[error.code ?? ""];
      reject(fault === undefined ? error : new ConfigError([settingPrefix + fault], { cause: error }));
    });
    server.listen({ host, port, backlog: BACKLOG }, () => resolve(server.address() as AddressInfo));
  });
}

/** How often idle connections are closed while the server drains. */
const SWEEP_MS = 25;

/**
 * Stops accepting, closes idle connections, lets requests under way finish, and cuts off what is left in the end.
 *
 * @param withinMs how long requests under way may take
 */
async function drain(server: Server, withinMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const cut = setTimeout(() => server.closeAllConnections(), withinMs);
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await closed;
  clearTimeout(cut);
  clearInterval(sweep);
}
