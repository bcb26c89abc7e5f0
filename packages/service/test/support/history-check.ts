import { sql } from "kysely";
import type { SignedStatement } from "peak-cycle-verify";
import type { HistoryRow } from "../../src/domain/history.js";
import { HistoryCheck, type HistoryCheckDeps } from "../../src/history/check-history.js";
import type { CheckedHistory, FlagChange } from "../../src/history/checked-history.js";
import { type ContradictionReportDeps, contradictionReport } from "../../src/history/publishing-holds.js";
import { settledRows } from "../../src/history/settled-rows.js";
import { signChain } from "../../src/history/sign-chain.js";
import type { SignedMemory, Signer } from "../../src/history/signer.js";
import { modelState } from "../../src/jobs/model-state.js";
import type { Clock } from "../../src/platform/clock.js";
import type { OpenDatabase } from "../../src/storage/database.js";
import type { Stores } from "../../src/storage/stores.js";
import { noHolds } from "./no-holds.js";
import { quietLog } from "./quiet-log.js";

/** Nothing stops it. */
export const never = new AbortController().signal;

/** The check of a process that has just started on these stores, which nothing stops; nothing is remembered outside of them. */
export function startedCheck(
  stores: Stores,
  { log = quietLog(), holds = noHolds, memory, meters, ...given }: Partial<StartedCheckDeps> = {},
): UnstoppedCheck {
  const model = "model" in given ? given.model : modelState();
  return new UnstoppedCheck({ stores, model, memory, report: contradictionReport({ log, holds, meters }) });
}

class UnstoppedCheck extends HistoryCheck {
  override run(): ReturnType<HistoryCheck["run"]> {
    return super.run(never);
  }
}

interface StartedCheckDeps extends Omit<HistoryCheckDeps, "report" | "stores">, ContradictionReportDeps {}

/** What a check has read of these rows, on days of no interest. */
export function historyOf(rows: readonly HistoryRow[], flagChanges: readonly FlagChange[] = []): CheckedHistory {
  const chain = { hashes: [], revisionHashes: [], keys: new Map<string, string>() };
  const nothing = { cryptoDays: [], leaves: [], links: [], keys: [], statement: undefined, revisions: [] };
  return { rows, settled: settledRows(rows), flagChanges, chain, ...nothing };
}

/** Signs what is stored, as a process that has just started, while nothing holds publishing back. @returns whether it has signed */
export function signStored({ clock, stores, signer }: StoredSigning): Promise<boolean> {
  const deps = { clock, log: quietLog(), stores, signer, checkPublishing: noHolds.check };
  return signChain({ ...deps, history: startedCheck(stores) }, never);
}

interface StoredSigning {
  readonly clock: Clock;
  readonly stores: Stores;
  readonly signer: Signer;
}

/** Changes the tables of a database as somebody would who may write to it. */
export async function tamper({ queries }: OpenDatabase, ...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(queries);
}

/** A memory of this process. */
export function signedMemory(): SignedMemory {
  let statements: readonly SignedStatement[] = [];
  return {
    place: "signing-key.pem.signed",
    read: async () => statements,
    async keep(statement) {
      statements = [statement];
    },
  };
}
