import { addDays, FIRST_DAY, formatDay, formatInstant, type UtcDay } from "peak-cycle-model";
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
  sealOf,
  signedIn,
} from "peak-cycle-verify";
import type { ClosedDay } from "../domain/closed-day.js";
import { errorMessage, PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import type { ModelState } from "../jobs/model-state.js";
import { sealsOf } from "../storage/chain-store.js";
import type { Stores } from "../storage/stores.js";
import { type CheckedHistory, HistoryReader, withStatement } from "./checked-history.js";
import type { Contradiction } from "./publishing-holds.js";
import type { Remembered, SignedMemory } from "./signer.js";

/**
 * Checks whether everything stored is what was signed, and keeps what the last check that found it so has read. A check
 * reads all of it, since any old row may have been changed: 0.4 s of a core for 6,000 days, and as much for their model.
 */
export class HistoryCheck {
  /** What is shown and signed; `undefined` until a check has found everything as it was signed. */
  current: CheckedHistory | undefined;
  private readonly deps: HistoryCheckDeps;
  private readonly closings = new Closings();
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
    const notClosed: Finding[] = [];
    const checked = await stores.checkChain((day) => {
      foreign.push(...impossible(reader, day));
      if (model !== undefined) notClosed.push(...this.closings.faultsOf(day));
    }, signal);
    const { hashes } = checked.chain;
    notClosed.push(...this.closings.endFaults(hashes));
    await refuse(memory, notClosed, hashes); // a restart must not sign what this process alone can tell
    const faults = [
      ...checked.findings.filter(({ kind, isUnsigned }) => kind === "fault" && isUnsigned === undefined),
      ...foreign,
      ...notClosed,
      ...(memory && remembered ? rememberedFaults(remembered, checked, memory.place) : []),
      ...this.shownFaults(checked, remembered),
    ];
    const first = faults.find(({ isEmpty }) => isEmpty === undefined);
    const contradiction = first && { day: first.day, fault: printable(first.text) };
    report(contradiction);
    if (contradiction !== undefined) throw new PublishingHeldError(contradiction.fault);
    this.closings.checkedUpTo(checked.chain.hashes);
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
    const isFresh = !this.isUsed && !this.closings.areThere;
    const checked = isFresh && this.current !== undefined ? this.current : await this.run(signal);
    this.isUsed = true;
    return checked;
  }

  /** Stores closed days and their rows. The next check accepts these, and no other new ones. @throws as `DayStore.append` */
  async append(days: readonly ClosedDay[], rows: readonly HistoryRow[]): Promise<void> {
    this.closings.note(days, rows);
    await this.deps.stores.days.append(days, rows);
  }

  /** The statement was signed and stored: what is current ends with it. */
  noteSigned(history: CheckedHistory, statement: Statement, key: PublicKey): void {
    this.current = withStatement(history, statement, key);
  }

  /** What is shown was signed, and may be newer than what the file beside the key remembers. */
  private shownFaults(checked: CheckedStore, remembered: Remembered | undefined): readonly Finding[] {
    const shown = this.current?.statement;
    const isKept = shown === undefined || remembered?.statements.some(({ text }) => text === shown.text);
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

/**
 * Remembers the end of the chain, and which days this process has closed since: of a day that is not signed yet, the
 * chain alone cannot tell who has closed it.
 */
class Closings {
  /** The end of the chain at the last check. */
  private end: { readonly position: number; readonly hash: string } | undefined;
  /** The seals of the days that were closed since, by day. */
  private readonly seals = new Map<UtcDay, string>();

  get areThere(): boolean {
    return this.seals.size > 0;
  }

  note(days: readonly ClosedDay[], rows: readonly HistoryRow[]): void {
    for (const [day, seal] of sealsOf(days, rows)) this.seals.set(day, seal);
  }

  faultsOf(stored: StoredDay): readonly Finding[] {
    const { day } = stored;
    const isOld = this.end === undefined || day <= addDays(FIRST_DAY, this.end.position);
    if (isOld || this.seals.get(day) === sealOf(stored)) return [];
    return [dayFault(day, `${formatDay(day)}: closed, but not as this service has closed it`)];
  }

  endFaults(hashes: readonly string[]): readonly Finding[] {
    const { end } = this;
    if (end === undefined || hashes[end.position] === end.hash) return [];
    const day = addDays(FIRST_DAY, Math.min(end.position, hashes.length));
    return [dayFault(day, `link ${end.position} is not the one that was there at the last check`)];
  }

  checkedUpTo(hashes: readonly string[]): void {
    const hash = hashes.at(-1);
    this.end = hash === undefined ? undefined : { position: hashes.length - 1, hash };
    this.seals.clear();
  }
}

/** Remembers the links of the days that are not as they were closed. */
async function refuse(memory: SignedMemory | undefined, found: readonly Finding[], hashes: readonly string[]) {
  for (const { day = FIRST_DAY } of found) {
    const position = day - FIRST_DAY;
    const hash = hashes[position];
    if (hash !== undefined) await memory?.refuse({ position, hash });
  }
}

/**
 * Where the chain is not what was remembered beside the key: it has a link that was refused before, or no longer has what
 * was signed.
 */
export function rememberedFaults(
  { statements, refused }: Remembered,
  checked: Pick<CheckedStore, "chain" | "statement">,
  place: string,
): readonly Finding[] {
  const found = refused.filter(({ position, hash }) => checked.chain.hashes[position] === hash);
  const wrong = found.map(({ position }) =>
    dayFault(addDays(FIRST_DAY, position), `link ${position} is not as it was closed, as ${place} remembers`),
  );
  return [...wrong, ...statements.flatMap((each) => statementFaults(each, checked, place))];
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
