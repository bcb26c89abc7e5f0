/**
 * What the routes of a site or a sandbox scene share: their parts, their documentation, and how most of them respond.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod";
import type { Site } from "../pages/site.js";
import type { Clock } from "../platform/clock.js";
import type { Published } from "../published/published.js";
import type { SourceCredit } from "../sources/source.js";
import { STATIC_CACHE } from "./cache-control.js";
import type { DrawingQueue, Gallery } from "./drawing-queue.js";
import type { Limiter } from "./limit/limiter.js";
import type { ListenAddress } from "./listen.js";
import { NOTHING_YET, type Problem, sendProblem } from "./problems.js";
import type { Content, Recipe, ResponseCache } from "./responses.js";

/** Settings of the HTTP server: the site's names and addresses. */
export interface HttpConfig extends Site, ListenAddress {
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Where to report vulnerabilities: a mailto or https address; `undefined` if not configured. */
  readonly securityContact: string | undefined;
}

export interface Edge {
  readonly site: HttpConfig;
  readonly published: Published;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly responses: ResponseCache;
  /** The sources in use. */
  readonly sources: readonly SourceCredit[];
  /** The built browser scripts, by file name. */
  readonly scripts: ReadonlyMap<string, string>;
  readonly drawings: DrawingQueue;
  /** Which kind of pictures the routes draw. */
  readonly gallery: Gallery;
}

/** Sections of openapi.json, in its order; metrics count responses by section. */
export const TAGS = ["score", "data", "pro", "embeds", "service", "health"] as const;

export type Tag = (typeof TAGS)[number];

/** The documentation of a route, for openapi.json, `/llms.txt` and the client's types. */
export interface Doc {
  /** `operationId`. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** What to use it for, in Markdown; only routes for our own scripts have none. */
  readonly description?: string;
  /** The schema of a JSON response: it validates what is sent and documents the fields. */
  readonly reply?: z.ZodType;
  /** The media type of any other response. */
  readonly type?: string;
  readonly parameters?: readonly Parameter[];
  /** Error statuses in addition to the ones of every path and of its tag. */
  readonly failures?: readonly (404 | 503)[];
  /** For our own scripts, so it is not documented publicly. */
  readonly isOurs?: true;
}

/** A query parameter, as in openapi.json. */
export interface Parameter {
  readonly name: string;
  readonly in: "query";
  readonly schema: object;
}

/**
 * Registers a GET route whose response is created on request and cached, or is an error.
 *
 * @param doc `undefined` for a route that openapi.json does not describe
 * @param recipeFor returns `undefined` while there is nothing to show yet
 */
export function cachedRoute(
  app: FastifyInstance,
  { responses }: Edge,
  path: string,
  doc: Doc | undefined,
  recipeFor: (request: FastifyRequest) => Recipe | Problem | undefined,
): void {
  app.get(path, { config: { doc } }, (request, reply) => {
    const recipe = recipeFor(request) ?? NOTHING_YET;
    return "make" in recipe ? responses.respond(request, reply, recipe) : sendProblem(reply, recipe);
  });
}

/** For a response that depends on one published value. @returns `undefined` while there is none */
export function recipeOf<T>(value: T | undefined, cache: string, make: (value: T) => Content): Recipe | undefined {
  return value === undefined ? undefined : { cache, dependsOn: [value], make: () => make(value) };
}

/** A route whose content never changes while the service runs. */
export function constantRoute(
  app: FastifyInstance,
  edge: Edge,
  path: string,
  doc: Doc | undefined,
  make: () => Content,
): void {
  cachedRoute(app, edge, path, doc, () => ({ cache: STATIC_CACHE, make }));
}
