import { NO_STORE } from "./cache.js";
import { type HeaderList, OPEN } from "./cross-origin.js";
import { ALLOW } from "./paths.js";
import { type Problem, presentProblem } from "./present/problem.js";
import { POLICY, POLICY_NAME, spent } from "./rate-fields.js";
import type { Ready } from "./ready.js";

/** When to ask again while there is no score: a first start takes minutes, a restart seconds. */
const NOT_READY_SECONDS = 15;

/** The usual pictures are drawn some tenths of a second after a start. */
const DRAWING_SECONDS = 1;

const AGAIN: HeaderList = ["Retry-After", String(NOT_READY_SECONDS)];

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

export const INTERNAL = problem({ status: 500, detail: "Something went wrong on our side." });

export const NO_SCORE = problem({ status: 503, detail: "No score has been computed yet." }, [...AGAIN, ...POLICY]);

export const NO_HISTORY = problem({ status: 503, detail: "The 30 days of history are not complete yet." }, [
  ...AGAIN,
  ...POLICY,
]);

/** Of what is made after the first score: the same for every path, and not metered. */
export const NOTHING_YET = problem({ status: 503, detail: "There is nothing to show here yet." }, AGAIN);

export const NO_PICTURE = problem({ status: 503, detail: "This picture has not been drawn yet." }, [
  "Retry-After",
  String(DRAWING_SECONDS),
]);

export const NO_URL = problem({ status: 400, detail: "The parameter url is missing." });

export const NOT_OURS = problem({ status: 404, detail: "There is nothing to embed at this url." });

export const UNKNOWN_FORMAT = problem({ status: 501, detail: "The formats are json and xml." });

export function notReady(reason: string): Ready {
  return problem({ status: 503, detail: reason }, AGAIN);
}

const QUOTA_EXCEEDED = {
  type: "https://iana.org/assignments/http-problem-types#quota-exceeded",
  title: "Request cannot be satisfied as assigned quota has been exceeded",
};

const refusals = new Map<number, Ready>();

/** The 429 of a client that may come back in so many seconds. There are 60 of them, each built once. */
export function tooManyRequests(seconds: number): Ready {
  const known = refusals.get(seconds);
  if (known !== undefined) return known;
  const made = problem(
    {
      status: 429,
      detail: `The limit of 20 requests a minute is reached. Ask again in ${seconds} s.`,
      kind: QUOTA_EXCEEDED,
      also: { "violated-policies": [POLICY_NAME], retry_after_seconds: seconds },
    },
    spent(seconds),
  );
  refusals.set(seconds, made);
  return made;
}

function problem(what: Problem, also: HeaderList = []): Ready {
  const body = presentProblem(what);
  const head = ["Content-Type", "application/problem+json", "Content-Length", String(body.length)];
  return { status: what.status, head: [...head, "Cache-Control", NO_STORE, ...OPEN, ...also], body };
}
