/** What all jobs share. */
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { CycleModel } from "peak-cycle-model";
import type { LedgerSigner } from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import type { LedgerHistory } from "../ledger/ledger-history.js";
import type { Clock } from "../platform/clock.js";
import type { Log } from "../platform/log.js";
import type { Published } from "../published/published.js";
import type { Db } from "../storage/database.js";
import type { PublishingGate } from "./publishing-gate.js";

/** What most jobs need. */
export interface Context {
  readonly clock: Clock;
  readonly log: Log;
  readonly db: Db;
  readonly published: Published;
  readonly gate: PublishingGate;
}

/** The closed days, and the signer of the next ones. */
export interface Past {
  readonly history: LedgerHistory;
  readonly signer: LedgerSigner;
}

/**
 * Days appended to the model at a time, in 1 ms once the code is compiled and 10 ms in the first minutes; requests are
 * served in between.
 */
const DAYS_AT_ONCE = 150;

/** The model over all closed days. Each job run builds a new one, which it may extend. */
export async function modelOf(days: readonly ClosedDay[]): Promise<CycleModel> {
  const model = new CycleModel();
  for (const [i, day] of days.entries()) {
    if (i % DAYS_AT_ONCE === 0) await yieldToRequests();
    model.append(day);
  }
  return model;
}
