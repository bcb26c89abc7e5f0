// The proof that a site publishes of its ledger, and how a reader checks it.

import { isDeepStrictEqual } from "node:util";
import { PHASES } from "peak-cycle-model";
import { readEntry } from "./entries.js";
import { FORMAT } from "./hash.js";
import { isSigned } from "./keys.js";
import { Ledger, type Placed } from "./ledger.js";
import { count, Fault, fields, hex, list, matching, need, parsed, text } from "./shape.js";

/** The signed end of a ledger, as `/api/public/nhci/proof` shows it and as a reader keeps it. */
export type Proof = NonNullable<ReturnType<typeof proofOf>>;

/** @returns `undefined` before the first statement */
export function proofOf(ledger: Ledger) {
  const { name, statement, tail, keys, revisions } = ledger;
  if (statement === undefined) return undefined;
  const { position, hash, signature, key } = statement;
  const placed = (each: Placed) => ({ position: each.position, entry: each.text });
  const entries = tail
    .filter((each) => each.position <= position)
    .map((each) => ({ ...placed(each), hash: ledger.hashAt(each.position) }));
  return {
    ok: true as const,
    format: FORMAT,
    ledger: name,
    // The newest signed entry, and the hash after it.
    position,
    hash,
    statement: statement.text,
    signature,
    key_id: key.key_id,
    // The hash before the first of these entries, which run without a gap from the first of the newest 30 days.
    previous: ledger.hashAt(position - entries.length),
    entries,
    keys: keys.map(placed),
    revisions: revisions.map(placed),
  };
}

const PLACED = list(fields({ position: count, entry: text }));
const CLAIM = fields({ ledger: hex, position: count, hash: hex, days: count, signed_at: text, key_id: text });

/** The check starts from these members; everything else follows from them. */
const SITE_PROOF = fields({
  position: count,
  statement: text,
  signature: text,
  entries: PLACED,
  keys: PLACED,
  revisions: PLACED,
  // Absolute, and possibly below the prefix of a proxy.
  keys_url: matching(/^https?:\/\/[^/\s]+\/(\S+\/)?\.well-known\/peak-keys\.json$/),
  leaves_url: matching(/^https?:\/\/[^/\s]+\/(\S+\/)?api\/public\/nhci\/proof\/leaves$/),
});

/** One leaf per line; 50,000 are more than 30 years of entries. */
const LEAVES = matching(/^([0-9a-f]{64}\n){1,50000}$/);

/**
 * Rebuilds a site's ledger from its leaves and the published entries, and checks that everything else the site shows
 * follows from it.
 *
 * @param get fetches the text of a path of the site
 * @throws Fault for the first discrepancy
 */
export async function checkSite(get: (path: string) => Promise<string>) {
  const json = async (path: string) => parsed(await get(path), path);
  const proof = (await json("/api/public/nhci/proof")) as object;
  const leaves = LEAVES(await get("/api/public/nhci/proof/leaves"));
  const keys = await json("/.well-known/peak-keys.json");
  const revisions = await json("/api/public/nhci/revisions");
  const history = await json("/api/public/nhci/history");
  const ledger = readSite(SITE_PROOF(proof), leaves.trimEnd().split("\n"));
  same(proof, { ...proof, ...proofOf(ledger) }, "the proof is not what follows from its entries");
  const keySet = ledger.keys.map(({ entry: { key_id, x, endorsed_by, endorsement } }) => {
    return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
  });
  same(keys, { keys: keySet }, "the list of keys is not the one in the ledger");
  const corrections = ledger.revisions.map(({ entry: { kind: _kind, ...shown } }) => labelled(shown));
  same(revisions, { ok: true, revisions: corrections }, "the list of revisions is not the one in the ledger");
  const rows = ledger.tail.flatMap(({ entry }) => {
    if (entry.kind !== "day" || entry.row === null) return [];
    const { date, score, score_smoothed, phase_key, btc_price_usd } = entry.row;
    return [labelled({ date, score, score_smoothed, phase_key, btc_price_usd })];
  });
  need(rows.length > 0, "there is no history");
  const answer = { ok: true, asset: "BTC", days: rows.length, data: rows };
  same(history, answer, "a row of the history is not the one in the ledger, is missing, or has none there");
  return { proof, ledger, rows };
}

/** Entries not in the proof, which are older days and statements, count by their leaves alone. */
function readSite(proof: ReturnType<typeof SITE_PROOF>, leaves: readonly string[]): Ledger {
  const { position, statement, signature, entries, keys, revisions } = proof;
  need(position === leaves.length - 1, "the statement is not about the last leaf");
  const shown = new Map([...keys, ...revisions, ...entries].map((each) => [each.position, each.entry]));
  const shownDays = entries.filter(({ entry }) => readEntry(entry).kind === "day").length;
  const ledger = new Ledger(CLAIM(parsed(statement)).days - shownDays);
  for (const [at, leaf] of leaves.entries()) {
    const entry = shown.get(at);
    if (entry === undefined) ledger.addHidden(leaf);
    else ledger.addShown(entry, leaf);
  }
  ledger.addStatement(statement, signature);
  ledger.verify();
  return ledger;
}

/** A proof that a reader saved earlier. */
export type KeptProof = ReturnType<typeof KEPT_PROOF>;

export const KEPT_PROOF = fields({
  ledger: hex,
  position: count,
  hash: hex,
  statement: text,
  signature: text,
  keys: PLACED,
});

/**
 * Compares a site with a saved proof: everything the proof covered is still there, and today's key is the same or
 * descends from it by endorsements.
 *
 * @param acceptsNewKey whether the reader knows that the publisher lost a key
 * @returns when the saved proof was signed @throws Fault
 */
export function checkSince(kept: KeptProof, ledger: Ledger, acceptsNewKey: boolean): string {
  const { position, hash, ledger: name, signed_at, key_id } = CLAIM(parsed(kept.statement));
  const keys = kept.keys.map(({ entry }) => readEntry(entry)).filter((entry) => entry.kind === "key");
  const signer = keys.find((key) => key.key_id === key_id)?.x ?? "";
  need(isSigned(kept.statement, kept.signature, signer), "the kept proof is not signed");
  same([kept.position, kept.hash, kept.ledger], [position, hash, name], "the kept proof was changed");
  if (ledger.hashAt(position) !== hash) {
    const isSame = ledger.keys.some(({ entry }) => entry.x === signer);
    throw new Fault(
      isSame ? "the same key has signed two different histories" : "its history is not the one of the kept proof",
    );
  }
  const strange = ledger.keys.some((each) => each.position > position && each.entry.endorsed_by === null);
  const advice = "--accept-new-key, if the publisher has told you so";
  need(acceptsNewKey || !strange, `another key signs now, and the former does not vouch for it (${advice})`);
  return signed_at;
}

/** The ledger stores only the key of a phase; a site must show the label that goes with it. */
function labelled<T extends { readonly phase_key: string }>(row: T) {
  return { ...row, phase: PHASES.find(({ key }) => key === row.phase_key)?.label };
}

/** @throws Fault unless both values are equal */
function same(one: unknown, other: unknown, why: string): void {
  need(isDeepStrictEqual(one, other), why);
}
