/** `/openapi.json`: the API as an OpenAPI 3.1 document, derived from the list of endpoints. */
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import {
  type ApiDescription,
  type Endpoint,
  type SharedResponse,
  type SuccessDescription,
  staticResponder,
  TAGS,
} from "../endpoint.js";
import { QUOTA, WINDOW_SECONDS } from "../limit/policy.js";
import { STATIC_SECONDS } from "../memoized-response.js";
import { POLICY, ProblemReply, QUOTA_EXAMPLE, QuotaReply } from "../problems.js";
import { JSON_HEADERS } from "../response-variants.js";
import { SCENES } from "../sandbox-scenes.js";

export const openapi: Endpoint = {
  path: "/openapi.json",
  group: "page",
  api: {
    id: "openapi",
    tag: "service",
    summary: "This document",
    maxAgeSeconds: STATIC_SECONDS,
    success: { description: "OpenAPI 3.1", mediaType: "application/json", schema: { type: "object" } },
  },
  responder: staticResponder(JSON_HEADERS, ({ config, scripts, endpoints }) => {
    const version = scripts.code.version.replace(/-[0-9a-f]{8}$/, "");
    const site = { indexName: config.indexName, address: addressOf(config, ""), version };
    return JSON.stringify(openapiDocument(endpoints, site));
  }),
};

interface OpenapiSite {
  readonly indexName: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** Version of the program. */
  readonly version: string;
}

/** The public interface as an OpenAPI 3.1 document. */
export function openapiDocument(endpoints: readonly Endpoint[], { indexName, address, version }: OpenapiSite): unknown {
  const described = endpoints.flatMap(({ path, api }) => (api === undefined ? [] : [{ path, api }]));
  return {
    openapi: "3.1.0",
    info: {
      title: indexName,
      version,
      summary: "Where Bitcoin stands in its cycle, from 0 to 100.",
      description: `Free, without a key, open to every origin. ${QUOTA} requests in any ${WINDOW_SECONDS} seconds per address, both endpoints of the score together; everything else is not metered. Whoever shows a score names the index and the site.`,
      license: { name: "Free to use and to show with the attribution line", url: `${address}/attribution` },
    },
    servers: [
      { url: address },
      {
        url: `${address}/sandbox/{scene}`,
        description: "The sandbox: made-up answers in a state of your choice, at the paths that GET /sandbox lists",
        variables: { scene: { enum: SCENES.map(({ name }) => name), default: "bull" } },
      },
    ],
    security: [], // no key, anywhere
    tags: TAGS.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths: Object.fromEntries(
      TAGS.flatMap((tag) => described.filter(({ api }) => api.tag === tag)).map(({ path, api }) => [
        path,
        pathItem(api),
      ]),
    ),
    components: { schemas: schemasOf(described.map(({ api }) => api)), headers: HEADERS, responses: RESPONSES },
  };
}

const TAG_DESCRIPTIONS: Readonly<Record<(typeof TAGS)[number], string>> = {
  score: `The score and its last ${PUBLIC_DAYS} days; the only paths with a limit.`,
  data: "What the score stands on, its proof, its record, and other forms of the same data.",
  embeds: "Pictures, pages for frames and scripts for other sites.",
  service: "The service itself, and its sandbox.",
};

function pathItem({ tag, id, summary, parameters, success, others = {} }: ApiDescription): unknown {
  const shared = Object.entries(others).map(([status, other]) => [
    status,
    typeof other === "string" ? { $ref: `#/components/responses/${other}` } : other,
  ]);
  const badRequest = { $ref: "#/components/responses/BadRequest" };
  const responses = { 200: successResponse(success), 400: badRequest, ...Object.fromEntries(shared) };
  return { get: { tags: [tag], operationId: id, summary, parameters, responses } };
}

function successResponse({ description, mediaType, reply, schema, example }: SuccessDescription): unknown {
  const body = { schema: reply === undefined ? schema : schemaRef(reply.name), example };
  return { description, headers: headerRefs("ETag", "Cache-Control"), content: { [mediaType]: body } };
}

/** `components.schemas`: the replies, and their parts that have a name of their own (`id` in their `meta`). */
function schemasOf(apis: readonly ApiDescription[]): Readonly<Record<string, unknown>> {
  const replies = apis.flatMap(({ success: { reply } }) =>
    reply === undefined ? [] : [[reply.name, reply.schema] as const],
  );
  const all = { ...Object.fromEntries(replies), ProblemReply, QuotaReply };
  const made = Object.entries(all).flatMap(([name, schema]) => {
    const { $schema: _dialect, $defs: parts = {}, ...rest } = z.toJSONSchema(schema, { override: leaveToFormat });
    return [[name, rest], ...Object.entries(parts)];
  });
  return JSON.parse(JSON.stringify(Object.fromEntries(made)).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** zod adds a pattern of 200 characters to the format of a date. The format says it all, and some generators fail on both. */
function leaveToFormat({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
}

function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** `components.headers` */
const HEADERS = {
  ETag: header("strong validator of these very bytes; send it back in If-None-Match"),
  "Cache-Control": header("how long this may be kept"),
  "Retry-After": header("seconds after which the next request passes", "integer"),
  RateLimit: header('what is left of the limit, e.g. "public";r=0;t=37'),
  "RateLimit-Policy": header(`the limit: ${POLICY}`),
};

function header(description: string, type = "string") {
  return { description, schema: { type } };
}

function headerRefs(...names: readonly (keyof typeof HEADERS)[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** `components.responses` */
const RESPONSES: Readonly<Record<SharedResponse | "BadRequest", unknown>> = {
  BadRequest: {
    description: "the request is malformed, or lacks a parameter that it needs",
    content: { "application/problem+json": { schema: schemaRef("ProblemReply") } },
  },
  NotModified: { description: "the client has these very bytes", headers: headerRefs("ETag", "Cache-Control") },
  TooManyRequests: {
    description: "the limit is reached",
    headers: headerRefs("Retry-After", "RateLimit", "RateLimit-Policy"),
    content: { "application/problem+json": { schema: schemaRef("QuotaReply"), example: QUOTA_EXAMPLE } },
  },
  NotReady: {
    description: "there is nothing to show yet",
    headers: headerRefs("Retry-After"),
    content: { "application/problem+json": { schema: schemaRef("ProblemReply") } },
  },
};
