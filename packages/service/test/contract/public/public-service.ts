import { expect } from "vitest";
import type { Endpoint } from "../../../src/http/endpoint.js";
import type { Reply, RequestOptions } from "../../support/ask.js";

/** Whatever serves the public: one process, a process behind a proxy, several instances behind one. */
export interface PublicService {
  /** Where clients ask. The tests know nothing else of what answers there. */
  readonly origin: string;
  /** What answers behind it, where that is several: the suite begins when each of them has all there is. */
  readonly instances?: readonly string[];
  /** Repeats what needs the limit until nothing disturbed it. By default it is tried once. */
  readonly undisturbed?: <T>(attempt: () => Promise<T>) => Promise<T>;
}

/** The public contract's view of a service: every request comes from a client of its own unless it says which. */
export interface PublicClient {
  asked(path: string, question?: RequestOptions): Promise<Reply>;
  /** Repeats what needs the limit until nothing disturbed it. */
  undisturbed<T>(attempt: () => Promise<T>): Promise<T>;
  /** Every endpoint with one address that it answers. */
  addresses(): readonly (readonly [path: string, endpoint: Endpoint])[];
}

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";
export const POLICY = '"public";q=20;w=60';
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";

/** Never kept by anyone. */
export const HEALTH = ["/healthz", "/readyz"];

export function expectOpen(what: unknown, headers: Reply["headers"]): void {
  expect.soft([what, headers["access-control-allow-origin"]]).toEqual([what, "*"]);
  expect.soft([what, headers["access-control-expose-headers"]]).toEqual([what, EXPOSED]);
}

/** A failure in the form of all failures, which nobody keeps and which tells nothing about the inside. */
export function expectProblem({ status, headers, text }: Reply, expected: number): void {
  expect(status).toBe(expected);
  expectOpen(expected, headers);
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["cache-control"]).toBe("no-store");
  const body = JSON.parse(text);
  expect(Object.keys(body).slice(0, 5)).toEqual(["ok", "type", "title", "status", "detail"]);
  expect([body.ok, body.status, typeof body.type, typeof body.title]).toEqual([false, expected, "string", "string"]);
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/\.js|\bat \w+ \(|node:|Error:/);
}
