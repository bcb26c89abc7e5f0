import type { Readable } from "node:stream";
import type { Instant } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { judgeStatus, type Setback } from "./judge-status.js";
import { readBody, UnusableBody } from "./read-body.js";
import { httpDate, retryAfterMs } from "./retry-after.js";

export interface FetchedJson {
  /** Parsed and unchecked; `undefined` when not modified. */
  readonly body: unknown;
  readonly notModified: boolean;
  readonly etag: string | undefined;
  /** When the last byte had come. */
  readonly receivedAt: Instant;
  /** The source's own clock, to the second. */
  readonly dateHeader: Instant | undefined;
}

/** An answer whose headers have come. */
export interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readable;
}

export interface ReadingTerms {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Whether an entity tag was sent, so that 304 is an answer. */
  readonly asksForChange: boolean;
}

/**
 * Reads one answer.
 *
 * @throws UnusableBody when a 200 carries no JSON document
 */
export async function readAnswer(answer: Answer, terms: ReadingTerms): Promise<FetchedJson | Setback> {
  const { clock, signal, maxBytes } = terms;
  const header = (name: string) => [answer.headers[name]].flat()[0];
  const isJson = /json/i.test(header("content-type") ?? "");
  const notModified = answer.statusCode === 304 && terms.asksForChange;
  if (answer.statusCode !== 200) drop(answer.body);
  if (answer.statusCode !== 200 && !notModified) {
    return {
      ...judgeStatus(answer.statusCode, isJson),
      retryAfterMs: retryAfterMs(header("retry-after"), clock.now()),
    };
  }
  const encoding = header("content-encoding")?.trim().toLowerCase();
  const body = notModified ? undefined : await readJson(answer.body, { isJson, encoding, maxBytes, signal });
  return { body, notModified, etag: header("etag"), receivedAt: clock.now(), dateHeader: httpDate(header("date")) };
}

interface JsonTerms {
  readonly isJson: boolean;
  readonly encoding: string | undefined;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

async function readJson(body: Readable, { isJson, encoding, maxBytes, signal }: JsonTerms): Promise<unknown> {
  if (!isJson) {
    drop(body);
    throw new UnusableBody("the answer is not JSON by its content type");
  }
  return parse(await readBody(body, encoding, { maxBytes, signal }));
}

/** Leaves a body unread and closes its connection: an error page is of no use and may be endless. */
function drop(body: Readable): void {
  body.on("error", () => undefined).destroy();
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new UnusableBody("the body is no JSON document");
  }
}
