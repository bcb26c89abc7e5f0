/** The headers that let pages of every origin read an answer, and the answer to a preflight. */

/** On every response, whatever its status. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link",
  "x-content-type-options": "nosniff",
} as const;

/** On everything that stands in other people's pages: pages that isolate themselves load nothing without it. */
export const CROSS_ORIGIN_RESOURCE = { "cross-origin-resource-policy": "cross-origin" } as const;

/** Allowed in every preflight, asked for or not. With `If-None-Match` a page can revalidate by itself. */
const ALWAYS_ALLOWED = ["X-NHCI-API-Key", "If-None-Match"];

/** Characters of the asked header names that are read; a page asks for some 100. */
const MAX_ASKED_LENGTH = 2048;

/** A header name (RFC 9110, 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The headers of a preflight's answer. It allows every header the page wants to send: none of them changes an answer,
 * and the `fetch` of many pages adds its own, such as `traceparent`. `*` would not do: it leaves out `Authorization`.
 *
 * @param asked `Access-Control-Request-Headers`
 * @param methods of the path, as `Allow` lists them
 */
export function preflightHeaders(asked: string | undefined, methods: string): Readonly<Record<string, string>> {
  return {
    allow: methods,
    "access-control-allow-methods": methods,
    "access-control-allow-headers": [...ALWAYS_ALLOWED, ...namesIn(asked ?? "")].join(", "),
    "access-control-max-age": "86400",
    vary: "Access-Control-Request-Headers",
  };
}

/** The well-formed names of a list, once each, as far as it is not too long. */
function namesIn(list: string): readonly string[] {
  const end = list.length > MAX_ASKED_LENGTH ? list.lastIndexOf(",", MAX_ASKED_LENGTH) : list.length;
  const listed = new Set(ALWAYS_ALLOWED.map((name) => name.toLowerCase()));
  const names = list.slice(0, Math.max(0, end)).split(",");
  return names
    .map((name) => name.trim())
    .filter((name) => {
      const isNew = HEADER_NAME.test(name) && !listed.has(name.toLowerCase());
      listed.add(name.toLowerCase());
      return isNew;
    });
}
