import { addDays, FIRST_DAY, formatDay, HOUR_MS, type Instant, parseDay, startOf, type UtcDay } from "peak-cycle-model";
import { counted, type Finding, fault, note, ok } from "./finding.js";
import { checkKeys } from "./keys.js";
import {
  chainOf,
  type Entry,
  type EntryRow,
  hashAfter,
  NO_HASH,
  type PublicRevision,
  type PublicRow,
  publicRevisionEntry,
  readEntry,
  sha256,
} from "./link.js";
import { type CheckedChain, PROOF_LINKS, signedIn } from "./proof.js";
import { checkStatement, type KnownChain } from "./statement.js";
import type { Proof } from "./types.js";

/** Checks the public answers of one site against one another. */
export function checkSite(published: PublishedChain, now: Instant): CheckedChain {
  const { proof, leaves, revisions } = published;
  const keys = checkKeys(
    published.keys.map(({ kid, x, endorsed_by, endorsement }) => ({
      keyId: kid,
      x,
      endorsedBy: endorsed_by,
      endorsement,
    })),
  );
  const chain = {
    hashes: chainOf(leaves),
    revisionHashes: [NO_HASH, ...chainOf(revisions.map((revision) => sha256(publicRevisionEntry(revision))))],
    keys: keys.known,
  };
  const rows = new Map<string, EntryRow>();
  const faults = [...headFaults(published, chain), ...linkFaults(proof, leaves, chain, rows)];
  const findings = [
    ...faults.map(fault),
    ok(`${counted(leaves.length, "link")}, the last closed ${proof.head.closed}`),
    ok(counted(revisions.length, "revision")),
    ...keys.findings,
    ...historyFindings(published.rows, rows),
    ...lateFindings(published.rows, now),
  ];
  return { findings, chain, rows, proof };
}

/** What a site has published. */
export interface PublishedChain {
  readonly proof: Proof;
  readonly leaves: readonly string[];
  readonly keys: readonly {
    readonly kid: string;
    readonly x: string;
    readonly endorsed_by: string | null;
    readonly endorsement: string | null;
  }[];
  readonly revisions: readonly PublicRevision[];
  readonly rows: readonly PublicRow[];
}

/** A row is there some minutes after 06:00 UTC; two hours later something is wrong with the site. */
const LATE_MS = 8 * HOUR_MS;

function headFaults({ proof, leaves, revisions }: PublishedChain, chain: KnownChain): readonly string[] {
  const { head } = proof;
  const { claim, faults } = checkStatement(signedIn(proof), chain);
  const all = faults.map((text) => `the statement: ${text}`);
  if (head.position !== leaves.length - 1)
    all.push(`the head is link ${head.position}, but there are ${leaves.length} leaves`);
  if (head.hash !== chain.hashes[head.position]) all.push("the hash of the head does not follow from the leaves");
  if (head.closed !== formatDay(addDays(FIRST_DAY, head.position))) all.push("the head is of another day");
  if (claim !== undefined && claim.position !== head.position) all.push("the statement is not about the head");
  if (claim !== undefined && claim.revisions !== revisions.length) all.push("the statement is not about all revisions");
  return all;
}

function linkFaults(
  proof: Proof,
  leaves: readonly string[],
  { hashes }: KnownChain,
  rows: Map<string, EntryRow>,
): readonly string[] {
  const { head, links, previous } = proof;
  const first = head.position - links.length + 1;
  const last = links.at(-1);
  if (last === undefined || links.length > PROOF_LINKS || first < 0)
    return [`the proof shows ${counted(links.length, "link")}`];
  const faults: string[] = [];
  if (previous !== (first === 0 ? NO_HASH : hashes[first - 1])) faults.push("the hash before the links is another one");
  if (last.hash !== head.hash || last.date !== head.date) faults.push("the head is not the last of the links");
  for (const [index, link] of links.entries()) {
    const position = first + index;
    const entry = readEntry(link.entry);
    const wrong = entryFaults(link, entry, position);
    if (sha256(link.entry) !== leaves[position]) wrong.push("leaf is not the hash of the entry");
    if (link.hash !== hashes[position]) wrong.push("hash does not follow from the leaves");
    faults.push(...wrong.map((text) => `${formatDay(addDays(FIRST_DAY, position))}: ${text}`));
    if (entry?.row) rows.set(entry.row.date, entry.row);
  }
  return faults;
}

function entryFaults(link: Proof["links"][number], entry: Entry | undefined, position: number): string[] {
  if (entry === undefined) return ["the entry has another form"];
  const { row } = entry;
  const day = addDays(FIRST_DAY, position);
  const isAbout = entry.position === position && entry.closed === formatDay(day);
  const faults: string[] = [];
  if (!isAbout || link.position !== position) faults.push("the link is of another day");
  if (row !== null && row.date !== formatDay(addDays(day, 1))) faults.push("the row is of another day");
  if (link.date !== (row?.date ?? null)) faults.push("the date is not that of the row");
  if (link.leaf !== sha256(link.entry)) faults.push("the shown leaf is not the hash of the entry");
  return faults;
}

/** Every row that both show is the same; at the ends one may be a day ahead of the other for a moment. */
function historyFindings(rows: readonly PublicRow[], chained: ReadonlyMap<string, EntryRow>): readonly Finding[] {
  const [first, last] = [rows.at(0), rows.at(-1)];
  if (first === undefined || last === undefined) return [note("the history is empty")];
  const faults = rows.flatMap((row) => {
    const entry = chained.get(row.date);
    return entry === undefined ? [] : rowFaults(row, entry);
  });
  rows.forEach((row, index) => {
    const day = parseDay(row.date);
    const expected = addDays(parseDay(first.date) ?? (Number.NaN as UtcDay), index);
    if (day !== expected) faults.push(`the history has a gap or a repetition before ${row.date}`);
  });
  const unknown = rows.filter((row) => !chained.has(row.date));
  const newest = [...chained.keys()].at(-1) ?? "";
  const ahead = unknown.filter((row) => row.date > newest);
  const behind = [...chained.keys()].filter((date) => date > last.date);
  if (ahead.length > 1) faults.push(`${ahead.length} rows of the history are newer than the last link`);
  if (unknown.length - ahead.length > behind.length) faults.push("the history has rows that no link speaks of");
  const findings = faults.map(fault);
  if (ahead.length === 1) findings.push(note(`the row of ${last.date} is not signed yet`));
  if (behind.length > 0) findings.push(note(`the history ends with ${last.date}, the chain with the row of ${newest}`));
  return [...findings, ok(`${counted(rows.length - unknown.length, "row")} of the history up to ${last.date}`)];
}

function lateFindings(rows: readonly PublicRow[], now: Instant): readonly Finding[] {
  const newest = parseDay(rows.at(-1)?.date ?? "");
  if (newest === undefined || now - startOf(addDays(newest, 1)) <= LATE_MS) return [];
  return [note(`the newest row is of ${formatDay(newest)}: that of the day after is more than 2 h late`)];
}

const CHAINED_FIELDS = ["score", "score_smoothed", "phase_key", "btc_price_usd"] as const;

/** The differences between a row somebody has and the one in the chain, as sentences. */
function rowFaults(row: PublicRow, chained: EntryRow): readonly string[] {
  return CHAINED_FIELDS.filter((name) => row[name] !== chained[name]).map(
    (name) => `the row of ${row.date}: ${name} is ${row[name]}, the chain says ${chained[name]}`,
  );
}

/** Checks rows that somebody has against those of the chain. */
export function checkRows(rows: readonly PublicRow[], chained: ReadonlyMap<string, EntryRow>): readonly Finding[] {
  const faults = rows.flatMap((row) => {
    const entry = chained.get(row.date);
    return entry === undefined
      ? [`the row of ${row.date}: the chain shows none of that date here`]
      : rowFaults(row, entry);
  });
  if (faults.length > 0) return faults.map(fault);
  return [ok(`${counted(rows.length, "given row")} as the chain says`)];
}

/** Checks that a chain extends a saved proof of it. */
export function checkSince(saved: Proof, chain: KnownChain): readonly Finding[] {
  const { claim, faults } = checkStatement(signedIn(saved), chain);
  const all = faults.map((text) => `the saved proof: ${text}`);
  if (claim !== undefined) {
    const { position, hash } = saved.head;
    if (claim.position !== position || claim.hash !== hash) all.push("the saved proof: its head is not the signed one");
    if (chain.hashes.length <= position) all.push(`the chain ends before link ${position}, which it once had`);
    else if (chain.hashes[position] !== hash) all.push(`link ${position} is not the one that was saved`);
  }
  if (all.length > 0) return all.map(fault);
  return [ok(`extends the saved proof, whose head closed ${saved.head.closed}`)];
}

/** The history rows that a saved proof shows and the chain still has, by date. */
export function savedRows(saved: Proof, { hashes }: KnownChain): ReadonlyMap<string, EntryRow> {
  const rows = new Map<string, EntryRow>();
  let before = saved.previous;
  for (const { position, entry } of saved.links) {
    before = hashAfter(before, sha256(entry));
    const row = readEntry(entry)?.row;
    if (row && hashes[position] === before) rows.set(row.date, row);
  }
  return rows;
}
