import { dayFault, type Finding, fault, printable } from "../chain/finding.js";
import { sealOf } from "../chain/link.js";
import { type CheckedChain, signedIn } from "../chain/proof.js";
import { checkStatement, readStatement } from "../chain/statement.js";
import type { Proof, SignedStatement, StoredDay } from "../domain/chain.js";
import { type ClosedDay, FIRST_DAY } from "../domain/day.js";
import { PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { addDays, formatDay, formatInstant, type UtcDay } from "../domain/instant.js";
import { type ModelState, modelBuilder } from "./model-state.js";
import type { Log, SignedMemory } from "./ports.js";
import type { ContradictionReport } from "./publishing-holds.js";
import type { DayStore, Stores } from "./store-ports.js";

export interface HistoryCheckDeps {
  readonly log: Log;
  readonly stores: Pick<Stores, "chain" | "checkChain">;
  /** Replaced at each check by the model of the days that were checked. */
  readonly model: ModelState;
  /** `undefined` in a process that signs nothing. */
  readonly memory: SignedMemory | undefined;
  readonly report: Pick<ContradictionReport, "ofAll">;
}

export type HistoryCheck = ReturnType<typeof historyCheck>;

/**
 * Checks whether everything stored is what was signed. Each run checks all of it, since any old row may have been
 * changed.
 */
export function historyCheck(deps: HistoryCheckDeps) {
  const { stores, model, memory, report } = deps;
  const ours = ownDays();
  let unused: CheckedChain | undefined;

  /**
   * Checks everything, and makes the model from the rows that were checked.
   *
   * @param signal ends it early: it takes a second, and ten times that on a busy machine
   * @throws PublishingHeldError when they contradict what was signed; the model stays as it was then
   */
  async function run(signal: AbortSignal): Promise<CheckedChain> {
    unused = undefined;
    const remembered = (await memory?.read()) ?? [];
    const built = modelBuilder();
    const foreign: Finding[] = [];
    const checked = await stores.checkChain((day) => {
      built.take(day);
      foreign.push(...ours.faultsOf(day));
    }, signal);
    const faults = [
      ...checked.findings.filter(({ kind, isUnsigned }) => kind === "fault" && isUnsigned === undefined),
      ...foreign,
      ...ours.endFaults(checked.chain.hashes),
      ...remembered.flatMap((statement) => memoryFaults(statement, checked, memory?.place)),
    ];
    const first = faults.find(({ isEmpty }) => isEmpty === undefined);
    const contradiction = first && { day: first.day, fault: printable(first.text) };
    report.ofAll(contradiction);
    if (contradiction !== undefined) throw new PublishingHeldError(contradiction.fault);
    ours.checkedUpTo(checked.chain.hashes);
    model.replace(built);
    if (checked.proof !== undefined) await memory?.keep(signedIn(checked.proof));
    unused = checked;
    return checked;
  }

  return {
    run,
    /**
     * The result of the last check, or of a new one when it was taken before or this process has closed a day since. What
     * is signed are the hashes that were checked, so a change in the database meanwhile does no harm.
     *
     * @throws PublishingHeldError as `run`
     */
    async forSigning(signal: AbortSignal): Promise<CheckedChain> {
      const checked = unused !== undefined && !ours.hasClosed() ? unused : await run(signal);
      unused = undefined;
      return checked;
    },
    /** The same store. The next check accepts days that were appended through it, and no other new ones. */
    watching: ours.watching,
  };
}

/**
 * Remembers the end of the chain, and which days this process has closed since: of a day that is not signed yet, the
 * chain alone cannot tell who has closed it.
 */
function ownDays() {
  /** The end of the chain at the last check. */
  let end: { readonly position: number; readonly hash: string } | undefined;
  /** The seals of the days that were closed since, by day. */
  const seals = new Map<UtcDay, string>();
  return {
    faultsOf(stored: StoredDay): readonly Finding[] {
      const { day } = stored;
      if (end === undefined || day <= addDays(FIRST_DAY, end.position) || seals.get(day) === sealOf(stored)) return [];
      return [dayFault(day, `${formatDay(day)}: closed, but not as this service has closed it`)];
    },
    endFaults(hashes: readonly string[]): readonly Finding[] {
      if (end === undefined || hashes[end.position] === end.hash) return [];
      const day = addDays(FIRST_DAY, Math.min(end.position, hashes.length));
      return [dayFault(day, `link ${end.position} is not the one that was there at the last check`)];
    },
    hasClosed: () => seals.size > 0,
    checkedUpTo(hashes: readonly string[]): void {
      const hash = hashes.at(-1);
      end = hash === undefined ? undefined : { position: hashes.length - 1, hash };
      seals.clear();
    },
    watching: (days: DayStore): DayStore => ({
      ...days,
      async append(closed, rows) {
        for (const day of closed) seals.set(day.day, sealOf(toStoredDay(day, rows)));
        await days.append(closed, rows);
      },
    }),
  };
}

/** A day as it is stored with the row that was computed on top of it. */
function toStoredDay(closed: ClosedDay, rows: readonly HistoryRow[]): StoredDay {
  const row = rows.find((each) => each.day === addDays(closed.day, 1));
  return { ...closed, sources: JSON.stringify(closed.sources), row };
}

/**
 * The faults, when the chain no longer has what was once signed, or no statement that says as much.
 *
 * @param place where it is remembered
 */
export function memoryFaults(
  signed: SignedStatement,
  { chain, proof }: Pick<CheckedChain, "chain"> & { readonly proof: Pick<Proof, "statement"> | undefined },
  place = "",
): readonly Finding[] {
  const { claim, faults } = checkStatement(signed, chain);
  if (claim === undefined) return [fault(`${place} holds no statement`)];
  const newest = proof && readStatement(proof.statement);
  const isCovered = newest !== undefined && newest.position >= claim.position && newest.revisions >= claim.revisions;
  const day = addDays(FIRST_DAY, Math.min(claim.position, chain.hashes.length));
  const missing = isCovered ? [] : ["the statement about it is gone"];
  return [...faults, ...missing].map((text) =>
    dayFault(
      day,
      `link ${claim.position} was signed at ${formatInstant(claim.signedAt)}, as ${place} remembers: ${text}`,
    ),
  );
}
