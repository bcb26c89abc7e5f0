import * as z from "zod";
import { UpstreamError } from "../../domain/errors.js";
import { readPayload } from "../read-payload.js";

/** No chain of days is longer: it would end in the year 2284. */
const MOST_LINKS = 100_000;

const Place = z.object({ position: z.int().min(0).max(MOST_LINKS), date: z.string().nullable(), hash: z.string() });

const Proof = z.object({
  ok: z.literal(true),
  head: Place.extend({ closed: z.string() }),
  statement: z.string(),
  signature: z.string(),
  key_id: z.string(),
  previous: z.string(),
  links: z.array(Place.extend({ entry: z.string(), leaf: z.string() })),
});

/** What a site, or a file that somebody has kept, says at `/api/public/nhci/proof`. */
export type PeakProof = z.output<typeof Proof>;

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

export type PeakRow = z.output<typeof Row>;
export type PeakKey = z.output<typeof Keys>["keys"][number];
export type PeakRevision = z.output<typeof Revisions>["revisions"][number];

/** @throws UpstreamError `malformed`, like all of these, naming `from` and where the shape departs */
export function readProof(from: string, text: string): PeakProof {
  return readPayload(from, Proof, parsed(from, text));
}

export function readHistory(from: string, text: string): readonly PeakRow[] {
  return readPayload(from, History, parsed(from, text)).data;
}

export function readKeys(from: string, text: string): readonly PeakKey[] {
  return readPayload(from, Keys, parsed(from, text)).keys;
}

export function readRevisions(from: string, text: string): readonly PeakRevision[] {
  return readPayload(from, Revisions, parsed(from, text)).revisions;
}

/** One history row, a list of rows, or a whole answer. */
export function readRows(from: string, text: string): readonly PeakRow[] {
  const payload = parsed(from, text);
  if (Array.isArray(payload)) return readPayload(from, z.array(Row), payload);
  if (History.safeParse(payload).success) return readHistory(from, text);
  return [readPayload(from, Row, payload)];
}

/** Leaves, one a line. */
export function readLeaves(from: string, text: string): readonly string[] {
  const leaves = text.split("\n").filter((line) => line !== "");
  if (leaves.every((leaf) => /^[0-9a-f]{64}$/.test(leaf))) return leaves;
  throw new UpstreamError(from, "malformed", "a line is not 64 hex digits");
}

function parsed(from: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UpstreamError(from, "malformed", "no JSON document");
  }
}
