/**
 * Every table, by its name in the database; `migrations.ts` makes them. A column has its name in the service:
 * `observedAt` is `observed_at` there.
 */

import type { DescentGuard, Instant, PhaseKey, Signal, TopRisk, UtcDay } from "peak-cycle-model";
import type { LedgerLine } from "peak-cycle-verify";
import type { Observation } from "../domain/observation.js";

export interface Tables {
  /** Only ever appended to. */
  ledger: LedgerLine;
  /** Unique by metric, source, observed time and value. */
  observations: Observation;
  scores: ScoresTable;
  state: StateTable;
  api_keys: ApiKeysTable;
  kysely_migration: MigrationTable;
}

/** The names of the tables that hold data, in the order in which they are exported. */
export const DATA_TABLES = ["ledger", "observations", "scores", "state", "api_keys"] as const;

/** One row an hour. */
export interface ScoresTable {
  hour: Instant;
  computedAt: Instant;
  modelVersion: string;
  btcRaw: number;
  btcScore: number;
  btcPhase: PhaseKey;
  btcSignal: Signal;
  cryptoRaw: number;
  cryptoScore: number;
  cryptoPhase: PhaseKey;
  descentGuard: DescentGuard | null;
  topRisk: TopRisk | null;
  coverage: number;
  btcPriceUsd: number;
}

/** What the jobs last knew, as JSON, by name; replaced. The version grows with each change. */
export interface StateTable {
  name: string;
  version: number;
  body: string;
}

/** One row a key of API Pro. */
export interface ApiKeysTable {
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
  prefix: string;
  name: string;
  perMinute: number;
  madeAt: Instant;
  lastUsedDay: UtcDay | null;
  /** The last day on which it is good. */
  until: UtcDay | null;
  revokedAt: Instant | null;
}

/** One row an applied migration. */
interface MigrationTable {
  name: string;
  timestamp: string;
}
