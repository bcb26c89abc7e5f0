// What is stored and published of the chain. Phases, coins and origins are plain texts here: the chain covers whatever
// is stored.

import type { Instant, UtcDay } from "peak-cycle-model";

/** All that is stored of a closed day, and of the history row that was computed on top of it. */
export interface StoredDay {
  readonly day: UtcDay;
  readonly closedAt: Instant;
  readonly price: number | undefined;
  readonly mvrv: number | undefined;
  readonly fearGreed: number | undefined;
  readonly dominance: number | undefined;
  /** By coin. */
  readonly majors: Readonly<Partial<Record<string, number>>>;
  /** JSON, exactly as it is stored: it is chained character by character. */
  readonly sources: string;
  /** The row of the day after; `undefined` in the first two years, which have none. */
  readonly row: StoredRow | undefined;
}

/** A history row as it is stored. */
export interface StoredRow {
  readonly day: UtcDay;
  readonly computedAt: Instant;
  readonly modelVersion: string;
  readonly raw: number;
  readonly score: number;
  readonly smoothed: number;
  readonly phase: string;
  readonly btcPriceUsd: number;
  readonly priceSource: string;
  readonly origin: string;
}

/** A revision of a history row as it is stored. */
export interface StoredRevision {
  readonly number: number;
  readonly day: UtcDay;
  readonly revisedAt: Instant;
  readonly reason: string;
  readonly corrected: {
    readonly score: number;
    readonly smoothed: number;
    readonly phase: string;
    readonly btcPriceUsd: number;
  };
}

/** One closed day in the chain of all closed days. */
export interface Link {
  /** 0 for 2010-07-18, then one a day, without a gap. */
  readonly position: number;
  /** The closed day. The history row that was computed on top of it is that of the day after. */
  readonly day: UtcDay;
  /** What is chained, as JSON in one line; docs/verifying.md has its fields. */
  readonly entry: string;
  /** SHA-256 of the entry in UTF-8, as 64 lower-case hex digits. */
  readonly leaf: string;
  /** SHA-256 of the 128 characters of the hash before it (64 zeros for the first) and `leaf`. */
  readonly hash: string;
}

/** A text about the end of a chain, and its signature. */
export interface SignedStatement {
  /** What was signed, as JSON in one line. */
  readonly text: string;
  readonly keyId: string;
  /** Ed25519 over the text in UTF-8, base64url. */
  readonly signature: string;
}

/** A statement as it is stored. */
export interface Statement extends SignedStatement {
  /** The position of its link. */
  readonly position: number;
  readonly signedAt: Instant;
}

/** A public key that statements were signed with. Keys stay in the list for ever. */
export interface PublicKey {
  /** RFC 7638 thumbprint. */
  readonly keyId: string;
  /** The 32 bytes of an Ed25519 public key, base64url. */
  readonly x: string;
  readonly addedAt: Instant;
  /** The key before it, when that has signed this one; `undefined` for the first, and after a loss. */
  readonly endorsement: { readonly keyId: string; readonly signature: string } | undefined;
}

/** The end of a chain as `/api/public/nhci/proof` shows it; other fields are ignored. */
export interface Proof {
  readonly ok: true;
  readonly head: {
    readonly position: number;
    /** Of its history row; `null` when it has none. */
    readonly date: string | null;
    readonly closed: string;
    readonly hash: string;
  };
  readonly statement: string;
  readonly signature: string;
  readonly key_id: string;
  /** The hash before the first of `links`. */
  readonly previous: string;
  /** At most 30, oldest first, the last is the head. */
  readonly links: readonly {
    readonly position: number;
    readonly date: string | null;
    readonly entry: string;
    readonly leaf: string;
    readonly hash: string;
  }[];
}

/** What the public is shown of the chain. */
export interface ChainProof {
  /** Of the newest statement. */
  readonly proof: Proof;
  /** The leaf of every link up to its head, in order: 64 hex digits and a line end each. */
  readonly leaves: string;
  /** In the order in which they were added. */
  readonly keys: readonly PublicKey[];
}
