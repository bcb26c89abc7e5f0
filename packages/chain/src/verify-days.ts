import { FIRST_DAY, type Instant, type UtcDay } from "peak-cycle-model";
import { dayName, reasonOf } from "./finding.js";
import { type Entry, type EntryRow, entryOf, hashAfter, NO_HASH, readEntry, SEALED_COINS, sha256 } from "./link.js";
import type { StoredDay, StoredRow } from "./types.js";

/** Checks links against the stored data they cover, a day at a time and in order. */
export function dayCheck({ onRow, onDay }: DayVisitor): DayCheck {
  const hashes: string[] = [];
  const leaves: string[] = [];
  let previous: Raw | undefined;
  let days: DayCheck["days"] = { count: 0, last: undefined };
  let rows: DayCheck["rows"] = { count: 0, last: undefined };
  return {
    hashes,
    leaves,
    get days() {
      return days;
    },
    get rows() {
      return rows;
    },
    take(raw) {
      if (raw.closed.length > 0) days = { count: days.count + raw.closed.length, last: raw.day };
      if (raw.rows.length > 0) rows = { count: rows.count + raw.rows.length, last: raw.day + 1 };
      const faults = faultsOf(raw, previous);
      if (faults.length === 0) onDay?.(storedDayOf(raw));
      for (const link of raw.links) {
        previous = link;
        hashes.push(String(link["hash"]));
        leaves.push(String(link["leaf"]));
        const row = readEntry(String(link["entry"]))?.row;
        if (row) onRow?.(row);
      }
      return faults.map((text) => `${dayName(raw.day)}: ${text}`);
    },
  };
}

/** The check, and what it has read so far. */
export interface DayCheck {
  /** @returns the faults of the day, as sentences */
  take(raw: RawDay): readonly string[];
  /** The stored hash of each link so far. */
  readonly hashes: readonly string[];
  /** The stored leaf of each link so far. */
  readonly leaves: readonly string[];
  /** How many days and rows, and the last of each. */
  readonly days: { readonly count: number; readonly last: number | undefined };
  readonly rows: { readonly count: number; readonly last: number | undefined };
}

/** Called while days are checked. */
interface DayVisitor {
  /** Called with each history row as it is in the chain. */
  readonly onRow?: (row: EntryRow) => void;
  /** Called with each day that is what its link says, in order. */
  readonly onDay?: (day: StoredDay) => void;
}

function faultsOf(raw: RawDay, previous: Raw | undefined): readonly string[] {
  const { closed, links, rows, majors } = raw;
  const [link] = links;
  if (closed.length === 0 && link === undefined) {
    return [
      ...(rows.length > 0 ? [`no link speaks of the history row of ${dayName(raw.day + 1)}`] : []),
      ...(majors.length > 0 ? ["no link speaks of its rows in closed_majors"] : []),
    ];
  }
  if (link === undefined) return ["closed, but not linked: start the service once if it is new to the chain"];
  const faults = placeFaults(raw.day, link, previous);
  if (closed.length === 0) return [...faults, "its link is there, but not its row in closed_days"];
  if (Math.max(closed.length, links.length, rows.length) > 1) faults.push("stored more than once");
  faults.push(...entryFaults(raw, link));
  return [...faults, ...hashFaults(link, previous)];
}

function placeFaults(day: number, link: Raw, previous: Raw | undefined): string[] {
  const faults: string[] = [];
  const expected = previous === undefined ? FIRST_DAY : Number(previous["day"]) + 1;
  if (day !== expected) faults.push(`a day is missing before it, the link of ${dayName(expected)}`);
  const position = day - FIRST_DAY;
  if (link["position"] !== position) faults.push(`links: position is ${link["position"]} instead of ${position}`);
  return faults;
}

function entryFaults(raw: RawDay, link: Raw): readonly string[] {
  try {
    const made = entryOf(raw.day - FIRST_DAY, storedDayOf(raw));
    if (made === link["entry"]) return [];
    return differences(readEntry(String(link["entry"])), readEntry(made));
  } catch (error) {
    return [`cannot be read: ${reasonOf(error)}`];
  }
}

/** How a stored day differs from its link, in sentences. */
function differences(chained: Entry | undefined, stored: Entry | undefined): readonly string[] {
  if (chained === undefined || stored === undefined) return ["links: the entry has another form"];
  const faults = rowDifferences(chained.row, stored.row);
  if (chained.position !== stored.position || chained.closed !== stored.closed) {
    faults.push("links: the entry is of another day");
  }
  if (faults.length > 0) return faults;
  return ["a figure of closed_days or closed_majors, or of the row of the day after, is not the one that was sealed"];
}

/** How a stored history row differs from the one in its link, in sentences. */
function rowDifferences(chained: EntryRow | null, row: EntryRow | null): string[] {
  if (row === null) return chained === null ? [] : [`the history row of ${chained.date} is not there`];
  if (chained === null) return [`the chain speaks of no history row of ${row.date}`];
  return (Object.keys(row) as (keyof EntryRow)[])
    .filter((name) => chained[name] !== row[name])
    .map((name) => `history: ${name} of the row of ${chained.date} is ${row[name]}, the chain says ${chained[name]}`);
}

function hashFaults(link: Raw, previous: Raw | undefined): readonly string[] {
  const [leaf, before] = [String(link["leaf"]), previous === undefined ? NO_HASH : String(previous["hash"])];
  const faults: string[] = [];
  if (sha256(String(link["entry"])) !== leaf) faults.push("links: leaf is not the hash of the entry");
  if (hashAfter(before, leaf) !== link["hash"])
    faults.push("links: hash does not follow from the hash before it and leaf");
  return faults;
}

/** An unchecked row of a database. */
export type Raw = Readonly<Record<string, unknown>>;

/** All rows of all tables about one closed day. In correct tables that is one each, and at most one a coin. */
export interface RawDay {
  readonly day: number;
  readonly closed: readonly Raw[];
  readonly majors: readonly Raw[];
  /** Of `history`: the row of the day after. */
  readonly rows: readonly Raw[];
  readonly links: readonly Raw[];
}

/**
 * The day that the rows are about.
 *
 * @throws RangeError naming the column that holds a value that the service never stores
 */
export function storedDayOf({ day, closed: [closed = {}], majors, rows: [row] }: RawDay): StoredDay {
  return {
    day: day as UtcDay,
    closedAt: numberIn(closed, "closed_at") as Instant,
    price: optionalIn(closed, "btc_close"),
    mvrv: optionalIn(closed, "mvrv"),
    fearGreed: optionalIn(closed, "fear_greed"),
    dominance: optionalIn(closed, "dominance"),
    sources: textIn(closed, "sources"),
    majors: majorsOf(majors),
    row: row && rowOf(row),
  };
}

function majorsOf(majors: readonly Raw[]): StoredDay["majors"] {
  const basket = new Map<string, number>();
  for (const major of majors) {
    const coin = textIn(major, "coin");
    const place = `closed_majors: ${JSON.stringify(coin)}`;
    if (!SEALED_COINS.includes(coin)) throw new RangeError(`${place} is not a coin of the basket`);
    if (basket.has(coin)) throw new RangeError(`${place} is there twice`);
    basket.set(coin, numberIn(major, "close"));
  }
  return Object.fromEntries(basket);
}

function rowOf(row: Raw): StoredRow {
  return {
    day: numberIn(row, "day") as UtcDay,
    computedAt: numberIn(row, "computed_at") as Instant,
    modelVersion: textIn(row, "model_version"),
    raw: numberIn(row, "raw"),
    score: numberIn(row, "score"),
    smoothed: numberIn(row, "smoothed"),
    phase: textIn(row, "phase"),
    btcPriceUsd: numberIn(row, "btc_price_usd"),
    priceSource: textIn(row, "price_source"),
    origin: textIn(row, "origin"),
  };
}

/** @throws RangeError naming the column */
export function numberIn(row: Raw, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new RangeError(`${column} is no number`);
}

/** @throws RangeError naming the column */
export function textIn(row: Raw, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new RangeError(`${column} is no text`);
}

function optionalIn(row: Raw, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column);
}
