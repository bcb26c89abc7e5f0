/**
 * What the routes of a site, or of a scene of the sandbox, are made with, what they say of themselves, and how most of
 * them answer.
 */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type * as z from "zod";
import type { AttributionRow } from "../pages/attribution.js";
import type { Site } from "../pages/site.js";
import type { Clock } from "../platform/clock.js";
import type { Published } from "../published/published.js";
import type { Content, MadeOnce, Making } from "./answers.js";
import { STATIC_CACHE } from "./cache-control.js";
import type { Limiter } from "./limit/limiter.js";
import type { ListenAddress } from "./listen.js";
import { NOTHING_YET, type Problem, sendProblem } from "./problems.js";

/** Settings of the HTTP server: what its pages say about the site, and how it is reached. */
export interface HttpConfig extends Site, ListenAddress {
  /** Networks in CIDR notation, or single addresses, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Where weaknesses are reported: a mailto or https address; `undefined` when nobody is named. */
  readonly securityContact: string | undefined;
}

export interface Edge {
  readonly site: HttpConfig;
  readonly published: Published;
  readonly clock: Clock;
  readonly limiter: Limiter;
  /** What was made for earlier requests. */
  readonly made: MadeOnce;
  /** One row per source in use. */
  readonly sources: readonly AttributionRow[];
  /** The built scripts for browsers, by the names of their files. */
  readonly scripts: ReadonlyMap<string, string>;
  /** Draws an SVG as PNG. @param scale pixels for one px */
  readonly drawPng: (svg: string, scale: number) => Promise<Uint8Array>;
}

/** Sections of openapi.json, in its order; metrics count answers by them. */
export const TAGS = ["score", "data", "pro", "embeds", "service", "health"] as const;

export type Tag = (typeof TAGS)[number];

/** What openapi.json, `/llms.txt` and the types of the client say of a route. */
export interface Doc {
  /** `operationId`. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Of an answer in JSON: checks what is sent, and its fields are the public fields. */
  readonly reply?: z.ZodType;
  /** The media type of any other answer. */
  readonly type?: string;
  readonly parameters?: readonly Parameter[];
  /** Failures besides those of every path and of its tag. */
  readonly failures?: readonly (404 | 503)[];
}

/** A parameter of the query as openapi.json has it. */
export interface Parameter {
  readonly name: string;
  readonly in: "query";
  readonly schema: object;
}

/**
 * Answers GET at a path with what is made on request, or with a problem.
 *
 * @param doc `undefined` for what openapi.json does not describe
 * @param asked gives `undefined` while there is nothing to show yet
 */
export function answer(
  app: FastifyInstance,
  { made }: Edge,
  path: string,
  doc: Doc | undefined,
  asked: (request: FastifyRequest) => Making | Problem | undefined,
): void {
  app.get(path, { config: { doc } }, (request, reply) => {
    const shown = asked(request) ?? NOTHING_YET;
    return "make" in shown ? made.respond(request, reply, shown) : sendProblem(reply, shown);
  });
}

/** The same for what stays while the service runs. */
export function constant(
  app: FastifyInstance,
  edge: Edge,
  path: string,
  doc: Doc | undefined,
  make: () => Content,
): void {
  answer(app, edge, path, doc, () => ({ cache: STATIC_CACHE, make }));
}
