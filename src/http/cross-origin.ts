import { ALLOW } from "./paths.js";

/** Alternating names and values. */
export type HeaderList = readonly string[];

/** On every answer, whatever its status. */
export const OPEN: HeaderList = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link",
  "X-Content-Type-Options",
  "nosniff",
];

/** On everything that stands in other people's pages: those that isolate themselves load nothing without it. */
export const CROSS_ORIGIN: HeaderList = ["Cross-Origin-Resource-Policy", "cross-origin"];

/** The answer to a preflight. `If-None-Match` is allowed so that a page can revalidate by itself. */
export const PREFLIGHT: HeaderList = [
  ...OPEN,
  "Allow",
  ALLOW,
  "Access-Control-Allow-Methods",
  ALLOW,
  "Access-Control-Allow-Headers",
  "X-NHCI-API-Key, If-None-Match",
  "Access-Control-Max-Age",
  "86400",
];
