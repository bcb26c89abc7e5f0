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
 * The same stores for whoever shows what is in them, at a start and beside the process that does the jobs: history rows and
 * corrections come only as they were chained and signed. Each row is compared with its link, the links with one another
 * and with the newest statement. The inputs of days, which nobody is shown, are left to `historyCheck`. What there is before
 * anything was linked or signed, as in a first start, comes as it is.
 *
 * What reads rows and corrections throws PublishingHeldError when they are not what was signed, and reports it.
 */
export function signedStores({ stores, memory, report }: SignedStoresDeps): Stores {
  const { days, chain } = stores;
  const links = followLinks(chain);
  const statements = followStatements(chain, memory);
  const { refuse, clear } = lastRefusal(report);
  const inTurn = oneAfterTheOther(); // jobs read side by side, and each follows the same chain

  /** Takes the links in that were added since the last call, and compares their end with what was signed. */
  async function follow(): Promise<Finding | undefined> {
    const signed = await statements.read(); // before the links and corrections that it speaks of
    return (await links.follow()) ?? statements.follow(signed, links.hashes);
  }

  /** @param isKnown whether there can be no row among them that is newer than the links which were followed */
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
 * The days of the newest rows: those of the newest links too, which have a row unless somebody took it away. Where there are
 * as many rows as were asked for, nothing is known of the days before them: more days than these may have been closed
 * since the links were read, as in a first start.
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

/** Remembers where something differed: that other rows are sound does not put it right. */
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
