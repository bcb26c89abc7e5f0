/** Requests over a real connection, with the bytes as they arrive. */
import { type IncomingHttpHeaders, request } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client's address; all of 127.0.0.0/8 belongs to this machine. */
  readonly from?: string;
}

/** One request on its own connection. */
export function ask(url: string, { method = "GET", headers = {}, from }: RequestOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const where = from === undefined ? {} : { localAddress: from };
    const asking = request(url, { method, headers, agent: false, ...where }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString("utf8") });
      });
    });
    asking.on("error", reject);
    asking.end();
  });
}

const CLIENTS = 250 * 250;
/** Test files run in separate processes and may use the same service. */
let clients = (process.pid * 977) % CLIENTS;

/**
 * An unused client address, so that a test has the whole limit for itself. After 62,500 addresses the first ones are
 * used again; their minute is long over.
 */
export function freshClient(): string {
  clients = (clients + 1) % CLIENTS;
  return `127.1.${Math.floor(clients / 250)}.${(clients % 250) + 1}`;
}
