/** Response bodies in each encoding, content negotiation, and the cache of responses created on request. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { Negotiator } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";
import { Demand } from "./demand.js";

/** A response before compression. */
export interface Content {
  readonly type: string;
  /** Bytes, such as a picture, are sent uncompressed. */
  readonly body: string | Uint8Array;
  /** Extra headers of both 200 and 304. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

/** A value as JSON. @throws ZodError when it breaks the public contract */
export function json<Reply>(schema: z.ZodType<Reply>, value: Reply, type = JSON_TYPE): Content {
  return { type, body: JSON.stringify(schema.parse(value)) };
}

/** As JSON, for a public form that was checked when it was created. */
export function jsonOf(form: object): Content {
  return { type: JSON_TYPE, body: JSON.stringify(form) };
}

/** A response ready to send. */
export type EncodedResponse = Readonly<Record<"br" | "gzip" | "identity", Coding>>;

interface Coding {
  readonly etag: string;
  /** Short ASCII stays a string, so that Node writes it together with the headers. */
  readonly body: Buffer | string;
  /** The headers of 200. */
  readonly whole: Readonly<Record<string, string>>;
  /** The headers of 304. */
  readonly unchanged: Readonly<Record<string, string>>;
}

/** Compressed synchronously and as well as possible, for the two specified responses. */
export function encodeNow(content: Content): EncodedResponse {
  const { body } = content;
  return responseOf(content, brotliCompressSync(body, brotli(constants.BROTLI_MAX_QUALITY)), gzipSync(body));
}

/** For content that compresses badly or serves a single request. */
export function encodeUncompressed(content: Content): EncodedResponse {
  return responseOf(content);
}

/** Level 5 compresses a 42 kB page in 1 ms instead of 46, to 20 % more bytes. */
const FAST_BROTLI = 5;

/** Compressed off the event loop. */
async function compress(content: Content): Promise<EncodedResponse> {
  const { body } = content;
  if (typeof body !== "string") return encodeUncompressed(content);
  const forms = [promisify(brotliCompress)(body, brotli(FAST_BROTLI)), promisify(gzip)(body, {})] as const;
  return responseOf(content, ...(await Promise.all(forms)));
}

function brotli(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}

/**
 * A long response ends its connection. Otherwise a client that requests many and reads none leaves up to 4 MB in socket
 * buffers: 1,000 such clients exhausted the system's memory for sockets, and others waited 18 s.
 */
const LONG_BODY = 16_384;

function responseOf(content: Content, br?: Buffer, gz?: Buffer): EncodedResponse {
  const varies = br && { vary: "Accept-Encoding" };
  const coding = (body: Buffer, name?: string): Coding => {
    // Each encoding has its own ETag (RFC 9110, 8.8.3.3).
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const unchanged = { etag, ...varies, ...content.headers };
    const own = { "content-type": content.type, "content-length": String(body.length) };
    const isText = name === undefined && typeof content.body === "string" && body.length === content.body.length;
    const sentBody = isText && body.length < LONG_BODY ? content.body : body;
    return {
      etag,
      body: sentBody,
      unchanged,
      whole: { ...unchanged, ...own, ...(name && { "content-encoding": name }) },
    };
  };
  const identity = coding(Buffer.from(content.body));
  return { identity, br: br ? coding(br, "br") : identity, gzip: gz ? coding(gz, "gzip") : identity };
}

const negotiator = new Negotiator({ supportedValues: ["br", "gzip", "identity"] as const });

/** Sends a response, or 304 to a client that already has these bytes, even if it sends `Cache-Control: no-cache`. */
export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  response: EncodedResponse,
  cache: string,
): FastifyReply {
  const { headers } = request;
  const acceptEncoding = headers["accept-encoding"];
  const coding =
    response[acceptEncoding === undefined ? "identity" : (negotiator.negotiate(acceptEncoding) ?? "identity")];
  reply.header("cache-control", cache);
  const tags = headers["if-none-match"];
  if (tags !== undefined && matchesEtag(tags, coding.etag)) return reply.code(304).headers(coding.unchanged).send();
  if (coding.body.length >= LONG_BODY) reply.header("connection", "close");
  return reply.headers(coding.whole).send(coding.body);
}

/**
 * Whether `If-None-Match`, a list of tags or `*`, matches. The comparison is weak (RFC 9110, 13.1.2), so a proxy that
 * weakened our tag still gets a 304.
 */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*"; // tags of 24 characters contain no other tag
}

/** How a response is created, what it depends on, and how long it may be cached. */
export interface Recipe {
  /** `Cache-Control`. */
  readonly cache: string;
  /** Distinguishes the variants of a path: one of a closed list, never text of the request. */
  readonly variant?: string;
  /** Published values: the response is created again when one is replaced, or only once if there are none. */
  readonly dependsOn?: readonly unknown[];
  /** @param demand the clients that wait for it; without `client`, none is counted */
  readonly make: (demand: Demand) => Content | Promise<Content>;
  /** The client of the request, for a response that takes long, so that a disconnect is noticed. */
  readonly client?: () => string;
}

/** More than all variants of all paths of the site: 480 pictures and 100 pages. */
const ALL_VARIANTS = 1000;

/** Responses created on request: each is created once per change, even if many clients request it at the same time. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #most: number;

  /** @param most responses kept; the oldest are evicted */
  constructor(most = ALL_VARIANTS) {
    this.#most = most;
  }

  /** How many responses it keeps. */
  get size(): number {
    return this.#entries.size;
  }

  /** Sends the cached response, or creates it. */
  async respond(request: FastifyRequest, reply: FastifyReply, recipe: Recipe): Promise<FastifyReply> {
    const key = `${request.routeOptions.url} ${recipe.variant ?? ""}`;
    const { response, demand } = this.#response(key, recipe);
    if (recipe.client !== undefined && !demand.isMet) demand.join(reply.raw, recipe.client());
    return send(request, reply, await response, recipe.cache);
  }

  #response(key: string, { dependsOn = [], make }: Recipe): Entry {
    const entry = this.#entries.get(key);
    if (entry?.dependsOn.every((value, i) => value === dependsOn[i])) return entry;
    const demand = new Demand();
    const making = Promise.resolve(demand).then(make).then(compress);
    const response = making.finally(() => demand.meet());
    const fresh = { dependsOn, response, demand };
    this.#entries.delete(key); // so that it moves to the end, as the newest
    this.#entries.set(key, fresh);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
    response.catch(() => {
      if (this.#entries.get(key)?.response === response) this.#entries.delete(key); // failures are not cached
    });
    return fresh;
  }
}

interface Entry {
  readonly dependsOn: readonly unknown[];
  readonly response: Promise<EncodedResponse>;
  readonly demand: Demand;
}
