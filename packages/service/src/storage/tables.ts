/**
 * The tables, by their names in the database; `migrations.ts` creates them. Columns are camel-cased here: `observedAt`
 * is `observed_at` in the database.
 */

import type { Flags, Instant, PhaseKey, Signal, UtcDay } from "peak-cycle-model";
import type { LedgerLine } from "peak-cycle-verify";
import type { HourlyScore } from "../domain/hourly-score.js";
import type { Observation } from "../domain/observation.js";

export interface Tables {
  /** Append-only. */
  ledger: LedgerLine;
  /** Unique by metric, source, observed time and value. */
  observations: Observation;
  scores: StoredScore;
  state: StoredState;
  api_keys: StoredApiKey;
  /** Kysely's record of migrations. */
  kysely_migration: { name: string };
}

/** The columns that identify a row, in the order in which rows are exported. */
export const KEYS = {
  ledger: ["position"],
  observations: ["metric", "source", "observedAt", "value"],
  scores: ["hour"],
  state: ["name"],
  api_keys: ["hash"],
} as const;

/** One row per hour. */
export interface StoredScore extends Omit<HourlyScore, "btc" | "crypto" | "flags">, Flags {
  readonly btcRaw: number;
  readonly btcScore: number;
  readonly btcPhase: PhaseKey;
  readonly btcSignal: Signal;
  readonly cryptoRaw: number;
  readonly cryptoScore: number;
  readonly cryptoPhase: PhaseKey;
}

/** What the jobs remember, as JSON by name; replaced. The version grows with each change. */
interface StoredState {
  name: string;
  version: number;
  body: string;
}

/** An API Pro key that has not been used. */
export interface NewApiKey {
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  /** The first six characters of its secret, which identify it to people. */
  readonly prefix: string;
  readonly name: string;
  /** Requests in any 60 s. */
  readonly perMinute: number;
  readonly madeAt: Instant;
  /** The last UTC day on which it is valid; null if it never expires. */
  readonly until: UtcDay | null;
}

export interface StoredApiKey extends NewApiKey {
  readonly lastUsedDay: UtcDay | null;
  readonly revokedAt: Instant | null;
}
