/** The public API as an OpenAPI 3.1 document, built from the docs and responses of a sample site's routes. */
import { STATUS_CODES } from "node:http";
import { instantOf } from "peak-cycle-model";
import * as z from "zod";
import { PUBLIC_DAYS } from "../packages/service/src/domain/history.js";
import { QUOTA, WINDOW_SECONDS } from "../packages/service/src/domain/limits.js";
import { DrawingQueue } from "../packages/service/src/http/drawing-queue.js";
import { type Doc, TAGS, type Tag } from "../packages/service/src/http/edge.js";
import { createLimiter, KEY_HEADER } from "../packages/service/src/http/limit/limiter.js";
import { ProblemReply, policyText, QuotaReply, tooManyRequests } from "../packages/service/src/http/problems.js";
import { publishScene } from "../packages/service/src/http/publish-scene.js";
import { ResponseCache } from "../packages/service/src/http/responses.js";
import { DESCRIBED_ADDRESS } from "../packages/service/src/http/routes/openapi.js";
import { SCENES } from "../packages/service/src/http/scenes.js";
import { createSite } from "../packages/service/src/http/servers.js";
import { silentLog } from "../packages/service/src/platform/log.js";
import { Published } from "../packages/service/src/published/published.js";
import { VERSION } from "../packages/service/src/version.js";

/** @param withKeys whether API Pro is on */
export async function openapiDocument(withKeys: boolean): Promise<OpenapiDocument> {
  const app = sampleSite(withKeys);
  await app.ready();
  const docsInOrder = TAGS.flatMap((tag) => [...app.docs].filter(([, doc]) => doc.tag === tag));
  const paths: Record<string, unknown> = {};
  for (const [path, doc] of docsInOrder) {
    const headers = { [KEY_HEADER.toLowerCase()]: "sample" };
    const { statusCode, payload } = await app.inject({ url: doc.tag === "pro" ? `${path}?limit=2` : path, headers });
    const example = statusCode === 200 && doc.reply !== undefined ? JSON.parse(payload) : undefined;
    paths[path] = { get: operationOf(doc, example, withKeys) };
  }
  await app.close();
  return {
    openapi: "3.1.0",
    info: {
      title: SITE.indexName,
      version: VERSION,
      summary: "Where Bitcoin is in its cycle, from 0 to 100.",
      description: [
        "Free, no key needed, open to every origin.",
        `${QUOTA} requests in any ${WINDOW_SECONDS} seconds per address for the score and its history together;`,
        "all other paths described here have no limit. Credit the index and the site wherever you show a score.",
        ...(withKeys ? [] : ["Coming soon, API Pro: the full history since 2017, personal keys and higher limits."]),
      ].join(" "),
      contact: { name: SITE.siteName, url: `${DESCRIBED_ADDRESS}/` },
      license: { name: "Free to use and to show with the attribution line", url: `${DESCRIBED_ADDRESS}/attribution` },
    },
    servers: [
      { url: DESCRIBED_ADDRESS },
      {
        url: `${DESCRIBED_ADDRESS}/sandbox/{scene}`,
        description: "The sandbox: made-up responses in a state of your choice, at the paths that GET /sandbox lists",
        variables: { scene: { enum: SCENES.map(({ name }) => name), default: "bull" } },
      },
    ],
    security: [], // no key, unless an operation says so
    tags: TAGS.filter((tag) => docsInOrder.some(([, doc]) => doc.tag === tag)).map((name) => {
      return { name, description: TAG_DESCRIPTIONS[name] };
    }),
    paths,
    components: {
      schemas: schemasOf(docsInOrder.map(([, doc]) => doc)),
      headers: withKeys ? { ...HEADERS, ...KEY_HEADERS } : HEADERS,
      responses: responsesOf(withKeys),
      ...(withKeys && { securitySchemes: { apiKey: { type: "apiKey", in: "header", name: KEY_HEADER } } }),
    },
  };
}

export interface OpenapiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly [member: string]: unknown };
  readonly [member: string]: unknown;
}

const SITE = {
  host: "127.0.0.1",
  port: 0,
  baseUrl: new URL(DESCRIBED_ADDRESS),
  indexName: "Peak Cycle Index",
  siteName: "Peak",
  trustedProxies: [],
  isSimulated: false,
  securityContact: "mailto:security@peak.example",
  hasMcp: false,
  hasCryptoAsset: false,
  followUrl: undefined,
} as const;

/** A site that serves a sandbox scene, so that every response has an example. */
function sampleSite(withKeys: boolean) {
  const now = instantOf("2026-11-21T07:06:00Z");
  const scene = SCENES.find(({ name }) => name === "corrected");
  if (scene === undefined) throw new RangeError("there is no scene to take examples from");
  const sources = ["kraken", "coingecko", "alternative-me"] as const;
  const published = new Published();
  publishScene(published, scene, now, sources);
  return createSite({
    site: { ...SITE, apiPro: withKeys },
    published,
    responses: new ResponseCache(),
    clock: { now: () => now, sleep: () => Promise.resolve() },
    log: silentLog,
    limiter: createLimiter({ take: () => 0 }, withKeys ? { check: () => ({ hash: "", perMinute: 600 }) } : undefined),
    whyNotReady: () => undefined,
    sources: sources.map((source) => ({
      name: source,
      title: source,
      attribution: source,
      gives: "",
      link: "",
      license: "",
    })),
    scripts: new Map(),
    documents: { method: "", api: "", openapi: "{}" },
    icons: new Map(),
    drawings: new DrawingQueue(async () => new Uint8Array()),
    gallery: "site",
  });
}

const BY_KEY = { apiKey: [] };

const TAG_DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  score: `The score and its last ${PUBLIC_DAYS} days; the only paths here with a limit.`,
  pro: "With a key: the whole history.",
  data: "What the score is based on, its proof, its record, and other forms of the same data.",
  embeds: "Pictures, pages for frames and scripts for other sites.",
  service: "The service itself, and its sandbox.",
  health: "For the operator of the service.",
};

function operationOf(doc: Doc, example: unknown, withKeys: boolean): unknown {
  const { tag, id, summary, description, parameters, failures = [] } = doc;
  const isKept = tag !== "health";
  const isLimited = tag === "score" || tag === "pro";
  const isKeyed = withKeys && isLimited;
  const names = [isKept && "ETag", "Cache-Control", isLimited && "RateLimit-Policy"] as const;
  const headers = headerRefs(...names.filter((name) => name !== false));
  const statuses = [...COMMON_FAILURES, ...(isKeyed ? [401] : []), ...(TAG_FAILURES[tag] ?? []), ...failures];
  const responses = {
    200: { description: "the response", headers, content: contentOf(doc, example) },
    ...(isKept && { 304: { $ref: "#/components/responses/NotModified" } }),
    ...Object.fromEntries(
      statuses.map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
    ),
  };
  const security = isKeyed ? (tag === "pro" ? [BY_KEY] : [{}, BY_KEY]) : undefined;
  return { tags: [tag], operationId: id, summary, description, parameters, responses, security };
}

/** The content of a response. Bytes have no schema (OpenAPI 3.1, 4.8.14.1). */
function contentOf({ type = JSON_TYPE, ...doc }: Doc, example: unknown): Readonly<Record<string, unknown>> {
  if (type.startsWith("image/")) return { [type]: {} };
  const plain = { type: type === JSON_TYPE ? "object" : "string" };
  return { [type]: { schema: doc.reply ? schemaRef(nameOf(doc, doc.reply)) : plain, example } };
}

const JSON_TYPE = "application/json";

/** The name of a reply in `components.schemas`. */
function nameOf({ id }: Pick<Doc, "id">, reply: z.ZodType): string {
  return reply.meta()?.id ?? `${id[0]?.toUpperCase()}${id.slice(1)}Reply`;
}

/**
 * `components.schemas`: the replies, and their named parts (`id` in their `meta`). The score's replies never gain
 * fields, nor do their parts, even where other replies share them; all others may, see docs/api.md#stability.
 */
function schemasOf(docs: readonly Doc[]): Readonly<Record<string, object>> {
  const schemas: Record<string, object> = {};
  const add = (name: string, schema: z.ZodType, isClosed: boolean) => {
    const document = z.toJSONSchema(schema, {
      override: ({ jsonSchema }) => {
        // zod adds a 200-character pattern to date formats, and some generators fail on it.
        if (jsonSchema.format === "date" || jsonSchema.format === "date-time") delete jsonSchema.pattern;
        if (!isClosed && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    const { $schema: _dialect, $defs: parts = {}, id: _id, ...rest } = document;
    for (const [part, definition] of Object.entries({ [name]: rest, ...parts })) {
      const { id: _own, ...partSchema } = definition as { id?: string };
      schemas[part] ??= partSchema;
    }
  };
  for (const doc of docs) if (doc.reply !== undefined) add(nameOf(doc, doc.reply), doc.reply, doc.tag === "score");
  add("ProblemReply", ProblemReply, false);
  add("QuotaReply", QuotaReply, false);
  return JSON.parse(JSON.stringify(schemas).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function schemaRef(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}

/** `components.headers` */
const HEADERS = {
  ETag: header("strong validator of this response; send it back in If-None-Match"),
  "Cache-Control": header("how long the response may be cached"),
  "Retry-After": header("seconds until the next request succeeds", "integer"),
  RateLimit: header('what is left of the limit, e.g. "public";r=0;t=37'),
  "RateLimit-Policy": header(`the limit: ${policyText("public")}`),
  Allow: header("the supported methods"),
};

const KEY_HEADERS = {
  "WWW-Authenticate": header('what is wrong with the key, e.g. PeakKey realm="API Pro", error="expired"'),
};

type HeaderName = keyof typeof HEADERS | keyof typeof KEY_HEADERS;

/** A header that is always present. */
function header(description: string, type = "string") {
  return { description, required: true, schema: { type } };
}

function headerRefs(...names: readonly HeaderName[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** The descriptions of failures, and their headers. */
const FAILURES: Readonly<Record<number, readonly [string, ...HeaderName[]]>> = {
  400: ["the request is malformed, or a parameter is invalid"],
  401: ["there is no key, or it is mistyped, unknown, expired or revoked", "WWW-Authenticate"],
  404: ["there is nothing at this path"],
  405: ["a method other than GET, HEAD and OPTIONS", "Allow"],
  408: ["the request did not arrive in time"],
  414: ["the target is too long"],
  417: ["an Expect other than 100-continue"],
  429: ["the limit is reached", "Retry-After", "RateLimit", "RateLimit-Policy"],
  431: ["the headers are too large"],
  500: ["an error on our side"],
  503: ["there is nothing to show yet", "Retry-After"],
};

/** Failures of every path. */
const COMMON_FAILURES = [400, 405, 408, 414, 417, 431, 500];

/** Failures of paths with a rate limit, or without anything to show yet. */
const TAG_FAILURES: Readonly<Partial<Record<Tag, readonly number[]>>> = {
  score: [429, 503],
  data: [503],
  pro: [429, 503],
};

const QUOTA_EXAMPLE: unknown = JSON.parse(tooManyRequests(37).body.toString());

/** `components.responses` */
function responsesOf(withKeys: boolean): Readonly<Record<string, unknown>> {
  const failures = Object.entries(FAILURES).filter(([status]) => withKeys || status !== "401");
  const responses = failures.map(([status, [description, ...headers]]) => {
    const schema = schemaRef(status === "429" ? "QuotaReply" : "ProblemReply");
    const content = { "application/problem+json": { schema, ...(status === "429" && { example: QUOTA_EXAMPLE }) } };
    return [responseName(Number(status)), { description, headers: headerRefs(...headers), content }];
  });
  const unchanged = { description: "the client's copy is still current", headers: headerRefs("ETag", "Cache-Control") };
  return { NotModified: unchanged, ...Object.fromEntries(responses) };
}

function responseName(status: number): string {
  return (STATUS_CODES[status] ?? "").replaceAll(/[^A-Za-z]/g, "");
}
