import { setImmediate as nextTask } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { dayFault, type Finding, fault } from "../chain/finding.js";
import { type EntryRow, NO_HASH } from "../chain/link.js";
import { type CheckedChain, proofOf } from "../chain/proof.js";
import type { Raw, RawDay } from "../chain/raw-day.js";
import type { KnownChain } from "../chain/statement.js";
import { dayCheck } from "../chain/verify-days.js";
import { checkStoredKeys, checkStoredRevisions, dayFindings, statementCheck } from "../chain/verify-stored.js";
import type { Link, StoredDay } from "../domain/chain.js";
import { PUBLIC_DAYS } from "../domain/history.js";
import { toStatement } from "./chain-store.js";
import { closeAfter, type OpenDatabase, type WatchOptions, withStorageErrors } from "./database.js";
import { type DatabaseLocation, openSource } from "./open-database.js";
import { byKey, countRows, type KeyedTable, pagesOf, RebuiltTableError } from "./table-pages.js";
import type { StatementsTable, Tables } from "./tables.js";

export interface CheckOptions extends WatchOptions {
  /** Dates of history rows that the caller wants to know of. */
  readonly dates: ReadonlySet<string>;
  /** Called with each closed day that is what its link says, oldest first. */
  readonly onDay?: (day: StoredDay) => void;
}

/** Days and statements that are checked before other tasks of the event loop run. Times: docs/verifying.md. */
const SLICE = 50;

/** How many faults are kept: when a whole table was replaced, not every row has to be listed. */
const MAX_FAULTS = 1000;

/**
 * Makes the whole chain again from all rows of the tables it covers, as they are at one moment, and compares. Other tasks
 * run in between.
 *
 * @throws StorageError when the database does not answer
 */
export async function checkStoredChain(
  { snapshot }: Pick<OpenDatabase, "snapshot">,
  options: CheckOptions,
): Promise<CheckedChain> {
  const check = () => withStorageErrors("show its chain", () => snapshot((inside) => checkAll(inside, options)));
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof RebuiltTableError)) throw error;
    const chain = { hashes: [], revisionHashes: [NO_HASH], keys: new Map<string, string>() };
    return { findings: [fault(error.message)], chain, rows: new Map(), proof: undefined };
  }
}

/** Opens a database, checks its chain and closes it again; nothing is changed. @throws StorageError */
export async function checkDatabase(location: DatabaseLocation, options: CheckOptions): Promise<CheckedChain> {
  return closeAfter(await openSource(location, "read"), (database) => checkStoredChain(database, options));
}

async function checkAll(transaction: Transaction<Tables>, options: CheckOptions): Promise<CheckedChain> {
  const days = await checkDays(transaction, options);
  const revisions = checkStoredRevisions(await Array.fromAsync(rawRows(transaction, byKey("revisions"))));
  const keys = checkStoredKeys(await Array.fromAsync(rawRows(transaction, byKey("signing_keys"))));
  const chain = { hashes: days.hashes, revisionHashes: revisions.hashes, keys: keys.known };
  const statements = await checkStatements(transaction, chain, options);
  const findings = [...days.findings, ...revisions.findings, ...keys.findings, ...statements.findings];
  const { before, ends } = days;
  const proof = statements.newest && proofOf(ends, before, toStatement(statements.newest));
  return { findings, chain, rows: days.rows, proof };
}

interface CheckedDays {
  readonly findings: readonly Finding[];
  readonly hashes: readonly string[];
  readonly rows: ReadonlyMap<string, EntryRow>;
  /** The newest links, and the one before them. */
  readonly ends: readonly Link[];
  readonly before: Link | undefined;
}

async function checkDays(transaction: Transaction<Tables>, options: CheckOptions): Promise<CheckedDays> {
  const { dates, progress, signal, onDay } = options;
  const rows = new Map<string, EntryRow>();
  const onRow = (row: EntryRow) => void (dates.has(row.date) && rows.set(row.date, row));
  const check = dayCheck(onDay === undefined ? { onRow } : { onRow, onDay });
  const total = await countRows(transaction, byKey("links"));
  const [faults, newest]: [Finding[], Raw[]] = [[], []];
  for await (const raw of rawDays(transaction)) {
    signal.throwIfAborted();
    if (check.days.count % SLICE === 0) await nextTask();
    for (const text of check.take(raw)) if (faults.length < MAX_FAULTS) faults.push(dayFault(raw.day, text));
    newest.push(...raw.links);
    newest.splice(0, newest.length - PUBLIC_DAYS - 1);
    progress("days", Math.min(check.days.count, total), total);
  }
  const links = newest as unknown as readonly Link[];
  const ends = links.slice(-PUBLIC_DAYS);
  const before = links.length > PUBLIC_DAYS ? links[0] : undefined;
  return { findings: [...faults, ...dayFindings(check)], hashes: check.hashes, rows, ends, before };
}

interface CheckedStatements {
  readonly findings: readonly Finding[];
  readonly newest: StatementsTable | undefined;
}

async function checkStatements(
  transaction: Transaction<Tables>,
  chain: KnownChain,
  { progress, signal }: CheckOptions,
): Promise<CheckedStatements> {
  const check = statementCheck(chain);
  const total = await countRows(transaction, byKey("statements"));
  const findings: Finding[] = [];
  let [newest, done]: [Raw | undefined, number] = [undefined, 0];
  for await (const row of rawRows(transaction, byKey("statements"))) {
    signal.throwIfAborted();
    if (done % SLICE === 0) await nextTask();
    if (findings.length < MAX_FAULTS) findings.push(...check.take(row));
    newest = row;
    done += 1;
    progress("statements", done, total);
  }
  return { findings: [...findings, ...check.end()], newest: newest as StatementsTable | undefined };
}

async function* rawRows(queries: Kysely<Tables>, part: KeyedTable): AsyncGenerator<Raw, void> {
  for await (const { rows } of pagesOf(queries, part)) yield* rows;
}

/** The tables that are read for each day, and the day that a row of each is about. */
const DAY_PARTS = [
  { name: "closed", part: byKey("closed_days"), ahead: 0 },
  { name: "majors", part: byKey("closed_majors"), ahead: 0 },
  { name: "rows", part: byKey("history"), ahead: 1 },
  { name: "links", part: { table: "links", key: ["day"] }, ahead: 0 },
] as const satisfies readonly DayPart[];

interface DayPart {
  readonly name: keyof Omit<RawDay, "day">;
  readonly part: KeyedTable;
  /** Days from the day that a row is about to the one it is stored under. */
  readonly ahead: number;
}

/** Every day that is in any of the tables, oldest first, with all its rows. */
async function* rawDays(queries: Kysely<Tables>): AsyncGenerator<RawDay, void> {
  const cursors = DAY_PARTS.map((each) => cursor(queries, each));
  for (const each of cursors) await each.step();
  for (;;) {
    const day = Math.min(...cursors.map((each) => each.day));
    if (day === Number.POSITIVE_INFINITY) return;
    const found = { closed: [] as Raw[], majors: [] as Raw[], rows: [] as Raw[], links: [] as Raw[] };
    for (const each of cursors) {
      for (; each.day === day; await each.step()) if (each.row !== undefined) found[each.name].push(each.row);
    }
    yield { day, ...found };
  }
}

/** A cursor in the rows of one table. */
interface Cursor {
  readonly name: keyof Omit<RawDay, "day">;
  /** Infinity behind the last row. */
  day: number;
  row: Raw | undefined;
  step(): Promise<void>;
}

/** @throws RebuiltTableError in `step` when a row names no day: it would be neither before nor behind any other */
function cursor(queries: Kysely<Tables>, { name, part, ahead }: DayPart): Cursor {
  const rows = rawRows(queries, part);
  return {
    name,
    day: Number.NEGATIVE_INFINITY,
    row: undefined,
    async step() {
      const { value } = await rows.next();
      this.row = value ?? undefined;
      this.day = this.row === undefined ? Number.POSITIVE_INFINITY : Number(this.row["day"]) - ahead;
      if (this.row !== undefined && !Number.isFinite(this.day)) throw new RebuiltTableError(part, "a row of no day");
    },
  };
}
