import * as z from "zod";
import { SourceError } from "../domain/errors.js";
import { SECOND_MS } from "../domain/instant.js";
import type { Clock } from "../operations/ports.js";
import { callWithin } from "../operations/timing.js";
import { decodeText, dropBody, HttpFailure, httpClient, readBody, statusFailure } from "./http-client.js";
import { readPayload } from "./payload.js";
import { apiUrl } from "./source.js";

/**
 * Asks a site for everything that can be checked, one request after the other.
 *
 * @param base its address; a path in front of ours stays
 * @returns what it says about its chain, checked for its shape only; keys in the order of adding, rows oldest first
 * @throws SourceError naming the path that gave nothing usable
 */
export async function askPeakSite(base: URL, fetchText: FetchText, signal: AbortSignal) {
  async function ask<T>(path: string, read: (from: string, text: string) => T): Promise<T> {
    const url = apiUrl(base, "", path);
    return read(url.host + url.pathname, await fetchText(url, signal));
  }
  const askJson = <T extends z.ZodType>(path: string, schema: T) =>
    ask(path, (from, text) => readPayload(from, schema, parsed(from, text)));
  return {
    proof: await askJson("/api/public/nhci/proof", Proof),
    leaves: await ask("/api/public/nhci/proof/leaves", readLeaves),
    keys: (await askJson("/.well-known/peak-keys.json", Keys)).keys,
    revisions: (await askJson("/api/public/nhci/revisions", Revisions)).revisions,
    rows: (await askJson("/api/public/nhci/history", History)).data,
  };
}

/** No chain of days is longer: it would end in the year 2284. */
const MAX_LINKS = 100_000;

const ChainPosition = z.object({
  position: z.int().min(0).max(MAX_LINKS),
  date: z.string().nullable(),
  hash: z.string(),
});

const Proof = z.object({
  ok: z.literal(true),
  head: ChainPosition.extend({ closed: z.string() }),
  statement: z.string(),
  signature: z.string(),
  key_id: z.string(),
  previous: z.string(),
  links: z.array(ChainPosition.extend({ entry: z.string(), leaf: z.string() })),
});

const PhaseKey = z.enum(["FONDO", "ACUM", "BULL", "HOT", "PEAK"]);

const Row = z.object({
  date: z.string(),
  score: z.number(),
  score_smoothed: z.number(),
  phase_key: PhaseKey,
  btc_price_usd: z.number(),
});

const History = z.object({ data: z.array(Row) });

const Keys = z.object({
  keys: z.array(
    z.object({
      kid: z.string(),
      x: z.string(),
      endorsed_by: z.string().nullable(),
      endorsement: z.string().nullable(),
    }),
  ),
});

const Revisions = z.object({
  revisions: z.array(Row.extend({ number: z.int(), revised_at: z.string(), reason: z.string() })),
});

/** The proof in a file that somebody has kept. @throws SourceError `malformed`, naming `from` and where the shape departs */
export function readProof(from: string, text: string) {
  return readPayload(from, Proof, parsed(from, text));
}

/** One history row, a list of rows, or a whole answer. @throws as `readProof` */
export function readRows(from: string, text: string): z.output<typeof Row>[] {
  const payload = parsed(from, text);
  if (Array.isArray(payload)) return readPayload(from, z.array(Row), payload);
  const history = History.safeParse(payload);
  if (history.success) return history.data.data;
  return [readPayload(from, Row, payload)];
}

/** Leaves, one a line. */
function readLeaves(from: string, text: string): readonly string[] {
  const leaves = text.split("\n").filter((line) => line !== "");
  if (leaves.every((leaf) => /^[0-9a-f]{64}$/.test(leaf))) return leaves;
  throw new SourceError(from, "malformed", "a line is not 64 hex digits");
}

function parsed(from: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SourceError(from, "malformed", "no JSON document");
  }
}

/** Gets one text in UTF-8, once. @throws SourceError when there is none; the signal's reason when it aborts */
type FetchText = (url: URL, signal: AbortSignal) => Promise<string>;

interface FetchTextOptions {
  readonly clock: Clock;
  readonly userAgent: string;
  /** As received, and as it comes out of decompression. */
  readonly maxBytes: number;
  /** For the whole answer. */
  readonly timeoutMs: number;
}

const CONNECT_MS = 5 * SECOND_MS;

export function fetchTextFor({ clock, userAgent, maxBytes, timeoutMs }: FetchTextOptions): FetchText {
  const get = httpClient(CONNECT_MS);
  const headers = { "user-agent": userAgent, "accept-encoding": "gzip", "cache-control": "no-cache" };

  async function read(url: URL, signal: AbortSignal): Promise<string> {
    const response = await get(url, headers, signal);
    if (response.statusCode !== 200) {
      dropBody(response);
      throw statusFailure(response.statusCode ?? 0, true);
    }
    return decodeText(await readBody(response, maxBytes, signal), "the body is no text in UTF-8");
  }

  return async (url, signal) => {
    const address = url.host + url.pathname;
    const late = new SourceError(address, "unreachable", `no whole answer in ${timeoutMs / SECOND_MS} s`);
    try {
      return await callWithin(clock, { ms: timeoutMs, late }, signal, (until) => read(url, until));
    } catch (error) {
      throw error instanceof HttpFailure ? new SourceError(address, error.fault, error.message) : error;
    }
  };
}
