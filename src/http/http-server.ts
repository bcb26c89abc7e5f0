import type { RequestListener, Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { ConfigError } from "../domain/errors.js";
import { type Peer, peersOf } from "./client-address.js";
import { answerClientError } from "./client-errors.js";
import type { ConnectionLimits } from "./connection-limits.js";
import { guardedServer } from "./guarded-server.js";
import type { HttpDeps } from "./http-deps.js";

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

interface Guards extends Pick<HttpDeps, "log" | "meters"> {
  readonly limits: ConnectionLimits;
  /** Nobody is a trusted proxy by default. */
  readonly peerOf?: (socket: Socket) => Peer;
  /** Of the settings that name the address: `METRICS_` for `METRICS_HOST` and `METRICS_PORT`. */
  readonly settingPrefix?: string;
}

/** A server that limits connections, and closes each one after its answer under way once the server closes. */
export function httpServer(
  address: ListenAddress,
  { settingPrefix = "", peerOf = peersOf([]), ...guards }: Guards,
  listener: RequestListener,
): HttpServer {
  let isClosing = false;
  const server = guardedServer(
    (request, response) => {
      if (isClosing) response.shouldKeepAlive = false;
      listener(request, response);
    },
    { ...guards, peerOf },
  );
  server.on("clientError", answerClientError);
  return {
    listen: () => listen(server, address, settingPrefix),
    close(withinMs) {
      isClosing = true;
      return drain(server, withinMs);
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

/**
 * Starts to accept.
 *
 * @param prefix of the settings that name the place: `METRICS_` for `METRICS_HOST` and `METRICS_PORT`
 * @returns where the server listens
 * @throws ConfigError when address or port cannot be used
 */
function listen(server: Server, { host, port }: ListenAddress, prefix = ""): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = FAULTS[error.code ?? ""];
      reject(fault === undefined ? error : new ConfigError([prefix + fault], { cause: error }));
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
