import { addDays, FIRST_DAY, formatDay, formatInstant } from "peak-cycle-model";
import {
  type CheckedStore,
  checkStatement,
  dayFault,
  type Finding,
  fault,
  type PublicKey,
  printable,
  readStatement,
  type SignedStatement,
  type Statement,
  type StoredDay,
  signedIn,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { errorMessage, PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import type { ModelState } from "../jobs/model-state.js";
import type { Stores } from "../storage/stores.js";
import { type CheckedHistory, HistoryReader, withStatement } from "./checked-history.js";
import type { Contradiction } from "./publishing-holds.js";
import type { SignedMemory } from "./signer.js";

/**
 * Checks whether everything stored is what was signed, and keeps what the last check that found it so has read. A check
 * reads all of it, since any old row may have been changed: 0.4 s of a core for 6,000 days, and as much for their model.
 */
export class HistoryCheck {
  /** What is shown and signed; `undefined` until a check has found everything as it was signed. */
  current: CheckedHistory | undefined;
  private readonly deps: HistoryCheckDeps;
  /** Whether what is current was signed before, or is no longer all that is stored. */
  private isUsed = true;

  constructor(deps: HistoryCheckDeps) {
    this.deps = deps;
  }

  /**
   * @param signal ends it early: it takes a second, and ten times that on a busy machine
   * @throws PublishingHeldError when the stored history contradicts what was signed; what was current stays then
   */
  async run(signal: AbortSignal): Promise<CheckedHistory> {
    const { stores, model, memory, report } = this.deps;
    this.isUsed = true;
    const remembered = await memory?.read(); // before the chain: other instances sign meanwhile
    const reader = new HistoryReader();
    const foreign: Finding[] = [];
    const checked = await stores.checkChain((day) => void foreign.push(...impossible(reader, day)), signal);
    const faults = [
      ...checked.findings.filter(({ kind, isUnsigned }) => kind === "fault" && isUnsigned === undefined),
      ...foreign,
      ...(memory && remembered ? rememberedFaults(remembered, checked, memory.place) : []),
      ...this.shownFaults(checked, remembered),
    ];
    const first = faults.find(({ isEmpty }) => isEmpty === undefined);
    const contradiction = first && { day: first.day, fault: printable(first.text) };
    report(contradiction);
    if (contradiction !== undefined) throw new PublishingHeldError(contradiction.fault);
    model?.replace(reader);
    if (model !== undefined && checked.proof !== undefined) await memory?.keep(signedIn(checked.proof));
    this.current = reader.history(checked);
    this.isUsed = false;
    return this.current;
  }

  /**
   * The result of the last check, or of a new one when it was signed before or this process has closed a day since. What
   * is signed are the hashes that were checked, so a change in the database meanwhile does no harm.
   *
   * @throws PublishingHeldError as `run`
   */
  async forSigning(signal: AbortSignal): Promise<CheckedHistory> {
    const checked = this.isUsed || this.current === undefined ? await this.run(signal) : this.current;
    this.isUsed = true;
    return checked;
  }

  /** Stores closed days and their rows. @throws as `DayStore.append` */
  async append(days: readonly ClosedDay[], rows: readonly HistoryRow[]): Promise<void> {
    this.isUsed = true;
    await this.deps.stores.days.append(days, rows);
  }

  /** The statement was signed and stored: what is current ends with it. */
  noteSigned(history: CheckedHistory, statement: Statement, key: PublicKey): void {
    this.current = withStatement(history, statement, key);
  }

  /** What is shown was signed, and may be newer than what the file beside the key remembers. */
  private shownFaults(checked: CheckedStore, remembered: readonly SignedStatement[] | undefined): readonly Finding[] {
    const shown = this.current?.statement;
    const isKept = shown === undefined || remembered?.some(({ text }) => text === shown.text);
    return isKept ? [] : statementFaults(shown, checked, "this process");
  }
}

/** Reads a day. @returns that the model refuses it, as only one that somebody else has linked can be */
function impossible(reader: HistoryReader, day: StoredDay): readonly Finding[] {
  try {
    reader.take(day);
    return [];
  } catch (error) {
    return [dayFault(day.day, `${formatDay(day.day)}: the model cannot take it: ${errorMessage(error)}`)];
  }
}

export interface HistoryCheckDeps {
  readonly stores: Stores;
  /** Replaced at each check by the model of the days that were checked; `undefined` in a process that only shows them. */
  readonly model: ModelState | undefined;
  /** `undefined` in a process that has no signing key. */
  readonly memory: SignedMemory | undefined;
  /** Called after each check. @param found `undefined` when all is well */
  readonly report: (found: Contradiction | undefined) => void;
}

/** Where the chain no longer has what was signed, as is remembered beside the key. */
export function rememberedFaults(
  remembered: readonly SignedStatement[],
  checked: Pick<CheckedStore, "chain" | "statement">,
  place: string,
): readonly Finding[] {
  return remembered.flatMap((each) => statementFaults(each, checked, place));
}

/** The faults, when the chain no longer has what was once signed, or no statement that says as much. */
function statementFaults(
  signed: SignedStatement,
  { chain, statement }: Pick<CheckedStore, "chain" | "statement">,
  place: string,
): readonly Finding[] {
  const { claim, faults } = checkStatement(signed, chain);
  if (claim === undefined) return [fault(`${place} holds no statement`)];
  const newest = statement && readStatement(statement.text);
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
