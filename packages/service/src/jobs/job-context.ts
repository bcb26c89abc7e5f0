/** What the jobs of a leader share. */
import type { LedgerSigner } from "peak-cycle-verify";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";
import type { Db } from "../storage/database.js";
import type { PublishingGate } from "./publishing-gate.js";

/** What the jobs of a leader share during its term. */
export interface JobContext {
  readonly clock: Clock;
  readonly log: Log;
  /** The session of the term: nothing can be written after it. */
  readonly db: Db;
  readonly published: Published;
  readonly gate: PublishingGate;
  /** The closed days. */
  readonly history: LedgerHistory;
  /** Signs the next ones. */
  readonly signer: LedgerSigner;
}
