import { Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import type { Socket } from "node:net";
import type { Answer } from "./read-answer.js";

/** A connection that has been free for so long is closed: before most servers do, which would cost the next request. */
const FREE_MS = 4000;

/**
 * Sends one GET and waits for the headers of its answer, whatever their status. Redirects are not followed.
 *
 * @throws Error with a `code` when the connection fails; the signal's abort ends request and body
 */
export type SendRequest = (url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Answer>;

/**
 * Requests over connections that are kept for a while. Node's own client, since `fetch` and undici compile a WebAssembly
 * parser at the first request: for a moment 40 MB.
 *
 * @param connectMs a connection that is not ready after this long, handshake included, fails with `ETIMEDOUT`
 */
export function sender(connectMs: number): SendRequest {
  const terms = { keepAlive: true, timeout: FREE_MS };
  const plain = new PlainAgent(terms);
  const secure = new SecureAgent(terms);
  return (url, headers, signal) =>
    new Promise((resolve, reject) => {
      const isSecure = url.protocol === "https:";
      const request = isSecure
        ? secureRequest(url, { headers, signal, agent: secure })
        : plainRequest(url, { headers, signal, agent: plain });
      request.on("error", reject);
      request.on("response", (body) => {
        resolve({ statusCode: body.statusCode ?? 0, headers: body.headers, body });
      });
      request.on("socket", (socket) => {
        if (request.reusedSocket) return;
        const giveUp = () => request.destroy(new ConnectTimeout());
        timeOut(socket, isSecure ? "secureConnect" : "connect", { ms: connectMs, giveUp });
      });
      request.end();
    });
}

class ConnectTimeout extends Error {
  readonly code = "ETIMEDOUT";
}

function timeOut(socket: Socket, ready: string, { ms, giveUp }: { ms: number; giveUp: () => void }): void {
  const timer = setTimeout(giveUp, ms);
  const settle = () => clearTimeout(timer);
  socket.once(ready, settle);
  socket.once("close", settle);
}
