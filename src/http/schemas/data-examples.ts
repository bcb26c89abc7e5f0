import { createHash } from "node:crypto";
import { PHASES } from "../../domain/score.js";
import type { MetaReply } from "./meta.js";
import type { KeysReply, ProofReply } from "./proof.js";
import type { RevisionsReply } from "./revisions.js";

/** A made-up answer about what the score stands on. It belongs to the made-up score. */
export const META_EXAMPLE: MetaReply = {
  ok: true,
  model_version: "1",
  updated_at: "2026-11-21T07:05:00.250Z",
  stale: false,
  coverage: 1,
  btc: {
    score: 61.2,
    phase: "Hot Zone",
    phase_key: "HOT",
    phase_since: "2026-11-10",
    days_in_phase: 12,
    change: { "1d": 0.4, "7d": -1.1, "30d": 6.2 },
  },
  phases: PHASES.map(({ key, label, from }) => ({ key, label, from, to: from === 80 ? 100 : from + 19.9 })),
  next: { score_at: "2026-11-21T08:05:00.000Z", history_at: "2026-11-22T06:00:00.000Z" },
  market: {
    btc_price_usd: { source: "kraken", observed_at: "2026-11-21T07:05:30.000Z", age_seconds: 41 },
    btc_dominance_pct: { source: "coingecko", observed_at: "2026-11-21T07:04:10.000Z", age_seconds: 121 },
    fear_greed: { source: "alternative-me", observed_at: "2026-11-21T00:00:00.000Z", age_seconds: 25_571 },
  },
  sources: [
    {
      name: "kraken",
      title: "Kraken",
      gives: "live prices",
      health: "ok",
      answered_at: "2026-11-21T07:05:31.000Z",
      age_seconds: 40,
      fault: null,
    },
    {
      name: "bitstamp",
      title: "Bitstamp",
      gives: "live prices",
      health: "failing",
      answered_at: "2026-11-21T06:05:12.000Z",
      age_seconds: 3659,
      fault: "unreachable",
    },
  ],
};

const ENTRY = JSON.stringify({
  position: 5969,
  closed: "2026-11-20",
  row: {
    date: "2026-11-21",
    score: 61.2,
    score_smoothed: 60.1,
    phase_key: "HOT",
    btc_price_usd: 84391.27,
    computed_at: "2026-11-21T06:00:03.120Z",
    model_version: "1",
    origin: "live",
  },
  sealed: madeUp("sealed"),
});
const LEAF = hashOf(ENTRY);
const PREVIOUS = madeUp("previous");
const HEAD = hashOf(PREVIOUS + LEAF);
const KEY_ID = createHash("sha256").update("key").digest("base64url");
const SIGNATURE = createHash("sha512").update("signature").digest("base64url");

/** A made-up proof with one link; its hashes fit, its signature is none. */
export const PROOF_EXAMPLE: ProofReply = {
  ok: true,
  head: { position: 5969, date: "2026-11-21", closed: "2026-11-20", hash: HEAD },
  statement: JSON.stringify({
    chain: madeUp("first"),
    position: 5969,
    closed: "2026-11-20",
    hash: HEAD,
    revisions: 0,
    revisions_hash: "0".repeat(64),
    signed_at: "2026-11-21T06:00:04.000Z",
  }),
  signature: SIGNATURE,
  key_id: KEY_ID,
  keys: "https://peak.example/.well-known/peak-keys.json",
  leaves: "https://peak.example/api/public/nhci/proof/leaves",
  previous: PREVIOUS,
  links: [{ position: 5969, date: "2026-11-21", entry: ENTRY, leaf: LEAF, hash: HEAD }],
};

/** A made-up key. */
export const KEYS_EXAMPLE: KeysReply = {
  keys: [
    {
      kty: "OKP",
      crv: "Ed25519",
      alg: "EdDSA",
      use: "sig",
      kid: KEY_ID,
      x: createHash("sha256").update("x").digest("base64url"),
      added_at: "2026-11-01T09:00:00.000Z",
      endorsed_by: null,
      endorsement: null,
    },
  ],
};

/** A made-up correction. */
export const REVISIONS_EXAMPLE: RevisionsReply = {
  ok: true,
  revisions: [
    {
      number: 1,
      date: "2026-11-20",
      revised_at: "2026-11-21T12:00:00.000Z",
      reason: "One source gave the price of another day.",
      score: 60.9,
      score_smoothed: 59.8,
      phase: "Hot Zone",
      phase_key: "HOT",
      btc_price_usd: 83_950,
    },
  ],
};

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A hash of nothing in particular. */
function madeUp(name: string): string {
  return hashOf(`example ${name}`);
}
