import type { DescentGuard, Instant, Major, PhaseKey, Signal, TopRisk, UtcDay } from "peak-cycle-model";
import type { SourceFault } from "../domain/errors.js";
import type { RowOrigin } from "../domain/history.js";
import type { Metric } from "../domain/observation.js";
import type { MarketPart } from "../domain/snapshot.js";

/** Every table, by its name in the database; `migrations.ts` makes them. The columns of each stand below. */
export interface Tables {
  observations: ObservationsTable;
  closed_days: ClosedDaysTable;
  closed_majors: ClosedMajorsTable;
  history: HistoryTable;
  scores: ScoresTable;
  market: MarketTable;
  installation: InstallationTable;
  embed_scripts: EmbedScriptsTable;
  links: LinksTable;
  statements: StatementsTable;
  signing_keys: SigningKeysTable;
  revisions: RevisionsTable;
  source_states: SourceStatesTable;
  reports: ReportsTable;
  receivers: ReceiversTable;
  deliveries: DeliveriesTable;
  api_keys: ApiKeysTable;
  leases: LeasesTable;
  kysely_migration: MigrationTable;
}

/** Unique by metric, source, observed time and value. */
export interface ObservationsTable {
  metric: Metric;
  source: string;
  observed_at: Instant;
  fetched_at: Instant;
  value: number;
}

/** One row a closed day; `null` is a missing input. */
export interface ClosedDaysTable {
  day: UtcDay;
  closed_at: Instant;
  btc_close: number | null;
  mvrv: number | null;
  fear_greed: number | null;
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

/** One row a day. */
export interface HistoryTable {
  day: UtcDay;
  computed_at: Instant;
  model_version: string;
  raw: number;
  score: number;
  smoothed: number;
  phase: PhaseKey;
  btc_price_usd: number;
  price_source: string;
  origin: RowOrigin;
}

/** One row an hour. */
export interface ScoresTable {
  hour: Instant;
  computed_at: Instant;
  model_version: string;
  btc_raw: number;
  btc_score: number;
  btc_phase: PhaseKey;
  btc_signal: Signal;
  crypto_raw: number;
  crypto_score: number;
  crypto_phase: PhaseKey;
  descent_guard: DescentGuard | null;
  top_risk: TopRisk | null;
  coverage: number;
  btc_price_usd: number;
  place_low: number | null;
  place_high: number | null;
  disagreement_low: number | null;
  disagreement_high: number | null;
}

/** One row a live figure; replaced. */
export interface MarketTable {
  part: MarketPart;
  value: number;
  source: string;
  observed_at: Instant;
  fetched_at: Instant;
}

/** One row a version and script. */
interface EmbedScriptsTable {
  version: string;
  name: string;
  body: string;
  kept_at: Instant;
}

/** One row a closed day. */
interface LinksTable {
  position: number;
  day: UtcDay;
  entry: string;
  leaf: string;
  hash: string;
}

/** One row a signature over the end of the chain. */
export interface StatementsTable {
  number: number;
  position: number;
  text: string;
  key_id: string;
  signature: string;
  signed_at: Instant;
}

/** One row a public key; the last two are both there or both null. */
export interface SigningKeysTable {
  number: number;
  key_id: string;
  x: string;
  added_at: Instant;
  endorsed_by: string | null;
  endorsement: string | null;
}

/** One row a revision. */
export interface RevisionsTable {
  number: number;
  day: UtcDay;
  revised_at: Instant;
  reason: string;
  score: number;
  smoothed: number;
  phase: PhaseKey;
  btc_price_usd: number;
}

/** One row a source, replaced. */
interface SourceStatesTable {
  source: string;
  asked_at: Instant;
  answered_at: Instant | null;
  fault: SourceFault | null;
}

/** One row a report, replaced. */
interface ReportsTable {
  name: string;
  mark: string;
  body: string;
}

/** One row a receiver of announcements. */
interface ReceiversTable {
  /** Stands for its address. */
  receiver: string;
  activated_at: Instant;
  disabled_at: Instant | null;
}

/** One row a receiver and message; how it ended is null while it waits, what came of the last attempt before there was one. */
export interface DeliveriesTable {
  receiver: string;
  message: string;
  /** Messages of a receiver are posted in this order. */
  position: number;
  body: string;
  /** How often it has failed. */
  attempts: number;
  due_at: Instant;
  ended_at: Instant | null;
  outcome: "before" | "delivered" | "given-up" | null;
  last_at: Instant | null;
  /** Null when the last attempt has arrived. */
  last_fault: string | null;
}

/** One row a key of API Pro. */
export interface ApiKeysTable {
  /** SHA-256 of the key, in hexadecimal. */
  hash: string;
  prefix: string;
  name: string;
  per_minute: number;
  made_at: Instant;
  last_used_day: UtcDay | null;
  /** The last day on which it is good. */
  until: UtcDay | null;
  revoked_at: Instant | null;
}

/** One row: who does the jobs. */
interface LeasesTable {
  name: "jobs";
  holder: string;
  epoch: number;
  /** By the clock of the database. */
  expires_at: Instant;
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
