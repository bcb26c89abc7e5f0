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

/** A header name (RFC 9110, 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The headers of a preflight's answer. It allows every header the page wants to send: none of them changes an answer,
 * and the `fetch` of many pages adds its own, such as `traceparent`. `*` would not do: it leaves out `Authorization`.
 *
 * @param asked `Access-Control-Request-Headers`
 * @param methods of the path, as `Allow` lists them
 */
export function preflightHeaders(asked = "", methods: string): Readonly<Record<string, string>> {
  const names = asked.split(",").map((name) => name.trim());
  return {
    allow: methods,
    "access-control-allow-methods": methods,
    // With `If-None-Match` a page can revalidate by itself.
    "access-control-allow-headers": ["X-NHCI-API-Key", "If-None-Match", ...names.filter(isName)].join(", "),
    "access-control-max-age": "86400",
    vary: "Access-Control-Request-Headers",
  };
}

function isName(name: string): boolean {
  return HEADER_NAME.test(name);
}
