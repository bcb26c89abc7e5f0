/** The form of an endpoint, and the functions that make one of each kind: metered, data in JSON, data as a text. */
import type { Instant } from "peak-cycle-model";
import type * as z from "zod";
import type { AnswerGroup } from "../metrics/meters.js";
import type { CacheRule } from "./cache-control.js";
import type { HttpDeps } from "./http-deps.js";
import { memoizedResponder } from "./responders.js";
import { JSON_HEADERS, type Responder, type ResponseHeaders } from "./response-variants.js";

/**
 * One public path. Routing, 405 and `Allow`, the group in metrics, openapi.json and the tests over
 * all of them are derived from these objects; `endpoints/all.ts` lists them.
 */
export interface Endpoint<Deps = EndpointDeps> {
  /** From the root of the site. A variable part is written as in openapi.json: `/embed/{version}/{file}`. */
  readonly path: string;
  /** Matches the paths of an endpoint with a variable part. */
  readonly pattern?: RegExp;
  /** Label in metrics. */
  readonly group: AnswerGroup;
  /** GET and HEAD count against the limit, whatever the status of the answer is. */
  readonly metered?: boolean;
  /** Answers only who has a key of API Pro, against the limit of that key. */
  readonly needsKey?: boolean;
  /** What openapi.json says about it. Pages and their scripts are not described. */
  readonly api?: ApiDescription;
  /** Called once when a server is made; what it returns answers each GET and HEAD. */
  readonly responder: (deps: Deps) => Responder;
}

/** What endpoints are given. */
export interface EndpointDeps extends HttpDeps {
  /** All endpoints: some describe the others. */
  readonly endpoints: readonly Endpoint[];
}

/** Sections of openapi.json, in its order. */
export const TAGS = ["score", "data", "pro", "embeds", "service"] as const;

export interface ApiDescription {
  /** `operationId`. */
  readonly id: string;
  readonly tag: (typeof TAGS)[number];
  readonly summary: string;
  /** Parameters of query and path, as openapi.json has them. */
  readonly parameters?: readonly Parameter[];
  readonly success: SuccessDescription;
  /** Failures besides those of every path: a name in `RESPONSES` of `openapi.ts`, or a sentence. */
  readonly others?: Readonly<Record<number, SharedResponse | { readonly description: string }>>;
  /** The longest time in seconds that an answer may be cached; 0 when it never is. */
  readonly maxAgeSeconds: number;
}

/** A parameter as openapi.json has it. */
interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: boolean;
  readonly schema: unknown;
}

/** A query parameter in openapi.json; an unknown value counts as left out. */
export function queryParameter(name: string, values: readonly string[], fallback?: string): Parameter {
  return { name, in: "query", schema: { type: "string", enum: [...values], ...(fallback && { default: fallback }) } };
}

/** A UTC day in the query, in openapi.json; none by default. */
export function dayParameter(name: string): Parameter {
  return { name, in: "query", schema: { type: "string", format: "date" } };
}

type SharedResponse = "TooManyRequests" | "NotReady" | "Unauthorized";

export interface SuccessDescription {
  readonly description: string;
  readonly mediaType: string;
  /** The schema of an answer in JSON, and its name in openapi.json. */
  readonly reply?: { readonly name: string; readonly schema: z.ZodType } | undefined;
  /** JSON Schema of any other answer. */
  readonly schema?: unknown;
  /** The media type of another form of it, which is a text. */
  readonly otherForm?: string;
  readonly example?: unknown;
}

/** What every endpoint of data says of itself. */
type Described = Pick<Endpoint, "path"> & Pick<ApiDescription, "id" | "summary">;

interface DataContents<Source extends object> extends Described {
  /** `data` by default. */
  readonly tag?: ApiDescription["tag"];
  /** An object of which no part changes as long as nothing does; `undefined` before there is any, which is answered with 503. */
  readonly source: (deps: EndpointDeps, now: Instant) => Source | undefined;
  readonly cache: CacheRule<Source>;
}

interface JsonContents<Source extends object, Reply> extends DataContents<Source> {
  /** Checks what is sent, and describes it in openapi.json: its fields are the public fields. */
  readonly reply: z.ZodType<Reply>;
  readonly example: Reply;
  readonly content: (source: Source, deps: EndpointDeps) => Reply;
  /** JSON by default. */
  readonly headers?: ResponseHeaders;
}

/** Data in JSON, apart from the two metered endpoints. */
export function endpoint<Source extends object, Reply>(contents: JsonContents<Source, Reply>): Endpoint {
  const { reply, content, headers = JSON_HEADERS, ...rest } = contents;
  const text = (source: Source, deps: EndpointDeps) => JSON.stringify(reply.parse(content(source, deps)));
  return textEndpoint({ ...rest, headers, text, reply: namedReply(rest.id, reply) });
}

interface TextContents<Source extends object>
  extends DataContents<Source>,
    Pick<SuccessDescription, "reply" | "example"> {
  readonly headers: ResponseHeaders;
  /** Bytes are sent uncompressed to every client. */
  readonly text: (source: Source, deps: EndpointDeps) => string | Uint8Array;
}

/** Data in a form other than our JSON. */
export function textEndpoint<Source extends object>(contents: TextContents<Source>): Endpoint {
  const { path, tag = "data", id, summary } = contents;
  const { headers, reply, example, source, text, cache } = contents;
  const mediaType = headers.contentType.split(";")[0] ?? "";
  const success = { description: "the answer", mediaType, reply, schema: { type: "string" }, example };
  const others = { 503: "NotReady" } as const;
  return {
    path,
    group: "extra",
    api: { id, summary, tag, success, others, maxAgeSeconds: cache.seconds },
    responder: (deps) =>
      memoizedResponder(deps.clock, {
        headers,
        source: (now) => source(deps, now),
        body: (of) => text(of, deps),
        cacheControl: cache.header,
      }),
  };
}

interface MeteredContents<Reply> extends Described {
  readonly id: "current" | "history";
  readonly maxAgeSeconds: number;
  readonly reply: z.ZodType<Reply>;
  readonly example: Reply;
  /** Answers with what was built when data was shown. */
  readonly responder: Endpoint["responder"];
}

/** One of the two endpoints that count against the limit and get nearly all requests. */
export function meteredEndpoint<Reply>(contents: MeteredContents<Reply>): Endpoint {
  const { path, reply, example, responder, ...described } = contents;
  const body = { mediaType: "application/json", reply: namedReply(described.id, reply), example };
  return {
    path,
    group: described.id,
    metered: true,
    api: {
      ...described,
      tag: "score",
      success: { description: "the answer", ...body },
      others: { 429: "TooManyRequests", 503: "NotReady" },
    },
    responder,
  };
}

/** Makes a value once for each server, for endpoints that share it. */
export function oncePerServer<T>(make: (deps: EndpointDeps) => T): (deps: EndpointDeps) => T {
  const made = new WeakMap<EndpointDeps, { readonly value: T }>();
  return (deps) => {
    const kept = made.get(deps) ?? { value: make(deps) };
    made.set(deps, kept);
    return kept.value;
  };
}

/** A schema with its name in openapi.json. */
function namedReply(id: string, schema: z.ZodType) {
  return { name: `${id[0]?.toUpperCase()}${id.slice(1)}Reply`, schema };
}
