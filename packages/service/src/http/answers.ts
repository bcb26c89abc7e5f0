/**
 * The bytes of an answer in each encoding, how they are chosen for a request, and the cache of those made on request.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { Negotiator } from "@fastify/accept-negotiator";
import type { FastifyReply, FastifyRequest } from "fastify";
import type * as z from "zod";

/** An answer before it is compressed. */
export interface Content {
  readonly type: string;
  /** Bytes, of a picture for instance, are sent as they are. */
  readonly body: string | Uint8Array;
  /** Further headers of 200 and of 304. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const JSON_TYPE = "application/json; charset=utf-8";
export const TEXT_TYPE = "text/plain; charset=utf-8";

/** A value as JSON. @throws ZodError when it breaks the public contract */
export function json<Reply>(schema: z.ZodType<Reply>, value: Reply, type = JSON_TYPE): Content {
  return { type, body: JSON.stringify(schema.parse(value)) };
}

/** An answer that only has to be sent. */
export type Answer = Readonly<Record<"br" | "gzip" | "identity", Coding>>;

interface Coding {
  readonly etag: string;
  /** Short ASCII stays text, so that Node writes it in one piece with the head. */
  readonly body: Buffer | string;
  readonly whole: Readonly<Record<string, string>>;
  /** The headers of 304. */
  readonly unchanged: Readonly<Record<string, string>>;
}

/** Compressed at once and as well as can be: for the two answers that are made ahead. */
export function answerNow(content: Content): Answer {
  const { body } = content;
  return answerOf(content, brotliCompressSync(body, brotli(constants.BROTLI_MAX_QUALITY)), gzipSync(body));
}

/** For what compresses badly, or is made for one request: nobody else gets the bytes. */
export function uncompressed(content: Content): Answer {
  return answerOf(content);
}

/** 5 compresses a page of 42 kB in 1 ms instead of 46, to 20 % more bytes. */
const FAST_BROTLI = 5;

/** Compressed off the event loop. */
async function compressed(content: Content): Promise<Answer> {
  const { body } = content;
  if (typeof body !== "string") return uncompressed(content);
  const forms = [promisify(brotliCompress)(body, brotli(FAST_BROTLI)), promisify(gzip)(body, {})] as const;
  return answerOf(content, ...(await Promise.all(forms)));
}

function brotli(quality: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
}

/**
 * A long answer is the last one of its connection. Otherwise a client that asks for many and reads none leaves up to
 * 4 MB with the system: 1,000 of these used up all it has for connections, and others were answered after 18 s.
 */
const LONG_BODY = 16_384;

function answerOf(content: Content, br?: Buffer, gz?: Buffer): Answer {
  const varies = br && { vary: "Accept-Encoding" };
  const coding = (body: Buffer, name?: string): Coding => {
    // Each encoding is other bytes, and so has another tag (RFC 9110, 8.8.3.3).
    const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    const unchanged = { etag, ...varies, ...content.headers };
    const own = { "content-type": content.type, "content-length": String(body.length) };
    const isText = name === undefined && typeof content.body === "string" && body.length === content.body.length;
    const sent = isText && body.length < LONG_BODY ? content.body : body;
    return { etag, body: sent, unchanged, whole: { ...unchanged, ...own, ...(name && { "content-encoding": name }) } };
  };
  const identity = coding(Buffer.from(content.body));
  return { identity, br: br ? coding(br, "br") : identity, gzip: gz ? coding(gz, "gzip") : identity };
}

const negotiator = new Negotiator({ supportedValues: ["br", "gzip", "identity"] as const });

/** Sends an answer, or 304 to a client that has these bytes already, even beside `Cache-Control: no-cache`. */
export function send(request: FastifyRequest, reply: FastifyReply, answer: Answer, cache: string): FastifyReply {
  const { headers } = request;
  const accepted = headers["accept-encoding"];
  const coding = answer[accepted === undefined ? "identity" : (negotiator.negotiate(accepted) ?? "identity")];
  reply.header("cache-control", cache);
  const tags = headers["if-none-match"];
  if (tags !== undefined && matchesEtag(tags, coding.etag)) return reply.code(304).headers(coding.unchanged).send();
  if (coding.body.length >= LONG_BODY) reply.header("connection", "close");
  return reply.headers(coding.whole).send(coding.body);
}

/**
 * Whether an `If-None-Match` names the tag: a list of tags or `*`, compared weakly (RFC 9110, 13.1.2). A proxy that
 * turned our tag into a weak one still gets its 304.
 */
function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  return ifNoneMatch.includes(etag) || ifNoneMatch.trim() === "*"; // a tag of ours stands in no other tag: 24 signs
}

/** What an answer is made of, how, and for how long it may be kept. */
export interface Making {
  readonly cache: string;
  /** Tells the variants of one path apart: one of a closed list, whatever a request says. */
  readonly variant?: string;
  /** All that the answer shows: it is made again when one of these is replaced. Nothing: it is made once. */
  readonly shows?: readonly unknown[];
  readonly make: () => Content | Promise<Content>;
}

/** The answers made on request: each one once for as long as it shows the same, however many ask for it meanwhile. */
export class MadeOnce {
  readonly #kept = new Map<string, { readonly shows: readonly unknown[]; readonly answer: Promise<Answer> }>();
  readonly #most: number;

  /** @param most answers kept; the ones made longest ago give way */
  constructor(most: number) {
    this.#most = most;
  }

  /** Sends what was made for an earlier request, or makes it. */
  async respond(request: FastifyRequest, reply: FastifyReply, making: Making): Promise<FastifyReply> {
    const key = `${request.routeOptions.url} ${making.variant ?? ""}`;
    return send(request, reply, await this.#answer(key, making), making.cache);
  }

  #answer(key: string, { shows = [], make }: Making): Promise<Answer> {
    const kept = this.#kept.get(key);
    if (kept?.shows.every((value, i) => value === shows[i])) return kept.answer;
    const answer = Promise.resolve().then(make).then(compressed);
    this.#kept.delete(key); // so that it becomes the newest
    this.#kept.set(key, { shows, answer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
    answer.catch(() => {
      if (this.#kept.get(key)?.answer === answer) this.#kept.delete(key); // a failed attempt is not kept
    });
    return answer;
  }
}
