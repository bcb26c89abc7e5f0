import { type Finding, printable } from "../chain/finding.js";
import { FIRST_DAY } from "../domain/day.js";
import { PublishingHeldError } from "../domain/errors.js";
import type { HistoryRow } from "../domain/history.js";
import { addDays, type UtcDay } from "../domain/instant.js";
import type { ContradictionReport } from "./contradiction.js";
import { type DayRange, followLinks, followStatements } from "./followed-chain.js";
import type { SignedMemory } from "./ports.js";
import type { Stores } from "./store-ports.js";

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
