/**
 * Every table, by its name in the database; `migrations.ts` makes them. A column has its name in the service:
 * `observedAt` is `observed_at` there.
 */

import type { Context, Instant, PhaseKey, Signal, UtcDay } from "peak-cycle-model";
import type { LedgerLine } from "peak-cycle-verify";
import type { Observation } from "../domain/observation.js";
import type { HourlyScore } from "../domain/snapshot.js";

export interface Tables {
  /** Only ever appended to. */
  ledger: LedgerLine;
  /** Unique by metric, source, observed time and value. */
  observations: Observation;
  scores: StoredScore;
  state: StoredState;
  api_keys: StoredApiKey;
  /** What Kysely's migrator has done. */
  kysely_migration: { name: string };
}

/** One row an hour. */
export interface StoredScore extends Omit<HourlyScore, "btc" | "crypto" | "context">, Context {
  readonly btcRaw: number;
  readonly btcScore: number;
  readonly btcPhase: PhaseKey;
  readonly btcSignal: Signal;
  readonly cryptoRaw: number;
  readonly cryptoScore: number;
  readonly cryptoPhase: PhaseKey;
}

/** What the jobs last knew, as JSON, by name; replaced. The version grows with each change. */
interface StoredState {
  name: string;
  version: number;
  body: string;
}

/** A key of API Pro. */
export interface StoredApiKey {
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
  /** The first six characters of its secret, by which people name it. */
  readonly prefix: string;
  readonly name: string;
  /** Requests in any 60 s. */
  readonly perMinute: number;
  readonly madeAt: Instant;
  readonly lastUsedDay: UtcDay | null;
  /** The last UTC day on which it is good; without one it stays good. */
  readonly until: UtcDay | null;
  readonly revokedAt: Instant | null;
}
