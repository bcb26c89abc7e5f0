import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ConfigError } from "../domain/errors.js";
import type { Disconnection, Meters } from "../operations/ports.js";
import { type Peer, peersOf } from "./client-address.js";
import { answerClientError, answerConnect } from "./client-errors.js";
import {
  type BeginAnswer,
  type Connection,
  type ConnectionLimits,
  type Connections,
  connectionOf,
  connections,
  isIdle,
} from "./connections.js";
import type { HttpDeps } from "./http-deps.js";
import { answerInternal, EXPECTATION_FAILED } from "./problems.js";
import { write } from "./response-variants.js";
import { groupOf } from "./router.js";

export interface HttpServer {
  /** Starts to accept. @throws ConfigError when address or port cannot be used */
  listen(): Promise<AddressInfo>;
  /** Stops accepting and lets requests under way finish, for at most `withinMs`. */
  close(withinMs: number): Promise<void>;
}

export interface ListenAddress {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
}

interface Guards extends Pick<HttpDeps, "log" | "meters" | "releaseMemory"> {
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

/** The server of Node with its limits; it answers 500 when the listener throws. */
function limitedServer(
  { limits, peerOf = peersOf([]), log, meters, releaseMemory }: Guards,
  listener: Listener,
): Server {
  const crowd = releaseMemory && releaseAfterCrowd(releaseMemory);
  const closed = (reason: Disconnection) => {
    meters?.disconnected(reason);
    crowd?.closed();
  };
  const all = connections({ limits, peerOf, closed });
  const inTurn = answerTurns(limits, all);
  const counted = meters && countResponse(meters);
  const safely = (response: ServerResponse) => {
    try {
      if (counted !== undefined) response.on("close", counted);
      if (!server.listening) response.shouldKeepAlive = false;
      listener(response.req, response);
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
    (_request, response) => inTurn(response, safely),
  );
  server.maxHeadersCount = limits.headerLines;
  server.timeout = limits.silenceMs;
  server.maxConnections = limits.connections;
  server.on("connection", all.admit);
  // `Expect: 100-continue` is answered with the answer to the request: no body is needed.
  server.on("checkContinue", (_request, response) => {
    response.shouldKeepAlive = false;
    inTurn(response, safely);
  });
  server.on("checkExpectation", (_request, response) => {
    response.shouldKeepAlive = false;
    inTurn(response, () => write(response, EXPECTATION_FAILED));
  });
  server.on("clientError", answerClientError);
  server.on("connect", (_request, socket) => answerConnect(socket));
  server.on("listening", () => {
    const sweep = setInterval(() => {
      all.closeSlowReaders(performance.now());
      crowd?.check();
    }, limits.checkMs).unref();
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

type AnswerInTurn = (response: ServerResponse, begin: BeginAnswer) => void;

/**
 * Answers to pipelined requests that are begun in one turn of the event loop. The system takes some 3 MB for a client that does
 * not read: begun one right after the other, a thousand such connections would hold up everybody for seconds.
 */
const MAX_BEGUN_PER_TURN = 16;

/**
 * One answer at a time on a connection: the next one is begun when the client's system has room for all of the former. Node
 * would make the answers to all pipelined requests of a packet at once, and hold them until somebody reads. A client that
 * pipelines too many requests is closed.
 */
function answerTurns(limits: ConnectionLimits, { used, close }: Connections): AnswerInTurn {
  let waitingInAll = 0;
  let due: Connection[] = [];

  /** To be called when the former answer is finished, or the connection closed. */
  function next(connection: Connection): void {
    if (due.push(connection) === 1) setImmediate(beginDue);
  }

  function beginDue(): void {
    const now = due.slice(0, MAX_BEGUN_PER_TURN);
    due = due.slice(MAX_BEGUN_PER_TURN);
    if (due.length > 0) setImmediate(beginDue);
    for (const connection of now) beginNext(connection);
  }

  function beginNext(connection: Connection): void {
    const { socket, waiting } = connection;
    waitingInAll -= waiting.length;
    if (socket.writableEnded || socket.destroyed) waiting.length = 0;
    const first = waiting.shift();
    waitingInAll += waiting.length;
    if (first === undefined) return;
    if (waiting.length > 0) first.response.once("close", () => next(connection));
    start(connection, first.response, first.begin);
  }

  function start(connection: Connection, response: ServerResponse, begin: BeginAnswer): void {
    if (used(connection, response) >= limits.requestsPerSocket) response.shouldKeepAlive = false;
    begin(response);
  }

  return (response, begin) => {
    const connection = connectionOf(response.req.socket);
    if (connection === undefined || connection.socket.destroyed) return;
    const { response: former, waiting } = connection;
    if (isIdle(connection)) return start(connection, response, begin);
    const isTooMany = waiting.length >= limits.waitingRequests || waitingInAll >= limits.waitingInAll;
    if (isTooMany) return close(connection, "ahead");
    if (waiting.length === 0) former?.once("close", () => next(connection));
    waiting.push({ response, begin });
    waitingInAll++;
  };
}

/** How many closed connections leave enough to be worth a stop: one with 20 pipelined requests leaves 30 kB, these 6 MB. */
const MIN_CLOSED = 200;

/**
 * Gives memory back once a crowd of clients is gone that had to be closed for the sake of others.
 *
 * @param release stops everything for a moment
 */
export function releaseAfterCrowd(release: () => void) {
  let count = 0;
  let countBefore = 0;
  return {
    /** To be called for each connection that is closed for the sake of others. */
    closed(): void {
      count++;
    },
    /** To be called every now and then: releases when many were closed and none since the last call, so never while they come. */
    check(): void {
      if (count >= MIN_CLOSED && count === countBefore) {
        release();
        count = 0;
      }
      countBefore = count;
    },
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
