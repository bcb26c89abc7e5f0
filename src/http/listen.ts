import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "../domain/errors.js";

/** What the system says when the address is at fault, and how we say it. */
const FAULTS: Readonly<Record<string, string>> = {
  EADDRINUSE: "PORT is in use by another program",
  EACCES: "PORT may not be used by this user; take one above 1023",
  EADDRNOTAVAIL: "HOST is not an address of this machine",
  ENOTFOUND: "HOST is not known to the name service",
  EAI_AGAIN: "HOST cannot be looked up now",
};

export interface Place {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
}

/**
 * @param prefix of the settings that name the place: `METRICS_` for `METRICS_HOST` and `METRICS_PORT`
 * @returns where the server listens
 * @throws ConfigError when address or port cannot be used
 */
export function listen(server: Server, { host, port }: Place, prefix = ""): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const fault = FAULTS[error.code ?? ""];
      reject(fault === undefined ? error : new ConfigError([prefix + fault], { cause: error }));
    });
    server.listen({ host, port }, () => resolve(server.address() as AddressInfo));
  });
}
