/**
 * What the suites of the public contract share: a client of the service, and what every answer and failure must be
 * like.
 */
import { expect } from "vitest";
import { ask, freshClient, type Reply, type RequestOptions } from "../../../packages/service/test/support/ask.js";

/** A service that answers the public: one process, a process behind a proxy, or several instances behind one. */
export interface PublicService {
  /** Where clients ask. The suites know nothing else of what answers there. */
  readonly origin: string;
  /** The instances behind it, if there are several: the suite begins when each has everything. */
  readonly instances?: readonly string[];
  /** Repeats what needs the limit until nothing disturbed it. By default it is tried once. */
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

/** A failure in the common form, which no cache keeps and which reveals nothing internal. */
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
