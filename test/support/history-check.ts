import type { SignedStatement } from "../../src/domain/chain.js";
import { type HistoryCheck, type HistoryCheckDeps, historyCheck } from "../../src/operations/check-history.js";
import { modelState } from "../../src/operations/model-state.js";
import type { Clock, SignedMemory, Signer } from "../../src/operations/ports.js";
import { type ContradictionReportDeps, contradictionReport } from "../../src/operations/publishing-holds.js";
import { signChain } from "../../src/operations/sign-chain.js";
import type { Stores } from "../../src/operations/store-ports.js";
import { noHolds } from "./no-holds.js";
import { quietLog } from "./quiet-log.js";

/** Nothing stops it. */
export const never = new AbortController().signal;

/** The check of a process that has just started on these stores, which nothing stops; nothing is remembered outside of them. */
export function startedCheck(
  stores: Stores,
  { log = quietLog(), holds = noHolds, model = modelState(), memory, meters }: Partial<StartedCheckDeps> = {},
): UnstoppedCheck {
  const check = historyCheck({ log, stores, model, memory, report: contradictionReport({ log, holds, meters }) });
  return {
    run: () => check.run(never),
    forSigning: () => check.forSigning(never),
    watching: check.watching,
  };
}

interface UnstoppedCheck extends HistoryCheck {
  run(): ReturnType<HistoryCheck["run"]>;
  forSigning(): ReturnType<HistoryCheck["forSigning"]>;
}

type StartedCheckDeps = Omit<HistoryCheckDeps, "report" | "stores"> & Pick<ContradictionReportDeps, "holds" | "meters">;

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

/** A memory of this process. */
export function signedMemory(): SignedMemory {
  let kept: readonly SignedStatement[] = [];
  return {
    place: "signing-key.pem.signed",
    read: async () => kept,
    async keep(statement) {
      kept = [statement];
    },
  };
}
