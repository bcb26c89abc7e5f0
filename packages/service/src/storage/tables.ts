import type { DescentGuard, Instant, Major, PhaseKey, Signal, TopRisk, UtcDay } from "peak-cycle-model";
import type { Link, Statement } from "peak-cycle-verify";
import type { SourceFault } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import type { Observation } from "../domain/observation.js";
import type { MarketPart, Quote } from "../domain/snapshot.js";

/**
 * Every table, by its name in the database; `migrations.ts` makes them. A column goes here by the name it has in the service:
 * `observedAt` is `observed_at` there. Columns that no type of the service has stand below.
 */
export interface Tables {
  /** Unique by metric, source, observed time and value. */
  observations: Observation;
  closed_days: ClosedDaysTable;
  closed_majors: ClosedMajorsTable;
  /** One row a day. */
  history: HistoryRow;
  scores: ScoresTable;
  /** One row a live figure; replaced. */
  market: Quote & { readonly part: MarketPart };
  installation: InstallationTable;
  /** One row a closed day. */
  links: Link;
  /** One row a signature over the end of the chain. */
  statements: Statement & { readonly number: number };
  signing_keys: SigningKeysTable;
  revisions: RevisionsTable;
  source_states: SourceStatesTable;
  reports: ReportsTable;
  api_keys: ApiKeysTable;
  leases: LeasesTable;
  kysely_migration: MigrationTable;
}

/** One row a closed day; `null` is a missing input. */
export interface ClosedDaysTable {
  day: UtcDay;
  closedAt: Instant;
  btcClose: number | null;
  mvrv: number | null;
  fearGreed: number | null;
  dominance: number | null;
  /** JSON object: source name by metric. */
  sources: string;
}

/** One row a closed day and coin; a coin without a price has no row. */
export interface ClosedMajorsTable {
  day: UtcDay;
  coin: Major;
  close: number;
}

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

/** One row a public key; the last two are both there or both null. */
export interface SigningKeysTable {
  number: number;
  keyId: string;
  x: string;
  addedAt: Instant;
  endorsedBy: string | null;
  endorsement: string | null;
}

/** One row a revision. */
export interface RevisionsTable {
  number: number;
  day: UtcDay;
  revisedAt: Instant;
  reason: string;
  score: number;
  smoothed: number;
  phase: PhaseKey;
  btcPriceUsd: number;
}

/** One row a source, replaced. */
interface SourceStatesTable {
  source: string;
  askedAt: Instant;
  answeredAt: Instant | null;
  fault: SourceFault | null;
}

/** One row a report, replaced. */
interface ReportsTable {
  name: string;
  mark: string;
  body: string;
}

/** One row a key of API Pro. Its store writes its columns as they are called in the database. */
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

/** One row: who does the jobs. */
interface LeasesTable {
  name: "jobs";
  holder: string;
  epoch: number;
  /** By the clock of the database. */
  expiresAt: Instant;
}

interface InstallationTable {
  key: string;
  value: string;
}

/** One row an applied migration. */
interface MigrationTable {
  name: string;
  timestamp: string;
}
