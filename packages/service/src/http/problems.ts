/** Every answer that tells a client of a failure, as problem+json (RFC 9457). */
import { type ServerResponse, STATUS_CODES } from "node:http";
import * as z from "zod";
import { PUBLIC_DAYS } from "../domain/history.js";
import type { Log } from "../platform/log.js";
import type { KeyFault } from "../published/pro-state.js";
import { ALLOW, CORS_HEADERS, type HeaderList } from "./cors.js";
import { QUOTA, WINDOW_SECONDS } from "./limit/policy.js";
import { type PreparedResponse, uncachedResponse, write } from "./response-variants.js";

/** The body of every failure: RFC 9457 with the additional member `ok`. */
export const ProblemReply = z.object({
  ok: z.literal(false).describe("false; true in every success"),
  type: z.string().describe("address of the problem type; about:blank where the status says it all"),
  title: z.string().describe("the problem type in words"),
  status: z.int().describe("the HTTP status"),
  detail: z.string().describe("what went wrong, in a sentence"),
});

/** The body of 429. */
export const QuotaReply = ProblemReply.extend({
  "violated-policies": z.array(z.string()).describe("names of the exceeded policies"),
  retry_after_seconds: z.int().min(1).describe("as in Retry-After"),
});

/** A limit by its name in `RateLimit` and `RateLimit-Policy`. */
interface Policy {
  readonly name: "public" | "key";
  /** Requests in any 60 s. */
  readonly quota: number;
}

/** That of an address. */
const PUBLIC: Policy = { name: "public", quota: QUOTA };

/**
 * On every metered answer. It never changes, so a cache may keep it, unlike `RateLimit`, which is sent with 429 only: a
 * cached count would be someone else's. Source: draft-ietf-httpapi-ratelimit-headers.
 */
export const POLICY = policyText(PUBLIC);
export const POLICY_HEADERS: HeaderList = ["RateLimit-Policy", POLICY];

export const BAD_REQUEST = problem(400, "The request is malformed.");
export const NO_HOST = problem(400, "The request has no Host header.");
export const NOT_FOUND = problem(404, "There is nothing at this path.");
export const NO_SCENE = problem(404, "There is no such scene, or nothing at this path of it: /sandbox lists both.");
export const METHOD_NOT_ALLOWED = problem(405, `This path answers ${ALLOW} only.`, ["Allow", ALLOW]);
export const POST_ONLY = problem(405, "This path answers POST and OPTIONS only.", ["Allow", "POST, OPTIONS"]);
export const FOREIGN_ORIGIN = problem(403, "The Origin header names no origin.");
export const ONE_MESSAGE = problem(400, "The body must be one JSON-RPC message.");
export const BODY_TOO_LONG = problem(413, "The body is too long.");
export const REQUEST_TIMEOUT = problem(408, "The request did not arrive in time.");
export const TARGET_TOO_LONG = problem(414, "The request target is too long.");
export const EXPECTATION_FAILED = problem(417, "This expectation cannot be met.");
export const HEADERS_TOO_LARGE = problem(431, "The headers are too large.");
const INTERNAL = problem(500, "Something went wrong on our side.");
export const NO_SCORE = notReady("No score has been computed yet.", POLICY_HEADERS);
export const NO_HISTORY = notReady(`The ${PUBLIC_DAYS} days of history are not complete yet.`, POLICY_HEADERS);

/** For data that exists only after the first score; the same for every path that is not metered. */
export const NOTHING_YET = notReady("There is nothing to show here yet.");

/** The usual pictures are drawn some tenths of a second after a start. */
export const NO_PICTURE = problem(503, "This picture has not been drawn yet.", ["Retry-After", "1"]);

/** 503, to be asked again in 15 s: a first start takes minutes, a restart seconds. */
export function notReady(detail: string, headers: HeaderList = []): PreparedResponse {
  return problem(503, detail, ["Retry-After", "15", ...headers]);
}

const refusals = new Map<number, PreparedResponse>();

/** The 429 of an address that may come back in so many seconds. There are 60 of them, each built once. */
export function tooManyRequests(seconds: number): PreparedResponse {
  const built = refusals.get(seconds);
  if (built !== undefined) return built;
  const made = quotaExceeded(PUBLIC, seconds);
  refusals.set(seconds, made);
  return made;
}

function quotaExceeded(policy: Policy, seconds: number): PreparedResponse {
  const { name, quota } = policy;
  return problem(
    429,
    `The limit of ${quota} requests a minute is reached. Ask again in ${seconds} s.`,
    ["Retry-After", String(seconds), "RateLimit", `"${name}";r=0;t=${seconds}`, "RateLimit-Policy", policyText(policy)],
    {
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Request cannot be satisfied as assigned quota has been exceeded",
      "violated-policies": [name],
      retry_after_seconds: seconds,
    },
  );
}

function policyText({ name, quota }: Policy): string {
  return `"${name}";q=${quota};w=${WINDOW_SECONDS}`;
}

/** The 429 of a key. @param perMinute its limit */
export function keyExceeded(perMinute: number, seconds: number): PreparedResponse {
  return quotaExceeded({ name: "key", quota: perMinute }, seconds);
}

/** An answer as the holder of a key gets it: with the limit of the key, and for no cache that others share. */
export function forKey({ status, head, body }: PreparedResponse, perMinute: number): PreparedResponse {
  const own: string[] = [];
  for (let i = 0; i < head.length; i += 2) {
    const [name = "", value = ""] = [head[i], head[i + 1]];
    if (name === "RateLimit-Policy") continue;
    own.push(name, name === "Cache-Control" ? value.replace(/^public\b/, "private") : value);
  }
  return { status, head: [...own, "RateLimit-Policy", policyText({ name: "key", quota: perMinute })], body };
}

/** The header that holds a key. */
export const KEY_HEADER = "X-NHCI-API-Key";

/**
 * By what is wrong with a key. Whoever learns that one has expired or was revoked holds it, so that helps nobody to guess.
 * `PeakKey` is no registered scheme: it says that the key stands in a header of its own.
 */
export const KEY_PROBLEMS: Readonly<Record<KeyFault | "missing", PreparedResponse>> = {
  missing: keyProblem("This path needs a key of API Pro in the header X-NHCI-API-Key."),
  malformed: keyProblem("This is no key of API Pro: it is mistyped, or not all of it is there.", "malformed"),
  unknown: keyProblem("This key is not known. A new one is known 30 s after it was made.", "unknown"),
  expired: keyProblem("This key has expired.", "expired"),
  revoked: keyProblem("This key was revoked.", "revoked"),
};

function keyProblem(detail: string, error?: KeyFault): PreparedResponse {
  const reason = error === undefined ? "" : `, error="${error}"`;
  return problem(401, detail, ["WWW-Authenticate", `PeakKey realm="API Pro"${reason}`]);
}

/** A parameter that cannot be what was meant. @param fault goes on in the sentence that its name begins */
export function wrongParameter(parameter: string, fault: string): PreparedResponse {
  return problem(400, `${parameter} ${fault}.`, [], { parameter });
}

export const QUOTA_EXAMPLE: unknown = JSON.parse(String(tooManyRequests(37).body));

/**
 * A failure: RFC 9457 with the extra member `ok`, so that clients that look at `ok` alone still work.
 *
 * @param detail a sentence safe to show to anyone
 * @param members of a problem type of its own; without one, the status says it all
 */
function problem(
  status: number,
  detail: string,
  headers: HeaderList = [],
  members: Readonly<Record<string, unknown>> = {},
): PreparedResponse {
  const title = STATUS_CODES[status] ?? "Error";
  const body = JSON.stringify({ ok: false, type: "about:blank", title, status, detail, ...members });
  return uncachedResponse(status, "application/problem+json", body, [...CORS_HEADERS, ...headers]);
}

/** Answers 500 for a bug; its stack goes to the log and nowhere else. */
export function answerInternal(error: unknown, response: ServerResponse, log: Log): void {
  log.error({ error }, "a request failed");
  if (response.headersSent) response.destroy();
  else write(response, INTERNAL);
}
