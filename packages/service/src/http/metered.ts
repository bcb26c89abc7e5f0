/** Puts the limit before an endpoint: that of the address, or that of the key which a request names. */
import type { IncomingMessage } from "node:http";
import type { ProState } from "../published/pro-state.js";
import type { ClientAddress } from "./client-address.js";
import type { RateLimit } from "./limit/policy.js";
import { forKey, KEY_HEADER, KEY_PROBLEMS, keyExceeded, tooManyRequests } from "./problems.js";
import type { PreparedResponse, Responder } from "./response-variants.js";

/**
 * The two metered endpoints get nearly all requests: an answer takes the limiter, two headers and one write.
 *
 * @returns puts the limit of the address before a responder
 */
export function meteredByAddress(limit: RateLimit, clientAddress: ClientAddress): (responder: Responder) => Responder {
  return (responder) => {
    const respond = (seconds: number, request: IncomingMessage, path: string) =>
      seconds === 0 ? responder(request, path) : tooManyRequests(seconds);
    return (request, path) => {
      const seconds = limit.take(clientAddress(request.socket, request.headers["x-forwarded-for"]));
      if (seconds instanceof Promise) return seconds.then((late) => respond(late, request, path));
      return respond(seconds, request, path);
    };
  };
}

interface KeyedDeps {
  readonly limit: RateLimit;
  readonly pro: Pick<ProState, "check">;
  readonly byAddress: (responder: Responder) => Responder;
  /** Who answers without a key, at the limit of the address. */
  readonly withoutKey?: Responder;
}

/**
 * A good key has its own limit, on whatever path. A bad one is refused like any request of its address, so that guessing is
 * limited, too.
 */
export function meteredByKey(responder: Responder, { limit, pro, byAddress, withoutKey }: KeyedDeps): Responder {
  const missing = byAddress(withoutKey ?? (() => KEY_PROBLEMS.missing));
  return (request, path) => {
    const text = request.headers[NODE_HEADER];
    if (text === undefined) return missing(request, path);
    const key = pro.check(String(text));
    if (typeof key === "string") return byAddress(() => KEY_PROBLEMS[key])(request, path);
    const own = (answer: PreparedResponse) => forKey(answer, key.perMinute);
    const respond = (seconds: number) =>
      seconds === 0 ? then(responder(request, path), own) : keyExceeded(key.perMinute, seconds);
    return then(limit.take(key.hash, key.perMinute), respond);
  };
}

/** Node names headers in lower case. */
const NODE_HEADER = KEY_HEADER.toLowerCase();

/** Goes on with a value, at once when it is there. */
function then<T, Next>(value: T | Promise<T>, next: (value: T) => Next | Promise<Next>): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
