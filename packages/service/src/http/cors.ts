/** CORS headers, which let pages of any origin read a response, and preflight responses. */

/** On responses with any status. */
export const CORS_HEADERS = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link",
  "x-content-type-options": "nosniff",
} as const;

/** For everything embedded in other people's pages; cross-origin isolated pages load nothing without it. */
export const CROSS_ORIGIN_RESOURCE = { "cross-origin-resource-policy": "cross-origin" } as const;

/** A header name (RFC 9110, 5.6.2). */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * The headers of a preflight response. Every requested header is allowed: none of them changes a response, and on many
 * pages `fetch` adds its own, such as `traceparent`. `*` would not be enough, because it excludes `Authorization`.
 *
 * @param headerNames `Access-Control-Request-Headers`
 * @param methods of the path, as `Allow` lists them
 */
export function preflightHeaders(headerNames = "", methods: string): Readonly<Record<string, string>> {
  const names = headerNames.split(",").map((name) => name.trim());
  return {
    allow: methods,
    "access-control-allow-methods": methods,
    // `If-None-Match` lets a page revalidate on its own.
    "access-control-allow-headers": ["X-NHCI-API-Key", "If-None-Match", ...names.filter(isName)].join(", "),
    "access-control-max-age": "86400",
    vary: "Access-Control-Request-Headers",
  };
}

function isName(name: string): boolean {
  return HEADER_NAME.test(name);
}
