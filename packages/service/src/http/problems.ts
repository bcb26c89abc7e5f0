/** All error responses, as problem+json (RFC 9457). */
import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";
import * as z from "zod";
import { PUBLIC_DAYS } from "../domain/history.js";
import { DRAWING_SECONDS, QUOTA, WINDOW_SECONDS } from "../domain/limits.js";
import { NO_STORE } from "./cache-control.js";
import { CORS_HEADERS } from "./cors.js";

/** The body of every error response: RFC 9457 with the extra member `ok`. */
export const ProblemReply = z.object({
  ok: z.literal(false).describe("false; true in every successful response"),
  type: z.string().describe("URI of the problem type; about:blank if the status is self-explanatory"),
  title: z.string().describe("the problem type in words"),
  status: z.int().describe("the HTTP status"),
  detail: z.string().describe("what went wrong, in a sentence"),
});

/** The body of 429. */
export const QuotaReply = ProblemReply.extend({
  "violated-policies": z.array(z.string()).describe("names of the exceeded policies"),
  retry_after_seconds: z.int().min(1).describe("as in Retry-After"),
});

/** An error response ready to send. */
export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, because Fastify adds a charset to the content type of a string. */
  readonly body: Buffer;
}

export const BAD_REQUEST = problem(400, "The request is malformed.");
export const NOT_FOUND = problem(404, "There is nothing at this path.");
export const NO_SCENE = problem(404, "Unknown scene or path. See /sandbox for the list.");
export const FOREIGN_ORIGIN = problem(403, "The Origin header is malformed.");
export const ONE_MESSAGE = problem(400, "The body must be one JSON-RPC message.");
export const NOT_JSON = problem(415, "The body must be application/json.");
export const BODY_TOO_LONG = problem(413, "The body is too long.");
export const REQUEST_TIMEOUT = problem(408, "The request did not arrive in time.");
export const TARGET_TOO_LONG = problem(414, "The request target is too long.");
export const EXPECTATION_FAILED = problem(417, "This expectation cannot be met.");
export const HEADERS_TOO_LARGE = problem(431, "The headers are too large.");
export const INTERNAL = problem(500, "Something went wrong on our side.");
export const NO_SCORE = notReady("No score has been computed yet.");
export const NO_HISTORY = notReady(`The ${PUBLIC_DAYS} days of history are not complete yet.`);

/** For data that exist only after the first score. */
export const NOTHING_YET = notReady("There is nothing to show here yet.");

/** Drawing a picture takes a few tenths of a second. */
export const NO_PICTURE = problem(503, "This picture has not been drawn yet.", { "retry-after": "1" });

/** 503 with a retry after 15 s: a first start takes minutes, a restart seconds. */
export function notReady(detail: string): Problem {
  return problem(503, detail, { "retry-after": "15" });
}

/** @param allow the methods that the path allows */
export function methodNotAllowed(allow: string): Problem {
  return problem(405, `This path answers ${allow} only.`, { allow });
}

/** The limit per address, per API key, or on the sandbox's pictures. */
type LimitName = "public" | "key" | "sandbox";

/** `RateLimit-Policy`; source: draft-ietf-httpapi-ratelimit-headers. */
export function policyText(name: LimitName, quota = QUOTA): string {
  return `"${name}";q=${quota};w=${WINDOW_SECONDS}`;
}

/** The 429 for a client that may retry after a number of seconds. */
export function tooManyRequests(seconds: number, name: LimitName = "public", quota = QUOTA): Problem {
  const limit = { ratelimit: `"${name}";r=0;t=${seconds}`, "ratelimit-policy": policyText(name, quota) };
  return quotaExceeded(seconds, name, `The limit of ${quota} requests a minute is reached.`, limit);
}

/** The 429 for a client whose sandbox pictures have used too much drawing time in the last minute. */
export function drawnTooMuch(seconds: number): Problem {
  return quotaExceeded(seconds, "sandbox", `The limit of ${DRAWING_SECONDS} s of drawing a minute is reached.`);
}

function quotaExceeded(seconds: number, name: LimitName, what: string, headers = {}): Problem {
  return problem(
    429,
    `${what} Ask again in ${seconds} s.`,
    { "retry-after": String(seconds), ...headers },
    {
      type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
      title: "Request cannot be satisfied as assigned quota has been exceeded",
      "violated-policies": [name],
      retry_after_seconds: seconds,
    },
  );
}

/**
 * An error response: RFC 9457 with the extra member `ok`, for clients that check only `ok`.
 *
 * @param detail a sentence that is safe to show to anyone
 * @param members extra members of a problem type; the default type is about:blank
 */
export function problem(
  status: number,
  detail: string,
  headers: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Problem {
  const title = STATUS_CODES[status];
  const body = Buffer.from(JSON.stringify({ ok: false, type: "about:blank", title, status, detail, ...members }));
  return {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": NO_STORE, ...headers },
    body,
  };
}

/** All headers of an error response that is written without Fastify and closes its connection. */
export function lastHeaders({ headers, body }: Problem): Readonly<Record<string, string | number>> {
  return { ...CORS_HEADERS, ...headers, "content-length": body.length, connection: "close" };
}

export function sendProblem(reply: FastifyReply, { status, headers, body }: Problem): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}
