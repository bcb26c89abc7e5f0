/** A server whose responses a test writes byte by byte. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface HostileServer {
  readonly url: URL;
  /** Requests that arrived, oldest first. */
  readonly seen: IncomingMessage[];
  /** The n-th request gets the n-th response; the last one repeats. */
  answer(...answers: RequestListener[]): void;
  /** Resolves when the given number of requests has arrived. */
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** A server on loopback that misbehaves as its test specifies. */
export async function hostileServer(): Promise<HostileServer> {
  const seen: IncomingMessage[] = [];
  let answers: RequestListener[] = [];
  let waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const listener = answers[Math.min(seen.length, answers.length - 1)];
    seen.push(request);
    listener?.(request, response as ServerResponse & { req: IncomingMessage });
    for (const wake of waiting) wake();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    seen,
    answer(...given) {
      seen.length = 0;
      answers = given;
    },
    async arrived(count) {
      while (seen.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      waiting = [];
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** A complete JSON response. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

/** A complete HTML response, as from a firewall in front of a source. */
export function html(status: number, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => {
    response.writeHead(status, { "content-type": "text/html", ...headers }).end("<html>Just a moment...</html>");
  };
}
