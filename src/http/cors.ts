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

/** The response to a preflight. `If-None-Match` is allowed so that a page can revalidate by itself. */
export const PREFLIGHT_HEADERS: HeaderList = [
  ...CORS_HEADERS,
  "Allow",
  ALLOW,
  "Access-Control-Allow-Methods",
  ALLOW,
  "Access-Control-Allow-Headers",
  "X-NHCI-API-Key, If-None-Match",
  "Access-Control-Max-Age",
  "86400",
];
