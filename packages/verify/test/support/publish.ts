/** A dishonest publisher who signs anything: nothing is checked. */
import { formatInstant } from "peak-cycle-model";
import { entryOf } from "../../src/entries.js";
import { FIRST_HASH, FORMAT, hashAfter, sha256 } from "../../src/hash.js";
import type { LedgerLine, LedgerSigner } from "../../src/index.js";
import { endorsementText } from "../../src/keys.js";
import { NOW } from "./ledgers.js";
import { type Answers, labelOf, PATHS, SITE } from "./sites.js";

/** A public entry before it is hashed. Endorsements and the texts of statements are remade when it is published. */
export interface Draft {
  readonly kind: string;
  readonly text: string;
  /** Edits the text of a statement before it is signed. */
  readonly edit?: (text: string) => string;
}

export function draftsOf(lines: readonly LedgerLine[]): Draft[] {
  return lines.map(({ kind, body }) => ({ kind, text: entryOf(body) }));
}

/** An entry in the ledger, whose hash anyone can compute. */
interface Published {
  readonly kind: string;
  readonly position: number;
  readonly entry: string;
  readonly hash: string;
}

/** Takes drafts one by one, like a ledger that checks nothing. */
class Publisher {
  readonly entries: Published[] = [];
  readonly #counts = { days: 0, revisions: 0, keys: 0 };
  readonly #signers: readonly LedgerSigner[];
  key: LedgerSigner | undefined;
  statement = { text: "", signature: "" };

  constructor(signers: readonly LedgerSigner[]) {
    this.#signers = signers;
    this.key = signers[0];
  }

  take({ kind, text, edit = (made) => made }: Draft): void {
    let entry = text;
    if (kind === "key") entry = this.#endorsed(text);
    if (kind === "statement") {
      const made = edit(this.#claim());
      this.statement = { text: made, signature: this.key?.sign(made) ?? "" };
      entry = entryOf(JSON.stringify({ public: { kind, ...this.statement }, private: {} }));
    } else {
      this.#counts[`${kind}s` as "days" | "revisions" | "keys"] += 1;
    }
    this.entries.push({ kind, position: this.entries.length, entry, hash: hashAfter(this.#hash(), sha256(entry)) });
  }

  #hash(): string {
    return this.entries.at(-1)?.hash ?? FIRST_HASH;
  }

  #claim(): string {
    const end = { ledger: this.entries[0]?.hash, position: this.entries.length - 1, hash: this.#hash() };
    const by = { signed_at: formatInstant(NOW), key_id: this.key?.keyId };
    return JSON.stringify({ format: FORMAT, ...end, ...this.#counts, ...by });
  }

  #endorsed(text: string): string {
    const [former, next] = [this.key, this.#signers.find(({ keyId }) => text.includes(`"key_id":"${keyId}"`))];
    this.key = next ?? former;
    if (former === undefined || next === undefined || !text.includes(`"endorsed_by":"${former.keyId}"`)) return text;
    const endorsement = former.sign(endorsementText(next.keyId, next.x, this.#hash()));
    return text.replace(/"endorsement":"[^"]*"/, `"endorsement":"${endorsement}"`);
  }
}

/** @param drafts the last one is a statement @param signers of all keys in the ledger */
export function publish(drafts: readonly Draft[], signers: readonly LedgerSigner[]): Answers {
  const publisher = new Publisher(signers);
  for (const draft of drafts) publisher.take(draft);
  const { entries, key, statement } = publisher;
  const signed = entries.slice(0, -1);
  const first = signed.filter(({ kind }) => kind === "day").at(-30)?.position ?? 0;
  const of = (kind: string) => signed.filter((each) => each.kind === kind);
  const placed = ({ position, entry }: Published) => ({ position, entry });
  const read = ({ entry }: Published) => lenient(entry);
  const proof = {
    ok: true,
    format: FORMAT,
    ledger: entries[0]?.hash,
    position: signed.length - 1,
    hash: signed.at(-1)?.hash,
    statement: statement.text,
    signature: statement.signature,
    key_id: key?.keyId,
    previous: entries[first - 1]?.hash ?? FIRST_HASH,
    entries: signed.slice(first).map(({ kind: _kind, ...each }) => each),
    keys: of("key").map(placed),
    revisions: of("revision").map(placed),
    keys_url: SITE + PATHS.keys,
    leaves_url: SITE + PATHS.leaves,
  };
  return {
    proof,
    leaves: signed.map(({ entry }) => sha256(entry)),
    keys: of("key")
      .map(read)
      .map(({ key_id: kid, x, endorsed_by, endorsement }) => {
        return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid, x, endorsed_by, endorsement };
      }),
    revisions: of("revision")
      .map(read)
      .map(({ kind: _kind, sealed: _sealed, ...shown }) => labelOf(shown)),
    rows: of("day").slice(-30).map(read).flatMap(rowIn),
  };
}

function rowIn({ row }: Record<string, unknown>): Record<string, unknown>[] {
  if (typeof row !== "object" || row === null) return [];
  const { date, score, score_smoothed, phase_key, btc_price_usd } = row as Record<string, unknown>;
  return [labelOf({ date, score, score_smoothed, phase_key, btc_price_usd })];
}

/** The members of an entry, if it is JSON. */
function lenient(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
