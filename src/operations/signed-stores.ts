import { dayFault, type Finding, fault, printable } from "../chain/finding.js";
import { checkKeys } from "../chain/keys.js";
import { type Entry, entryRow, hashAfter, NO_HASH, revisionHashes, sha256 } from "../chain/link.js";
import { rowDifferences } from "../chain/verify-days.js";
import type { Link, PublicKey, SignedStatement, Statement } from "../domain/chain.js";
import { FIRST_DAY } from "../domain/day.js";
import { errorMessage, PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import { addDays, formatDay, type UtcDay } from "../domain/instant.js";
import { memoryFaults } from "./check-history.js";
import type { DayRange, SignedMemory } from "./ports.js";
import type { ContradictionReport } from "./publishing-holds.js";
import type { ChainStore, Stores } from "./store-ports.js";

export interface SignedStoresDeps {
  readonly stores: Stores;
  /** `undefined` in a process that has no signing key. */
  readonly memory: SignedMemory | undefined;
  readonly report: Pick<ContradictionReport, "ofShown">;
}

/**
 * The same stores, which give history rows and corrections only as they were chained and signed. Everything that is
 * shown is read through them, on a leader and on a follower. Each row is compared with its link, the links with one
 * another and with the newest statement. The inputs of days are not shown, and are left to `historyCheck`. Before
 * anything is linked or signed, as in a first start, rows come unchecked.
 *
 * Reading rows or corrections throws PublishingHeldError when they are not what was signed, and reports it.
 */
export function signedStores({ stores, memory, report }: SignedStoresDeps): Stores {
  const { days, chain } = stores;
  const links = followLinks(chain);
  const statements = followStatements(chain, memory);
  const { refuse, clear } = lastRefusal(report);
  const inTurn = oneAfterTheOther(); // jobs read side by side, and each follows the same chain

  /** Reads the links that were added since the last call, and compares the end of the chain with what was signed. */
  async function follow(): Promise<Finding | undefined> {
    const signed = await statements.read(); // before the links and corrections that it speaks of
    return (await links.follow()) ?? statements.follow(signed, links.hashes);
  }

  /** @param isKnown whether the links of all these rows were read before, so that no newer ones need be read */
  async function soundRows(
    read: () => Promise<readonly HistoryRow[]>,
    rangeOf: (rows: readonly HistoryRow[], linked: number) => DayRange,
    isKnown = false,
  ): Promise<readonly HistoryRow[]> {
    const broken = isKnown ? undefined : await follow();
    const linked = links.hashes.length;
    const rows = await read();
    const brokenSince = broken ?? (isKnown ? undefined : await links.follow()); // rows may have come with new links
    if (brokenSince !== undefined) return refuse(brokenSince, "chain");
    if (links.hashes.length === 0) return rows;
    const range = rangeOf(rows, linked);
    const found = await links.compare(rows, range, linked);
    if (found !== undefined) return refuse(found, found.day);
    clear(range, !isKnown);
    return rows;
  }

  async function soundRevisions() {
    const broken = await follow();
    return broken === undefined ? chain.revisions() : refuse(broken, "chain");
  }

  const rows: typeof days.rows = (from, to) =>
    soundRows(
      () => days.rows(from, to),
      () => ({ from, to }),
      to <= addDays(FIRST_DAY, links.hashes.length),
    );
  const lastRows: typeof days.lastRows = (count) =>
    soundRows(
      () => days.lastRows(count),
      (found, linked) => newestDays(found, linked, count),
    );
  return {
    ...stores,
    days: {
      ...days,
      rows: (...range) => inTurn(() => rows(...range)),
      lastRows: (count) => inTurn(() => lastRows(count)),
    },
    chain: { ...chain, revisions: () => inTurn(soundRevisions) },
  };
}

/**
 * The days that the newest rows have to cover: up to the newest link, whose row is there unless somebody removed it.
 * When as many rows came as were asked for, the range begins with the first of them: more days than these may have been
 * closed since the links were read, as in a first start.
 */
function newestDays(rows: readonly HistoryRow[], linked: number, count: number): DayRange {
  const [first, last] = [rows[0]?.day, rows.at(-1)?.day];
  const to = addDays(FIRST_DAY, linked);
  const expected = addDays(to, 1 - count);
  const from = first === undefined || rows.length < count ? Math.min(expected, first ?? expected) : first;
  return { from: from as UtcDay, to: Math.max(to, last ?? to) as UtcDay };
}

function oneAfterTheOther(): <T>(work: () => Promise<T>) => Promise<T> {
  let tail: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = tail.then(work);
    tail = turn.catch(() => undefined);
    return turn;
  };
}

/** Remembers where something differed until that very place is found sound; other sound rows do not put it right. */
function lastRefusal(report: SignedStoresDeps["report"]) {
  let faulty: UtcDay | "chain" | undefined;
  return {
    /** @param place the closed day that differs; `chain` when it is about all of them */
    refuse({ text, day }: Finding, place: typeof faulty): never {
      const isFirst = typeof faulty !== "number" || typeof place !== "number" || place < faulty;
      if (isFirst) {
        faulty = typeof place === "number" ? addDays(place, 1) : "chain";
        report.ofShown({ day, fault: printable(text) });
      }
      throw new PublishingHeldError(text);
    },
    /** The rows of these days were read and are sound. @param isChainSound whether all of the chain is */
    clear({ from, to }: DayRange, isChainSound: boolean): void {
      const isRight = faulty === "chain" ? isChainSound : faulty !== undefined && faulty >= from && faulty <= to;
      if (!isRight) return;
      faulty = undefined;
      report.ofShown(undefined);
    },
  };
}

/** Links that are read at once. */
const SLICE = 400;

/** Reads the links of a chain as it grows. A link that was found sound must stay as it was. */
function followLinks(chain: Pick<ChainStore, "links" | "newestLink">) {
  /** The hashes of the links that were found sound, by position. */
  const hashes: string[] = [];
  /** The position of the first link with a history row: before it there is nothing to compare. */
  let firstRow = Number.POSITIVE_INFINITY;

  const isSound = ({ position, day, entry, leaf, hash }: Link): boolean =>
    day === addDays(FIRST_DAY, position) &&
    leaf === sha256(entry) &&
    hash === hashAfter(hashes[position - 1] ?? NO_HASH, leaf) &&
    hash === (hashes[position] ?? hash);

  /** The links at these positions, or the first that is not there or not sound. Remembers the hashes of new ones. */
  async function soundLinks(first: number, last: number): Promise<readonly Link[] | Finding> {
    const links = last < first ? [] : await chain.links(first, last);
    for (let position = first; position <= last; position++) {
      const link = links[position - first];
      if (link?.position !== position || !isSound(link)) return unsound(position);
      hashes[position] = link.hash;
      if (position < firstRow && !link.entry.includes(',"row":null,')) firstRow = position;
    }
    return links;
  }

  return {
    hashes,
    /** Reads new links. @returns the first link that is not what was chained */
    async follow(): Promise<Finding | undefined> {
      const newest = await chain.newestLink();
      const end = newest?.position ?? -1;
      if (end < hashes.length - 1) return unsound(end + 1);
      while (hashes.length <= end) {
        const found = await soundLinks(hashes.length, Math.min(hashes.length + SLICE - 1, end));
        if ("text" in found) return found;
      }
      return newest?.hash === hashes.at(-1) ? undefined : unsound(end);
    },
    /**
     * Compares the history rows of a range of days with their links.
     *
     * @param linked how many links there were before the rows were read: a later link may have no row yet
     * @returns the first day that differs
     */
    async compare(rows: readonly HistoryRow[], { from, to }: DayRange, linked: number): Promise<Finding | undefined> {
      const first = Math.max(firstRow, from - 1 - FIRST_DAY);
      const found = await soundLinks(first, Math.min(to - 1 - FIRST_DAY, hashes.length - 1));
      return "text" in found ? found : firstDifference(rows, found, linked);
    },
  };
}

function unsound(position: number): Finding {
  return dayFault(addDays(FIRST_DAY, position), `link ${position} is not there, or not what was chained`);
}

/** @param links those of the rows, in order */
function firstDifference(rows: readonly HistoryRow[], links: readonly Link[], linked: number): Finding | undefined {
  const twice = rows.find((row, index) => row.day === rows[index - 1]?.day);
  if (twice !== undefined) return dayFault(twice.day - 1, `the history row of ${formatDay(twice.day)} is there twice`);
  const rowOf = new Map(rows.map((row) => [addDays(row.day, -1), row]));
  for (const { position, day, entry } of links) {
    const row = rowOf.get(day);
    rowOf.delete(day);
    const text = row === undefined && position >= linked ? undefined : rowFault(row, entry);
    if (text !== undefined) return dayFault(day, `${formatDay(day)}: ${text}`);
  }
  const [extra] = rowOf.keys();
  if (extra === undefined) return undefined;
  return dayFault(extra, `no link speaks of the history row of ${formatDay(addDays(extra, 1))}`);
}

/** How a stored row differs from its link; `undefined` when it does not. @param entry as it was chained */
function rowFault(row: HistoryRow | undefined, entry: string): string | undefined {
  try {
    const { row: chained } = JSON.parse(entry) as Entry;
    const [text] = rowDifferences(chained, row === undefined ? null : entryRow(row));
    return text ?? (row?.score === chained?.score ? undefined : "history: score is not rounded");
  } catch (error) {
    return `history: cannot be read: ${errorMessage(error)}`;
  }
}

interface Signed {
  readonly remembered: readonly SignedStatement[];
  readonly statement: Statement | undefined;
}

/** Compares the chain with what was signed about it, as far as this process knows. */
function followStatements(
  chain: Pick<ChainStore, "keys" | "revisions" | "newestStatement">,
  memory: SignedMemory | undefined,
) {
  /** The newest statement that was found sound. */
  let own: SignedStatement | undefined;
  /** All that was found sound last, as text: checking signatures takes a hundred times as long as comparing it. */
  let sound: string | undefined;
  return {
    /**
     * To be called before links and corrections are read. What is remembered is read first: instances share the file
     * beside the key, and the one that signs writes to it after the statement is stored.
     */
    async read(): Promise<Signed> {
      const remembered = (await memory?.read()) ?? [];
      return { remembered, statement: await chain.newestStatement() };
    },
    async follow({ remembered, statement }: Signed, hashes: readonly string[]): Promise<Finding | undefined> {
      const [listed, corrections] = [(await chain.keys()).map(toListed), await chain.revisions()];
      const read = JSON.stringify([statement, listed, corrections, remembered]);
      if (read === sound) return undefined;
      const revisions = revisionHashesOf(corrections);
      if ("text" in revisions) return revisions;
      const keys = checkKeys(listed);
      const checked = {
        chain: { hashes, revisionHashes: revisions, keys: keys.known },
        proof: statement && { statement: statement.text },
      };
      const places = new Map<string, readonly [SignedStatement, string | undefined]>();
      for (const each of remembered) places.set(each.text, [each, memory?.place]);
      if (own !== undefined) places.set(own.text, [own, "this process"]);
      if (statement !== undefined) places.set(statement.text, [statement, "the database"]);
      const [first] = [
        ...keys.findings.filter(({ kind }) => kind === "fault"),
        ...[...places.values()].flatMap(([each, place]) => memoryFaults(each, checked, place)),
      ];
      if (first === undefined) [own, sound] = [statement, read];
      return first;
    },
  };
}

function revisionHashesOf(revisions: readonly Revision[]): readonly string[] | Finding {
  try {
    return revisionHashes(revisions);
  } catch (error) {
    return fault(`a revision cannot be read: ${errorMessage(error)}`);
  }
}

function toListed({ keyId, x, endorsement }: PublicKey) {
  return { keyId, x, endorsedBy: endorsement?.keyId ?? null, endorsement: endorsement?.signature ?? null };
}
