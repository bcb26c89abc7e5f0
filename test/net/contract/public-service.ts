/**
 * What the suites of the public contract share: a client of the service, and what holds for every response and error.
 */
import { expect } from "vitest";
import { ask, freshClient, type Reply, type RequestOptions } from "../../../packages/service/test/support/ask.js";

/** A public service: one process, a process behind a proxy, or several instances behind one. */
export interface PublicService {
  /** The address that clients use. The suites know nothing else about what is behind it. */
  readonly origin: string;
  /** The instances behind it, if there are several: the suite begins once each of them is ready. */
  readonly instances?: readonly string[];
  /** Repeats tests of the limit until one ran undisturbed. By default each runs once. */
  readonly undisturbed?: <T>(attempt: () => Promise<T>) => Promise<T>;
}

export const CURRENT = "/api/public/nhci";
export const HISTORY = "/api/public/nhci/history";
export const POLICY = '"public";q=20;w=60';
const EXPOSED = "ETag, Last-Modified, Age, Retry-After, RateLimit, RateLimit-Policy, Deprecation, Sunset, Link";

/** A client of the service; every request uses a new client address unless it names one. */
export class PublicClient {
  readonly statuses = new Set<number>();

  readonly #running: () => PublicService;

  constructor(running: () => PublicService) {
    this.#running = running;
  }

  async asked(path: string, question: RequestOptions = {}): Promise<Reply> {
    const reply = await ask(this.#running().origin + path, { from: freshClient(), ...question });
    this.statuses.add(reply.status);
    return reply;
  }

  undisturbed<T>(attempt: () => Promise<T>): Promise<T> {
    const { undisturbed } = this.#running();
    return undisturbed === undefined ? attempt() : undisturbed(attempt);
  }
}

export function expectOpen(what: unknown, headers: Reply["headers"]): void {
  expect.soft([what, headers["access-control-allow-origin"]]).toEqual([what, "*"]);
  expect.soft([what, headers["access-control-expose-headers"]]).toEqual([what, EXPOSED]);
}

/** Checks an error: it has the common form, is never cached, and reveals nothing internal. */
export function expectProblem({ status, headers, text }: Reply, expected: number): void {
  expect(status).toBe(expected);
  expectOpen(expected, headers);
  expect(headers["content-type"]).toBe("application/problem+json");
  expect(headers["cache-control"]).toBe("no-store");
  const body = JSON.parse(text);
  expect([body.ok, body.status, typeof body.type, typeof body.title]).toEqual([false, expected, "string", "string"]);
  expect(body.detail).toMatch(/^[A-Z].*\.$/);
  expect(text).not.toMatch(/\.js|\bat \w+ \(|node:|Error:/);
}
