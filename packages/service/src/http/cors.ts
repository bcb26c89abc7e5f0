/** The headers that let pages of every origin read an answer, and those that answer a preflight. */

/** Alternating names and values. */
export type HeaderList = readonly string[];

/** Methods of every known path, as `Allow` lists them. */
export const ALLOW = "GET, HEAD, OPTIONS";

/** On every response, whatever its status. */
export const CORS_HEADERS: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link",
  "X-Content-Type-Options",
  "nosniff",
];

/** On everything that stands in other people's pages: those that isolate themselves load nothing without it. */
export const CROSS_ORIGIN_RESOURCE: HeaderList = ["Cross-Origin-Resource-Policy", "cross-origin"];

/** Allowed in every preflight, asked for or not. `If-None-Match` is there so that a page can revalidate by itself. */
const ALLOWED_NAMES = ["X-NHCI-API-Key", "If-None-Match"];

/** Characters of header names that are allowed because they are asked for; a page asks for some 100. */
const MAX_ASKED_LENGTH = 2048;

/** A header name (RFC 9110, 5.6.2). */
const NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The response to a preflight. It allows every header that the page wants to send: none of them changes an answer, and the `fetch`
 * of many pages adds its own, such as `traceparent`. `*` would not do: it leaves out `Authorization`.
 *
 * @param asked `Access-Control-Request-Headers`
 * @param methods of the path
 */
export function preflightHeaders(asked: string | undefined, methods = ALLOW): HeaderList {
  const names = asked === undefined ? ALLOWED_NAMES : [...ALLOWED_NAMES, ...namesIn(asked)];
  return [
    ...CORS_HEADERS,
    "Allow",
    methods,
    "Access-Control-Allow-Methods",
    methods,
    "Access-Control-Allow-Headers",
    names.join(", "),
    "Access-Control-Max-Age",
    "86400",
    "Vary",
    "Access-Control-Request-Headers",
  ];
}

/** The well-formed names of a list, once each, as far as it is not too long. */
function namesIn(list: string): readonly string[] {
  const end = list.length > MAX_ASKED_LENGTH ? list.lastIndexOf(",", MAX_ASKED_LENGTH) : list.length;
  const names = list
    .slice(0, Math.max(0, end))
    .split(",")
    .map((name) => name.trim());
  const listed = new Set(ALLOWED_NAMES.map((name) => name.toLowerCase()));
  return names.filter((name) => {
    const isNew = NAME.test(name) && !listed.has(name.toLowerCase());
    listed.add(name.toLowerCase());
    return isNew;
  });
}
