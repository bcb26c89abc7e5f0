import type { IncomingMessage } from "node:http";
import type { RateLimit, RateLimitResult } from "../operations/ports.js";
import type { ClientAddress } from "./client-address.js";
import type { Responder } from "./endpoint.js";
import type { PreparedResponse } from "./prepared-response.js";
import { tooManyRequests } from "./problems.js";

/**
 * Puts the limiter before an endpoint. The two metered endpoints get nearly all requests: an answer takes the limiter,
 * two headers and one write.
 */
export function metered(responder: Responder, limit: RateLimit, clientAddress: ClientAddress): Responder {
  const respond = ({ allowed, resetSeconds }: RateLimitResult, request: IncomingMessage, path: string) =>
    allowed ? responder(request, path) : tooManyRequests(resetSeconds);
  const respondLater = async (
    result: Promise<RateLimitResult>,
    request: IncomingMessage,
    path: string,
  ): Promise<PreparedResponse> => respond(await result, request, path);
  return (request, path) => {
    const result = limit.take(clientAddress(request.socket, request.headers["x-forwarded-for"]));
    return result instanceof Promise ? respondLater(result, request, path) : respond(result, request, path);
  };
}
