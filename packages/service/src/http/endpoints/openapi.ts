/** `/openapi.json`: the API as an OpenAPI 3.1 document, derived from the list of endpoints. */
import { STATUS_CODES } from "node:http";
import * as z from "zod";
import { PUBLIC_DAYS } from "../../domain/history.js";
import { addressOf } from "../../pages/site.js";
import { VERSION } from "../../platform/version.js";
import { type ApiDescription, type Endpoint, type SuccessDescription, TAGS } from "../endpoint.js";
import { QUOTA, WINDOW_SECONDS } from "../limit/policy.js";
import { KEY_HEADER, POLICY, ProblemReply, QUOTA_EXAMPLE, QuotaReply } from "../problems.js";
import { STATIC_SECONDS, staticResponder } from "../responders.js";
import { JSON_HEADERS } from "../response-variants.js";
import { SCENES } from "../sandbox-scenes.js";

export const openapi: Endpoint = {
  path: "/openapi.json",
  group: "page",
  api: {
    id: "openapi",
    tag: "service",
    summary: "The API as an OpenAPI 3.1 document",
    maxAgeSeconds: STATIC_SECONDS,
    success: { description: "OpenAPI 3.1", mediaType: "application/json", schema: { type: "object" } },
  },
  responder: ({ config, endpoints }) =>
    staticResponder(JSON_HEADERS, () => {
      const site = { indexName: config.indexName, address: addressOf(config, ""), version: VERSION };
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
  const hasKeys = endpoints.some(({ needsKey }) => needsKey === true);
  const described = endpoints.flatMap(({ path, api, needsKey, metered }) => {
    const orNone = hasKeys && metered === true ? [{}, BY_KEY] : undefined;
    return api === undefined ? [] : [{ path, api, security: needsKey === true ? [BY_KEY] : orNone }];
  });
  const tags = TAGS.filter((tag) => described.some(({ api }) => api.tag === tag));
  return {
    openapi: "3.1.0",
    info: {
      title: indexName,
      version,
      summary: "Where Bitcoin stands in its cycle, from 0 to 100.",
      description: `Free, without a key, open to every origin. ${QUOTA} requests in any ${WINDOW_SECONDS} seconds per address, both endpoints of the score together; all other paths described here are not metered. Whoever shows a score names the index and the site.`,
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
    security: [], // no key, but where an operation says so
    tags: tags.map((name) => ({ name, description: TAG_DESCRIPTIONS[name] })),
    paths: Object.fromEntries(
      TAGS.flatMap((tag) => described.filter(({ api }) => api.tag === tag)).map(({ path, api, security }) => [
        path,
        pathItem(api, security),
      ]),
    ),
    components: {
      schemas: schemasOf(described.map(({ api }) => api)),
      headers: HEADERS,
      responses: RESPONSES,
      securitySchemes: hasKeys ? { apiKey: { type: "apiKey", in: "header", name: KEY_HEADER } } : undefined,
    },
  };
}

const BY_KEY = { apiKey: [] };

const TAG_DESCRIPTIONS: Readonly<Record<(typeof TAGS)[number], string>> = {
  score: `The score and its last ${PUBLIC_DAYS} days; the only paths here with a limit.`,
  pro: "For holders of a key: the whole history.",
  data: "What the score stands on, its proof, its record, and other forms of the same data.",
  embeds: "Pictures, pages for frames and scripts for other sites.",
  service: "The service itself, and its sandbox.",
};

/** @param security whether a key is needed, or gives its holder another limit; `undefined` where none is looked at */
function pathItem(api: ApiDescription, security: readonly object[] | undefined): unknown {
  const { tag, id, summary, parameters, success, maxAgeSeconds } = api;
  const others = security === undefined ? api.others : { 401: UNAUTHORIZED, ...api.others };
  const own = Object.entries(others ?? {}).map(([status, other]) => [
    status,
    typeof other === "string" ? responseRef(other) : { ...other, content: problemOf("ProblemReply") },
  ]);
  const isCached = maxAgeSeconds > 0;
  const responses = {
    200: successResponse(success, isCached),
    ...(isCached ? { 304: responseRef("NotModified") } : {}),
    ...Object.fromEntries(FAILURES.map(({ status, name }) => [status, responseRef(name)])),
    ...Object.fromEntries(own),
  };
  return { get: { tags: [tag], operationId: id, summary, parameters, responses, security } };
}

function successResponse(success: SuccessDescription, isCached: boolean): unknown {
  const { description, mediaType, reply, schema, example, otherForm } = success;
  const body = { schema: reply === undefined ? schema : schemaRef(reply.name), example };
  const other = otherForm === undefined ? {} : { [otherForm]: { schema: { type: "string" } } };
  const headers = isCached ? headerRefs("ETag", "Cache-Control") : headerRefs("Cache-Control");
  return { description, headers, content: { [mediaType]: body, ...other } };
}

/**
 * `components.schemas`: the replies, and their parts that have a name of their own (`id` in their `meta`). Those of the score
 * have no other fields, and nor do their parts where another reply has them too; all others may get more, see
 * docs/api.md#stability.
 */
function schemasOf(apis: readonly ApiDescription[]): Readonly<Record<string, unknown>> {
  const schemas: Record<string, unknown> = {};
  const add = (name: string, schema: z.ZodType, isClosed: boolean) => {
    const {
      $schema: _dialect,
      $defs: parts = {},
      ...rest
    } = z.toJSONSchema(schema, {
      override: ({ jsonSchema }) => {
        leaveToFormat(jsonSchema);
        if (!isClosed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    for (const [part, described] of Object.entries({ [name]: rest, ...parts })) schemas[part] ??= described;
  };
  const ofScore = ({ tag }: ApiDescription) => tag === "score";
  for (const api of [...apis.filter(ofScore), ...apis.filter((each) => !ofScore(each))]) {
    const { reply } = api.success;
    if (reply !== undefined) add(reply.name, reply.schema, ofScore(api));
  }
  add("ProblemReply", ProblemReply, false);
  add("QuotaReply", QuotaReply, false);
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** zod adds a pattern of 200 characters to the format of a date. The format says it all, and some generators fail on both. */
function leaveToFormat(jsonSchema: z.core.JSONSchema.BaseSchema): void {
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
  Allow: header("the methods that are answered"),
};

/** One that is always there. */
function header(description: string, type = "string") {
  return { description, required: true, schema: { type } };
}

const UNAUTHORIZED = {
  description: "there is no key, or it is mistyped, unknown, expired or revoked",
  headers: {
    "WWW-Authenticate": header('what is wrong with the key, e.g. PeakKey realm="API Pro", error="expired"'),
  },
};

function headerRefs(...names: readonly (keyof typeof HEADERS)[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The failures of every path. */
const FAILURES = Object.entries({
  400: "the request is malformed, or lacks a parameter that it needs",
  405: "the method is another than GET, HEAD and OPTIONS",
  408: "the request did not arrive in time",
  414: "the target is too long",
  417: "an Expect is other than 100-continue",
  431: "the headers are too large",
  500: "an error on our side",
}).map(([status, description]) => ({
  status,
  name: (STATUS_CODES[status] ?? "").replaceAll(" ", ""),
  response: {
    description,
    headers: status === "405" ? headerRefs("Allow") : undefined,
    content: problemOf("ProblemReply"),
  },
}));

/** `components.responses` */
const RESPONSES: Readonly<Record<string, unknown>> = {
  NotModified: { description: "the client has these very bytes", headers: headerRefs("ETag", "Cache-Control") },
  ...Object.fromEntries(FAILURES.map(({ name, response }) => [name, response])),
  TooManyRequests: {
    description: "the limit is reached",
    headers: headerRefs("Retry-After", "RateLimit", "RateLimit-Policy"),
    content: problemOf("QuotaReply", QUOTA_EXAMPLE),
  },
  NotReady: {
    description: "there is nothing to show yet",
    headers: headerRefs("Retry-After"),
    content: problemOf("ProblemReply"),
  },
};

function responseRef(name: string) {
  return { $ref: `#/components/responses/${name}` };
}

function problemOf(schema: string, example?: unknown) {
  return { "application/problem+json": { schema: schemaRef(schema), example } };
}
