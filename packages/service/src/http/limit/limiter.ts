/** The rate limits as Fastify hooks: per address for the metered routes, per key where API Pro is on. */
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { clientKey } from "../client-address.js";
import { type Problem, policyText, problem, sendProblem, tooManyRequests } from "../problems.js";
import { KEYS_KNOWN_SECONDS, type KeyFault, type ValidKey } from "./known-keys.js";

/** A quota of requests per client in any `WINDOW_SECONDS`. */
export interface RateLimit {
  /**
   * Takes a request from the client's quota, unless it is refused.
   *
   * @param client from `clientKey`, an IPv4 address or an IPv6 /64; or the hash of an API key
   * @param quota of an API key, always the same one; without it the client is an address and has `QUOTA`
   * @returns the whole seconds to wait: 0 if the request may pass. A promise never rejects and settles within 100 ms.
   */
  take(client: string, quota?: number): number | Promise<number>;
}

/** `Retry-After` for a wait in milliseconds, rounded up so that a request passes after exactly that long. */
export function wholeSeconds(waitMs: number): number {
  return Math.ceil(waitMs / 1000);
}

/** The options with which limited routes are registered. */
export interface Limiter {
  /** For the two public endpoints: the limit of the address, or of a valid key. */
  readonly metered: RouteShorthandOptions;
  /** For routes that require a key. */
  readonly keyed: RouteShorthandOptions;
}

/** The header that carries a key. */
export const KEY_HEADER = "X-NHCI-API-Key";

/** Checks the keys of API Pro. */
export interface KeyCheck {
  /** The key, or its fault. */
  check(text: string): ValidKey | KeyFault;
}

/**
 * Every response of a limited route states its limit in `RateLimit-Policy`, a constant that caches may keep.
 *
 * @param pro `undefined` if API Pro is off: a key then changes nothing
 */
export function createLimiter(limit: RateLimit, pro: KeyCheck | undefined): Limiter {
  const byAddress = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    reply.header("ratelimit-policy", PUBLIC_POLICY);
    passOrRefuse(limit.take(clientKey(request)), reply, done, tooManyRequests);
  };
  if (pro === undefined) return { metered: { onRequest: byAddress }, keyed: { onRequest: byAddress } };

  const byKey = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const text = request.headers[KEY_NAME];
    const key = text === undefined ? "missing" : pro.check(String(text));
    if (typeof key === "string") {
      // counts like any request from the address, so that guessing keys is limited, too
      return byAddress(request, reply, () => void sendProblem(reply, KEY_PROBLEMS[key]));
    }
    const { hash, perMinute } = key;
    reply.header("ratelimit-policy", policyText("key", perMinute));
    passOrRefuse(limit.take(hash, perMinute), reply, done, (seconds) => tooManyRequests(seconds, "key", perMinute));
  };
  const byEither = (request: FastifyRequest, reply: FastifyReply, done: () => void) =>
    KEY_NAME in request.headers ? byKey(request, reply, done) : byAddress(request, reply, done);
  return {
    metered: { onRequest: byEither, onSend: keepPrivate },
    keyed: { onRequest: byKey, onSend: keepPrivate },
  };
}

const PUBLIC_POLICY = policyText("public");
const KEY_NAME = KEY_HEADER.toLowerCase();

/** Continues or rejects, synchronously if the limiter does. */
function passOrRefuse(
  waitSeconds: number | Promise<number>,
  reply: FastifyReply,
  done: () => void,
  refusal: (seconds: number) => Problem,
): void {
  if (typeof waitSeconds !== "number") void waitSeconds.then((seconds) => passOrRefuse(seconds, reply, done, refusal));
  else if (waitSeconds === 0) done();
  else sendProblem(reply, refusal(waitSeconds));
}

/** Where keys matter, a shared cache must not serve one client's response to another. */
function keepPrivate(_request: unknown, reply: FastifyReply, payload: unknown, done: (e: null, p: unknown) => void) {
  const { vary, "cache-control": cache, "ratelimit-policy": policy } = reply.getHeaders();
  reply.header("vary", vary === undefined ? KEY_HEADER : `${vary}, ${KEY_HEADER}`);
  if (String(policy).startsWith('"key"')) reply.header("cache-control", String(cache).replace(/^public\b/, "private"));
  done(null, payload);
}

/**
 * The problem for each fault of a key. Only a key's holder learns that it expired or was revoked, so guessing gets no
 * easier. `PeakKey` is not a registered scheme; it says that the key goes in a separate header.
 */
const KEY_PROBLEMS: Readonly<Record<KeyFault | "missing", Problem>> = {
  missing: keyProblem(`This path needs an API Pro key in the header ${KEY_HEADER}.`),
  malformed: keyProblem("This is not a valid API Pro key: it is mistyped or incomplete.", "malformed"),
  unknown: keyProblem(`This key is unknown. A new key works within ${KEYS_KNOWN_SECONDS} s.`, "unknown"),
  expired: keyProblem("This key has expired.", "expired"),
  revoked: keyProblem("This key was revoked.", "revoked"),
};

function keyProblem(detail: string, error?: KeyFault): Problem {
  const reason = error === undefined ? "" : `, error="${error}"`;
  return problem(401, detail, { "www-authenticate": `PeakKey realm="API Pro"${reason}` });
}
