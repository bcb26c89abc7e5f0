import { setImmediate as nextTask } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import {
  type CheckedStore,
  checkStoredKeys,
  checkStoredRevisions,
  dayCheck,
  dayFault,
  dayFindings,
  type EntryRow,
  type Finding,
  fault,
  type KnownChain,
  type Link,
  NO_HASH,
  PROOF_LINKS,
  proofOf,
  type Raw,
  type RawDay,
  type StoredDay,
  statementCheck,
} from "peak-cycle-verify";
import { readKeys, readNewestStatement } from "./chain-store.js";
import { closeAfter, type OpenDatabase, withStorageErrors } from "./database.js";
import { byKey, type KeyedTable, pagesOf, RebuiltTableError } from "./maintenance/table-pages.js";
import { type DatabaseLocation, openDatabase } from "./open-database.js";
import type { Tables } from "./tables.js";

/**
 * Makes the whole chain again from all rows of the tables it covers, as they are at one moment, and compares. Other tasks
 * run in between.
 *
 * @throws StorageError when the database does not answer
 */
export async function checkStoredChain({ snapshot }: OpenDatabase, options: CheckOptions): Promise<CheckedStore> {
  const check = () => withStorageErrors("show its chain", () => snapshot((inside) => checkAll(inside, options)));
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof RebuiltTableError)) throw error;
    const chain = { hashes: [], revisionHashes: [NO_HASH], keys: new Map<string, string>() };
    const nothing = { revisions: [], keys: [], statement: undefined, leaves: [], links: [], proof: undefined };
    return { findings: [fault(error.message)], chain, rows: new Map(), ...nothing };
  }
}

/** Opens a database, checks its chain and closes it again; nothing is changed. @throws StorageError */
export async function checkDatabase(location: DatabaseLocation, options: CheckOptions): Promise<CheckedStore> {
  return closeAfter(await openDatabase(location, "read"), (database) => checkStoredChain(database, options));
}

export interface CheckOptions {
  /** Ends the check between two days, with its reason. */
  readonly signal: AbortSignal;
  /** Dates of history rows that the caller wants to know of. */
  readonly dates?: ReadonlySet<string>;
  /** Called with each closed day that is what its link says, oldest first. */
  readonly onDay?: (day: StoredDay) => void;
}

/** Days and statements that are checked before other tasks of the event loop run. Times: docs/verifying.md. */
const SLICE = 50;

/** How many faults are kept: when a whole table was replaced, not every row has to be listed. */
const MAX_FAULTS = 1000;

async function checkAll(transaction: Transaction<Tables>, options: CheckOptions): Promise<CheckedStore> {
  const days = await checkDays(transaction, options);
  const revisions = checkStoredRevisions(await Array.fromAsync(rawRows(transaction, byKey("revisions"))));
  const keys = checkStoredKeys(await Array.fromAsync(rawRows(transaction, byKey("signing_keys"))));
  const chain = { hashes: days.hashes, revisionHashes: revisions.hashes, keys: keys.known };
  const statements = await checkStatements(transaction, chain, options);
  const findings = [...days.findings, ...revisions.findings, ...keys.findings, ...statements];
  // From here on the rows that were checked are read again, by our own names: the transaction sees them as they were then.
  const statement = await readNewestStatement(transaction);
  const links = await newestLinks(transaction, days.hashes.length - 1, statement?.position);
  return {
    findings,
    chain,
    rows: days.rows,
    proof: statement && proofOf(links, statement),
    revisions: revisions.revisions,
    keys: await readKeys(transaction),
    statement,
    leaves: days.leaves,
    links,
  };
}

/** What a proof is made of. */
function newestLinks(
  transaction: Transaction<Tables>,
  last: number,
  signed: number | undefined,
): Promise<readonly Link[]> {
  const from = Math.min(last, signed ?? last) - PROOF_LINKS;
  const query = transaction.selectFrom("links").selectAll().orderBy("position");
  return (from > 0 ? query.where("position", ">=", from) : query).execute();
}

async function checkDays(transaction: Transaction<Tables>, options: CheckOptions) {
  const { dates, signal, onDay } = options;
  const rows = new Map<string, EntryRow>();
  const onRow = (row: EntryRow) => void (dates?.has(row.date) && rows.set(row.date, row));
  const check = dayCheck(onDay === undefined ? { onRow } : { onRow, onDay });
  const faults: Finding[] = [];
  for await (const raw of rawDays(transaction)) {
    signal.throwIfAborted();
    if (check.days.count % SLICE === 0) await nextTask();
    for (const text of check.take(raw)) if (faults.length < MAX_FAULTS) faults.push(dayFault(raw.day, text));
  }
  return { findings: [...faults, ...dayFindings(check)], hashes: check.hashes, leaves: check.leaves, rows };
}

async function checkStatements(transaction: Transaction<Tables>, chain: KnownChain, { signal }: CheckOptions) {
  const check = statementCheck(chain);
  const findings: Finding[] = [];
  let done = 0;
  for await (const row of rawRows(transaction, byKey("statements"))) {
    signal.throwIfAborted();
    if (done % SLICE === 0) await nextTask();
    if (findings.length < MAX_FAULTS) findings.push(...check.take(row));
    done += 1;
  }
  return [...findings, ...check.end()];
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
  const cursors = DAY_PARTS.map((each) => new Cursor(queries, each));
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
class Cursor {
  readonly name: DayPart["name"];
  /** Infinity behind the last row. */
  day = Number.NEGATIVE_INFINITY;
  row: Raw | undefined;
  private readonly source: DayPart;
  private readonly rows: AsyncGenerator<Raw, void>;

  constructor(queries: Kysely<Tables>, source: DayPart) {
    this.name = source.name;
    this.source = source;
    this.rows = rawRows(queries, source.part);
  }

  /** @throws RebuiltTableError when a row names no day: it would be neither before nor behind any other */
  async step(): Promise<void> {
    const { part, ahead } = this.source;
    this.row = (await this.rows.next()).value ?? undefined;
    this.day = this.row === undefined ? Number.POSITIVE_INFINITY : Number(this.row["day"]) - ahead;
    if (this.row !== undefined && !Number.isFinite(this.day)) throw new RebuiltTableError(part, "a row of no day");
  }
}
