import type { Kysely, Transaction } from "kysely";
import { type Finding, fault } from "../chain/finding.js";
import type { EntryRow } from "../chain/link.js";
import { type CheckedChain, proofOf } from "../chain/proof.js";
import type { Raw } from "../chain/raw-day.js";
import type { KnownChain } from "../chain/statement.js";
import { dayCheck } from "../chain/verify-days.js";
import { checkStoredKeys, checkStoredRevisions, dayFindings, statementCheck } from "../chain/verify-stored.js";
import type { Link } from "../domain/chain.js";
import { PUBLIC_DAYS } from "../domain/history.js";
import { attempt } from "./attempt.js";
import { toStatement } from "./chain-rows.js";
import type { CopyPart } from "./copy-order.js";
import { countRows } from "./copy-rows.js";
import { rawDays, rawRows } from "./raw-tables.js";
import type { OpenDatabase, StatementsTable, Tables } from "./tables.js";

export interface CheckTerms {
  /** Dates of history rows that the caller wants to know of. */
  readonly dates: ReadonlySet<string>;
  readonly progress: (part: string, done: number, total: number) => void;
  readonly signal: AbortSignal;
}

/** Faults that are kept: whoever has exchanged a whole table need not be told of each of its rows. */
const MOST_FAULTS = 1000;

/**
 * Makes the whole chain again from every row of every table it stands for, as they are at one moment, and compares.
 *
 * @throws StorageError when the database does not answer
 */
export async function checkStoredChain(
  { queries }: Pick<OpenDatabase, "queries">,
  terms: CheckTerms,
): Promise<CheckedChain> {
  const picture = queries.transaction().setIsolationLevel("repeatable read");
  return attempt("show its chain", () => picture.execute((transaction) => checkAll(transaction, terms)));
}

async function checkAll(transaction: Transaction<Tables>, terms: CheckTerms): Promise<CheckedChain> {
  const days = await checkDays(transaction, terms);
  const revisions = checkStoredRevisions(await allRows(transaction, REVISIONS));
  const keys = checkStoredKeys(await allRows(transaction, KEYS));
  const chain = { hashes: days.hashes, revisionHashes: revisions.hashes, keys: keys.known };
  const statements = await checkStatements(transaction, chain, terms);
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

async function checkDays(transaction: Transaction<Tables>, terms: CheckTerms): Promise<CheckedDays> {
  const { dates, progress, signal } = terms;
  const rows = new Map<string, EntryRow>();
  const check = dayCheck((row) => void (dates.has(row.date) && rows.set(row.date, row)));
  const total = await countRows(transaction, LINKS);
  const [faults, newest]: [Finding[], Raw[]] = [[], []];
  for await (const raw of rawDays(transaction)) {
    signal.throwIfAborted();
    for (const text of check.take(raw)) if (faults.length < MOST_FAULTS) faults.push(fault(text));
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
  { progress, signal }: CheckTerms,
): Promise<CheckedStatements> {
  const check = statementCheck(chain);
  const total = await countRows(transaction, STATEMENTS);
  const findings: Finding[] = [];
  let [newest, done]: [Raw | undefined, number] = [undefined, 0];
  for await (const row of rawRows(transaction, STATEMENTS)) {
    signal.throwIfAborted();
    if (findings.length < MOST_FAULTS) findings.push(...check.take(row));
    newest = row;
    done += 1;
    progress("statements", done, total);
  }
  return { findings: [...findings, ...check.end()], newest: newest as StatementsTable | undefined };
}

const LINKS: CopyPart = { table: "links", key: ["position"] };
const STATEMENTS: CopyPart = { table: "statements", key: ["number"] };
const KEYS: CopyPart = { table: "signing_keys", key: ["number"] };
const REVISIONS: CopyPart = { table: "revisions", key: ["number"] };

async function allRows(queries: Kysely<Tables>, part: CopyPart): Promise<readonly Raw[]> {
  const rows: Raw[] = [];
  for await (const row of rawRows(queries, part)) rows.push(row);
  return rows;
}
