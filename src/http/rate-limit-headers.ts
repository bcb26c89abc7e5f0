import { QUOTA, WINDOW_SECONDS } from "../rate-limit/policy.js";
import type { HeaderList } from "./cors.js";
import type { ResponseHeaders } from "./response-variants.js";

/** The name of the one quota policy. */
export const POLICY_NAME = "public";

/**
 * On every metered answer. It never changes, so a cache may keep it, unlike `RateLimit`, which is sent with 429 only: a
 * cached count would be someone else's. Source: draft-ietf-httpapi-ratelimit-headers.
 */
export const POLICY_HEADERS: HeaderList = ["RateLimit-Policy", `"${POLICY_NAME}";q=${QUOTA};w=${WINDOW_SECONDS}`];

/** Of the two metered responses. */
export const METERED_JSON: ResponseHeaders = { contentType: "application/json; charset=utf-8", extra: POLICY_HEADERS };

/** For a refused request. @param seconds until the next one passes */
export function refusalHeaders(seconds: number): HeaderList {
  return ["Retry-After", String(seconds), "RateLimit", `"${POLICY_NAME}";r=0;t=${seconds}`, ...POLICY_HEADERS];
}
