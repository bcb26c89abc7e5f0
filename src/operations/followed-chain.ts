import { type Finding, fault } from "../chain/finding.js";
import { checkKeys } from "../chain/keys.js";
import { type Entry, entryRow, hashAfter, NO_HASH, revisionHashes, sha256 } from "../chain/link.js";
import { rowDifferences } from "../chain/verify-days.js";
import type { Link, PublicKey, SignedStatement, Statement } from "../domain/chain.js";
import { FIRST_DAY } from "../domain/day.js";
import { errorMessage } from "../domain/errors.js";
import type { HistoryRow, Revision } from "../domain/history.js";
import { addDays, formatDay, type UtcDay } from "../domain/instant.js";
import { memoryFaults } from "./check-history.js";
import type { SignedMemory } from "./ports.js";
import type { ChainStore } from "./store-ports.js";

/** Days, both included. */
export interface DayRange {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** Reads the links of a chain as it grows. A link that was found sound must stay as it was. */
interface FollowedLinks {
  /** The hashes of the links that were found sound, by position. */
  readonly hashes: readonly string[];
  /** Reads new links. @returns the first link that is not what was chained */
  follow(): Promise<Finding | undefined>;
  /**
   * Compares history rows with their links.
   *
   * @param range the days of which there may be rows
   * @param linked how many links there were before the rows were read: a later link may have no row yet
   * @returns the first day that differs
   */
  compare(rows: readonly HistoryRow[], range: DayRange, linked: number): Promise<Finding | undefined>;
}

/** Links that are read at once. */
const SLICE = 400;

export function followLinks(chain: Pick<ChainStore, "links" | "newestLink">): FollowedLinks {
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
    async follow() {
      const newest = await chain.newestLink();
      const end = newest?.position ?? -1;
      if (end < hashes.length - 1) return unsound(end + 1);
      while (hashes.length <= end) {
        const found = await soundLinks(hashes.length, Math.min(hashes.length + SLICE - 1, end));
        if ("text" in found) return found;
      }
      return newest?.hash === hashes.at(-1) ? undefined : unsound(end);
    },
    async compare(rows, { from, to }, linked) {
      const first = Math.max(firstRow, from - 1 - FIRST_DAY);
      const found = await soundLinks(first, Math.min(to - 1 - FIRST_DAY, hashes.length - 1));
      return "text" in found ? found : firstDifference(rows, found, linked);
    },
  };
}

function unsound(position: number): Finding {
  return fault(`link ${position} is not there, or not what was chained`, addDays(FIRST_DAY, position));
}

/** @param links those of the rows, in order */
function firstDifference(rows: readonly HistoryRow[], links: readonly Link[], linked: number): Finding | undefined {
  const twice = rows.find((row, index) => row.day === rows[index - 1]?.day);
  if (twice !== undefined) return fault(`the history row of ${formatDay(twice.day)} is there twice`, twice.day - 1);
  const rowOf = new Map(rows.map((row) => [addDays(row.day, -1), row]));
  for (const { position, day, entry } of links) {
    const row = rowOf.get(day);
    rowOf.delete(day);
    const text = row === undefined && position >= linked ? undefined : rowFault(row, entry);
    if (text !== undefined) return fault(`${formatDay(day)}: ${text}`, day);
  }
  const [extra] = rowOf.keys();
  if (extra === undefined) return undefined;
  return fault(`no link speaks of the history row of ${formatDay(addDays(extra, 1))}`, extra);
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
export function followStatements(
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
