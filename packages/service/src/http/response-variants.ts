/** The bytes of an answer, in each encoding and as 304, and how they are chosen and written. */
import { createHash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { NO_STORE } from "./cache-control.js";
import { CORS_HEADERS, type HeaderList } from "./cors.js";

/** A response that only has to be written. */
export interface PreparedResponse {
  readonly status: number;
  readonly head: HeaderList;
  /** ASCII text, or bytes. */
  readonly body: string | Uint8Array;
}

/** Who answers a request. @param path without the query */
export type Responder = (request: IncomingMessage, path: string) => PreparedResponse | Promise<PreparedResponse>;

/** A response that must not be cached. @param extra further headers, after type, length and `Cache-Control` */
export function uncachedResponse(
  status: number,
  contentType: string,
  body: PreparedResponse["body"],
  extra: HeaderList = [],
): PreparedResponse {
  const head = ["Content-Type", contentType, "Content-Length", String(body.length), "Cache-Control", NO_STORE];
  return { status, head: [...head, ...extra], body };
}

/** Leads on to another address for good. @param location counts from the path that was asked for */
export function movedTo(location: string): PreparedResponse {
  return uncachedResponse(308, PLAIN_TEXT.contentType, "", [...CORS_HEADERS, "Location", location]);
}

/** Writes an answer. A list of headers goes to the socket as it is; Node adds `Date`, `Connection` and `Keep-Alive`. */
export function write(response: ServerResponse, { status, head, body }: PreparedResponse): void {
  const isHeadAlone = response.req.method === "HEAD" || body.length === 0;
  if (!isHeadAlone && body.length >= LONG_BODY) response.shouldKeepAlive = false;
  response.writeHead(status, head as string[]);
  if (isHeadAlone) response.end();
  else response.end(body, "latin1");
}

type Encoding = "br" | "gzip" | "identity";

/** The bytes of one text in one encoding. */
interface EncodedBody {
  /** Text when it is ASCII only. */
  readonly body: string | Uint8Array;
  readonly etag: string;
}

/** One text in every encoding we offer. Made when the text changes, never on a request. */
export type Representation = Readonly<Record<Encoding, EncodedBody>>;

/**
 * Brotli quality for what is made on the first request for it: a page of 42 kB in 1 ms instead of 46, and 20 % more
 * bytes.
 */
export const FAST_BROTLI = 5;

/** @param quality of brotli, 0 to 11: the best for what is made ahead; `FAST_BROTLI` for what is made on a request */
export function representationOf(text: string, quality = constants.BROTLI_MAX_QUALITY): Representation {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    br: encodedBody(brotliCompressSync(bytes, { params })),
    gzip: encodedBody(gzipSync(bytes, { level: 9 })),
    identity: encodedBody(bytes.length === text.length ? text : bytes),
  };
}

/** The same bytes for every client: for pictures, which are compressed already, and texts that compress badly. */
export function unencoded(body: string | Uint8Array): Representation {
  const only = encodedBody(body);
  return forEachEncoding(() => only);
}

/**
 * From this length on the bytes of an answer are shared by all clients, so that one that does not read costs a few kB. A shorter
 * text is sent with its head in one piece, which is copied for each.
 *
 * A long answer is the last one of its connection. Otherwise a client that asks for many and reads none leaves up to 4 MB with
 * the system: 1,000 of these used up all it has for connections, and others were answered after 18 s.
 */
const LONG_BODY = 16_384;

function encodedBody(body: string | Uint8Array): EncodedBody {
  const isLong = typeof body === "string" && body.length >= LONG_BODY;
  return { body: isLong ? Buffer.from(body, "latin1") : body, etag: etagOf(body) };
}

/** A strong entity tag: other bytes, other tag. Each encoding of a response is other bytes (RFC 9110, 8.8.3.3). */
export function etagOf(bytes: Uint8Array | string): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** A response in every encoding, as 200 and as 304. */
export type ResponseVariants = Readonly<Record<Encoding, EncodedVariant>>;

interface EncodedVariant {
  readonly etag: string;
  readonly whole: PreparedResponse;
  readonly unchanged: PreparedResponse;
}

/** The content of a response at a moment. */
export interface Content {
  readonly representation: Representation;
  readonly cacheControl: string;
}

export interface ResponseHeaders {
  readonly contentType: string;
  /** Request headers besides `Accept-Encoding` on which the answer depends. */
  readonly vary?: readonly string[];
  /** Further headers of both 200 and 304. */
  readonly extra?: HeaderList;
}

export const JSON_HEADERS: ResponseHeaders = { contentType: "application/json; charset=utf-8" };

export const PLAIN_TEXT: ResponseHeaders = { contentType: "text/plain; charset=utf-8" };

/** The response to one request: 304 when the client has these bytes already, even with `Cache-Control: no-cache`. */
export function selectVariant(variants: ResponseVariants, headers: IncomingHttpHeaders): PreparedResponse {
  const variant = variants[encodingOf(headers["accept-encoding"])];
  const tags = headers["if-none-match"];
  return tags !== undefined && matchesEtag(tags, variant.etag) ? variant.unchanged : variant.whole;
}

/** The response with a text that is made for one request. It is not compressed, since nobody else gets the bytes. */
export function responseOnce(
  text: string,
  cacheControl: string,
  own: ResponseHeaders,
  request: IncomingHttpHeaders,
): PreparedResponse {
  return selectVariant(withHeaders({ representation: unencoded(Buffer.from(text)), cacheControl }, own), request);
}

/** Adds headers to the bytes of a representation. */
export function withHeaders({ representation, cacheControl }: Content, headers: ResponseHeaders): ResponseVariants {
  const { vary = [], extra = [] } = headers;
  if (representation.br === representation.identity) {
    const varied = vary.length === 0 ? headers : { ...headers, extra: ["Vary", vary.join(", "), ...extra] };
    const only = variantOf(representation.identity, cacheControl, varied);
    return forEachEncoding(() => only);
  }
  const varied = { ...headers, extra: ["Vary", ["Accept-Encoding", ...vary].join(", "), ...extra] };
  return forEachEncoding((encoding) => {
    const coding = encoding === "identity" ? [] : ["Content-Encoding", encoding];
    return variantOf(representation[encoding], cacheControl, varied, coding);
  });
}

function variantOf(
  { body, etag }: EncodedBody,
  cacheControl: string,
  { contentType, extra = [] }: ResponseHeaders,
  coding: HeaderList = [],
): EncodedVariant {
  const shared = ["ETag", etag, "Cache-Control", cacheControl, ...CORS_HEADERS, ...extra];
  const head = ["Content-Type", contentType, "Content-Length", String(body.length), ...coding, ...shared];
  return { etag, whole: { status: 200, head, body }, unchanged: { status: 304, head: shared, body: "" } };
}

function forEachEncoding<T>(make: (encoding: Encoding) => T): Readonly<Record<Encoding, T>> {
  return { br: make("br"), gzip: make("gzip"), identity: make("identity") };
}

/**
 * Chooses by `Accept-Encoding` (RFC 9110, 12.5.3): the encoding with the greatest weight; plain bytes, which every
 * client can read, when none of ours is accepted.
 */
export function encodingOf(accepted: string | undefined): Encoding {
  if (accepted === undefined) return "identity";
  const weights = weightsOf(accepted);
  let best: Encoding = "identity";
  let greatest = weights.get("identity") ?? 0;
  for (const encoding of ["gzip", "br"] as const) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (weight === 0 || weight < greatest) continue;
    best = encoding;
    greatest = weight;
  }
  return best;
}

/** The weights of what an `Accept` or `Accept-Encoding` lists, in lower case. */
export function weightsOf(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name === "x-gzip" ? "gzip" : name, weight === undefined ? 1 : weightOf(weight.slice(2)));
  }
  return weights;
}

/** 0 for an invalid weight: an encoding that was not clearly asked for is not used. */
function weightOf(text: string): number {
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}

/**
 * Whether an `If-None-Match` names the tag: a list of tags or `*`, compared weakly (RFC 9110, 13.1.2). A proxy that
 * turned our tag into a weak one still gets its 304.
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const tags = ifNoneMatch.match(/"[^"]*"/g); // without `W/`; our tags hold no comma and no quote
  return tags?.includes(etag) === true;
}
