import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import * as z from "zod";
import type { Log } from "../operations/ports.js";
import { ALLOW, CORS_HEADERS, type HeaderList } from "./cors.js";
import { type PreparedResponse, uncachedResponse, write } from "./prepared-response.js";
import { POLICY_HEADERS, POLICY_NAME, refusalHeaders } from "./rate-limit-headers.js";

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

/** A made-up refusal. */
export const QUOTA_EXAMPLE = {
  ok: false,
  type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  title: "Request cannot be satisfied as assigned quota has been exceeded",
  status: 429,
  detail: "The limit of 20 requests a minute is reached. Ask again in 37 s.",
  "violated-policies": ["public"],
  retry_after_seconds: 37,
};

/** When to ask again while there is no score: a first start takes minutes, a restart seconds. */
const NOT_READY_SECONDS = 15;

/** The usual pictures are drawn some tenths of a second after a start. */
const DRAWING_SECONDS = 1;

const RETRY_LATER: HeaderList = ["Retry-After", String(NOT_READY_SECONDS)];

export const NOT_FOUND = problem({ status: 404, detail: "There is nothing at this path." });

export const METHOD_NOT_ALLOWED = problem({ status: 405, detail: `This path answers ${ALLOW} only.` }, [
  "Allow",
  ALLOW,
]);

export const TARGET_TOO_LONG = problem({ status: 414, detail: "The request target is too long." });

export const BAD_REQUEST = problem({ status: 400, detail: "The request is malformed." });

export const NO_HOST = problem({ status: 400, detail: "The request has no Host header." });

export const EXPECTATION_FAILED = problem({ status: 417, detail: "This expectation cannot be met." });

export const REQUEST_TIMEOUT = problem({ status: 408, detail: "The request did not arrive in time." });

export const HEADERS_TOO_LARGE = problem({ status: 431, detail: "The headers are too large." });

const INTERNAL = problem({ status: 500, detail: "Something went wrong on our side." });

/**
 * What an instance that is behind answers to the nginx of deploy/nginx, which then asks the next one. When all are
 * behind, nginx follows the last header to a location that takes their answers all the same.
 */
export const BEHIND = problem({ status: 504, detail: "This instance has not heard of its database lately." }, [
  "X-Accel-Redirect",
  "@behind",
]);

export const NO_SCORE = problem({ status: 503, detail: "No score has been computed yet." }, [
  ...RETRY_LATER,
  ...POLICY_HEADERS,
]);

export const NO_HISTORY = problem({ status: 503, detail: "The 30 days of history are not complete yet." }, [
  ...RETRY_LATER,
  ...POLICY_HEADERS,
]);

/** For data that exists only after the first score; the same for every path that is not metered. */
export const NOTHING_YET = problem({ status: 503, detail: "There is nothing to show here yet." }, RETRY_LATER);

export const NO_PICTURE = problem({ status: 503, detail: "This picture has not been drawn yet." }, [
  "Retry-After",
  String(DRAWING_SECONDS),
]);

export const NO_URL = problem({ status: 400, detail: "The parameter url is missing." });

export const NOT_OURS = problem({ status: 404, detail: "There is nothing to embed at this url." });

export const UNKNOWN_FORMAT = problem({ status: 501, detail: "The formats are json and xml." });

/** For a scene or path that the sandbox does not have. @param scenes the names of those it has */
export function noSuchScene(scenes: readonly string[]): PreparedResponse {
  return problem({ status: 404, detail: "There is no such scene, or nothing at this path of it.", also: { scenes } });
}

/** For a path after its sunset. */
export function gone(detail: string, also: HeaderList): PreparedResponse {
  return problem({ status: 410, detail }, also);
}

export function notReady(reason: string): PreparedResponse {
  return problem({ status: 503, detail: reason }, RETRY_LATER);
}

const QUOTA_EXCEEDED = {
  type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  title: "Request cannot be satisfied as assigned quota has been exceeded",
};

const refusals = new Map<number, PreparedResponse>();

/** The 429 of a client that may come back in so many seconds. There are 60 of them, each built once. */
export function tooManyRequests(seconds: number): PreparedResponse {
  const known = refusals.get(seconds);
  if (known !== undefined) return known;
  const made = problem(
    {
      status: 429,
      detail: `The limit of 20 requests a minute is reached. Ask again in ${seconds} s.`,
      kind: QUOTA_EXCEEDED,
      also: { "violated-policies": [POLICY_NAME], retry_after_seconds: seconds },
    },
    refusalHeaders(seconds),
  );
  refusals.set(seconds, made);
  return made;
}

function problem(what: Problem, also: HeaderList = []): PreparedResponse {
  return uncachedResponse(what.status, "application/problem+json", problemBody(what), [...CORS_HEADERS, ...also]);
}

/** A failure, as we word it. */
interface Problem {
  readonly status: number;
  /** A sentence safe to show to anyone. */
  readonly detail: string;
  /** A problem type of its own; without one, the status says it all. */
  readonly kind?: { readonly type: string; readonly title: string };
  /** Members of this problem type. */
  readonly also?: Readonly<Record<string, unknown>>;
}

/** The body of a failure: RFC 9457 with the extra member `ok`, so that clients that look at `ok` alone still work. */
function problemBody({ status, detail, kind, also }: Problem): string {
  const type = kind?.type ?? "about:blank";
  const title = kind?.title ?? STATUS_CODES[status] ?? "Error";
  return JSON.stringify({ ok: false, type, title, status, detail, ...also });
}

interface Failed {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly log: Log;
}

/** Answers 500 for a bug; its stack goes to the log and nowhere else. */
export function answerInternal(error: unknown, { request, response, log }: Failed): void {
  log.error({ error }, "a request failed");
  if (response.headersSent) response.destroy();
  else write(response, INTERNAL, request.method === "HEAD");
}
