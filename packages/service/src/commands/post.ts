/** Sends one POST to an address of the operator's choice, in bounded time. Only the status of the response counts. */

import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { errorCode, ServiceError } from "../domain/errors.js";

/** What to send, and where. A user name and password in the address become a Basic authorization. */
export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** There was no response. The message never contains the address, which may be a secret. */
export class PostError extends ServiceError {}

/** From the start of the connection to the status. */
const TIMEOUT_MS = 15_000;

/**
 * Sends it and returns the status as soon as it arrives; the receiver has then decided, so the body does not matter.
 * Does not follow redirects.
 *
 * @throws PostError if no status arrives; the signal's reason when it aborts
 */
export async function post({ url, headers, body }: Post, stop: AbortSignal): Promise<number> {
  stop.throwIfAborted();
  const request = url.protocol === "https:" ? httpsRequest : httpRequest;
  const length = { "content-length": Buffer.byteLength(body) };
  const outgoing = request(url, { method: "POST", headers: { ...headers, ...length }, agent: false });
  const end = () => outgoing.destroy();
  const timer = setTimeout(end, TIMEOUT_MS);
  stop.addEventListener("abort", end);
  try {
    return await new Promise<number>((resolve, reject) => {
      outgoing.on("error", reject); // this and the next listener stay until the connection is closed
      outgoing.on("close", () => reject(new Error("closed")));
      outgoing.on("response", (response) => {
        response.on("error", () => {});
        resolve(response.statusCode ?? 0);
      });
      outgoing.end(body);
    });
  } catch (error) {
    stop.throwIfAborted();
    const code = errorCode(error);
    throw new PostError(`no response (${/^[A-Z0-9_]{1,60}$/.test(code) ? code : "connection closed"})`);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", end);
    outgoing.destroy();
  }
}
