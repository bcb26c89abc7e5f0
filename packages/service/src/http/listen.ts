/** Starts and stops a server. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { ConfigError } from "../domain/errors.js";
import type { Clock } from "../platform/clock.js";
import { waitAtMost } from "../platform/timing.js";

/** System error codes for unusable addresses, and the sentences for the operator. */
const LISTEN_FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "PORT is in use by another program",
  EACCES: "PORT may not be used by this user; choose one above 1023",
  EADDRNOTAVAIL: "HOST is not an address of this machine",
  EINVAL: "HOST is not a usable address; a link-local address needs its interface, as in fe80::1%eth0",
  ENOTFOUND: "HOST cannot be resolved",
  EAI_AGAIN: "HOST cannot be resolved at the moment",
};

/** Connections waiting to be accepted. Beyond Node's default of 511, clients would retry after 1 s, then 3 s. */
const BACKLOG = 4096;

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
}

/**
 * Starts accepting connections.
 *
 * @param settingPrefix prefix of the address settings, e.g. `METRICS_` for `METRICS_HOST` and `METRICS_PORT`
 * @throws ConfigError when address or port cannot be used
 */
export async function listen(
  app: FastifyInstance,
  { host, port }: ListenAddress,
  settingPrefix = "",
): Promise<AddressInfo> {
  try {
    await app.listen({ host, port, backlog: BACKLOG });
  } catch (error) {
    const { code = "", syscall = "" } = error as NodeJS.ErrnoException;
    if (!["listen", "bind", "getaddrinfo"].includes(syscall)) throw error;
    const fault = LISTEN_FAULTS[code] ?? `cannot listen on HOST and PORT (${code})`;
    throw new ConfigError([`${settingPrefix}${fault}: ${host}, port ${port}`], { cause: error });
  }
  return app.server.address() as AddressInfo;
}

/**
 * Stops accepting, closes idle connections, lets requests in progress finish, and cuts off the rest.
 *
 * @param withinMs how long requests in progress may take
 */
export async function close(clock: Clock, app: FastifyInstance, withinMs: number): Promise<void> {
  const closing = app.close();
  await waitAtMost(clock, withinMs, closing);
  app.server.closeAllConnections();
  await closing;
}
