/**
 * The rules of a sound site, in the order of docs/verifying.md. Everything that a site publishes about its history is
 * rebuilt from the texts that were hashed and signed; what the site shows must be exactly that.
 */

import { isDeepStrictEqual } from "node:util";
import { addDays, formatDay, PHASES, parseDay, type UtcDay } from "peak-cycle-model";
import { readDocument, readInner, readLeaves, UncheckedError } from "./document.js";
import { readEntry } from "./entries.js";
import { FIRST_HASH, hashAfter } from "./hash.js";
import { Ledger, PROOF_DAYS } from "./ledger.js";
import { proofOf, statementLeaf } from "./proof.js";
import { count, Fault, fields, hex, list, need, text } from "./shape.js";

const PROOF = "/api/public/nhci/proof";
const LEAVES = "/api/public/nhci/proof/leaves";
const KEYS = "/.well-known/peak-keys.json";
const REVISIONS = "/api/public/nhci/revisions";
const HISTORY = "/api/public/nhci/history";

export const PLACED = list(fields({ position: count, entry: text }));

const CLAIM = fields({ ledger: hex, position: count, hash: hex, days: count, signed_at: text, key_id: text });

/** Parses a statement. The ledger decides whether it is true. @throws Fault */
export const claimIn = (statement: string) => CLAIM(readInner(statement, "a statement"));

/** The check starts from these members; everything else follows from them. */
const SITE_PROOF = fields({
  position: count,
  statement: text,
  signature: text,
  entries: PLACED,
  keys: PLACED,
  revisions: PLACED,
});

/**
 * Rebuilds a site's ledger from its leaves and the published entries, and checks that everything else the site shows
 * follows from it.
 *
 * @param base the site's address
 * @param get fetches the text of a path of the site
 * @throws Fault for the first rule that is broken, UncheckedError if there is nothing to check
 */
export async function checkSite(base: URL, get: (path: string) => Promise<string>) {
  const json = async (path: string) => readDocument(await get(path), path);
  const proof = await json(PROOF);
  const leaves = readLeaves(await get(LEAVES), LEAVES);
  const keys = await json(KEYS);
  const revisions = await json(REVISIONS);
  const history = await json(HISTORY);
  const ledger = readLedger(SITE_PROOF(proof), leaves);
  const address = addressOf(base);
  const addresses = { keys_url: address + KEYS, leaves_url: address + LEAVES };
  const { keys_url, leaves_url } = proof as Partial<typeof addresses>;
  same({ keys_url, leaves_url }, addresses, `keys_url and leaves_url are not addresses of ${address}`);
  same(proof, { ...proofOf(ledger), ...addresses }, "the proof does not follow from its entries");
  same(keys, { keys: keySetOf(ledger) }, "the list of keys is not the one in the ledger");
  const corrections = ledger.revisions.map(({ entry: { kind: _kind, ...others } }) => labelled(others));
  same(revisions, { ok: true, revisions: corrections }, "the list of revisions is not the one in the ledger");
  const rows = rowsOf(ledger);
  need(rows.length > 0, "there is no history");
  compareRows(history, rows);
  return { proof, ledger, rows };
}

/** The site's address as one text: its origin and its path, without a trailing slash. */
function addressOf({ origin, pathname }: URL): string {
  return origin + pathname.replace(/\/+$/, "");
}

/** Entries not in the proof, which are older days and statements, are known only by their leaves. */
function readLedger(proof: ReturnType<typeof SITE_PROOF>, leaves: readonly string[]): Ledger {
  const { statement, signature, entries, keys, revisions } = proof;
  compareMoments(proof, leaves);
  const shownEntries = new Map([...keys, ...revisions, ...entries].map((each) => [each.position, each.entry]));
  const shownDays = entries.filter(({ entry }) => readEntry(entry).kind === "day").length;
  const { days } = claimIn(statement);
  need(shownDays === Math.min(days, PROOF_DAYS), `the proof shows neither ${PROOF_DAYS} days nor all days`);
  const isWhole = leaves.every((_, at) => shownEntries.has(at));
  need(isWhole || days >= PROOF_DAYS, "an entry is missing from the proof");
  const hiddenEntries = leaves.filter((_, at) => !shownEntries.has(at)).length;
  need(days - shownDays <= hiddenEntries, "the statement counts more days than there are entries");
  const ledger = new Ledger(days - shownDays);
  for (const [at, leaf] of leaves.entries()) {
    const entry = shownEntries.get(at);
    if (entry === undefined) ledger.addHidden(leaf);
    else ledger.addShown(entry, leaf);
  }
  ledger.addStatement(statement, signature);
  ledger.verify();
  return ledger;
}

/**
 * A cache may return leaves that are older or newer than the proof, and both can be genuine. A ledger was published
 * only as of each of its statements, so no other number of leaves is possible.
 *
 * @throws UncheckedError if the leaves are from another time, Fault if they were never the site's
 */
function compareMoments(proof: ReturnType<typeof SITE_PROOF>, leaves: readonly string[]): void {
  const { position, statement, signature, entries } = proof;
  const [{ length }, fullLength] = [leaves, position + 1];
  if (length === fullLength) return;
  const next = entries.find((each) => each.position === length);
  if (length > fullLength && leaves[fullLength] === statementLeaf(statement, signature)) {
    throw new UncheckedError("the leaves are newer than the proof", true);
  }
  if (length < fullLength && next !== undefined) {
    const entry = readEntry(next.entry);
    const hash = leaves.reduce(hashAfter, FIRST_HASH);
    if (entry.kind === "statement" && claimIn(entry.text).hash === hash) {
      throw new UncheckedError("the leaves are older than the proof", true);
    }
  }
  throw new Fault("the leaves do not match the entries one to one");
}

function keySetOf(ledger: Ledger) {
  return ledger.keys.map(({ entry: { key_id, x, endorsed_by, endorsement } }) => {
    return { kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig", kid: key_id, x, endorsed_by, endorsement };
  });
}

function rowsOf(ledger: Ledger) {
  return ledger.tail.flatMap(({ entry }) => {
    if (entry.kind !== "day" || entry.row === null) return [];
    const { date, score, score_smoothed, phase_key, btc_price_usd } = entry.row;
    return [labelled({ date, score, score_smoothed, phase_key, btc_price_usd })];
  });
}

/** The ledger stores only the key of a phase; a site must show the label that goes with it. */
function labelled<T extends { readonly phase_key: string }>(row: T) {
  const phase = PHASES.find(({ key }) => key === row.phase_key)?.label;
  need(phase !== undefined, "a phase is unknown");
  return { ...row, phase };
}

/**
 * Checks the history. A cache may return 30 rows that are a few days older or newer than the ledger's; the rows of days
 * in both must be equal.
 *
 * @throws UncheckedError if it is older or newer than the proof, Fault if it was never the site's
 */
function compareRows(history: unknown, rows: ReturnType<typeof rowsOf>): void {
  const replyOf = (data: readonly unknown[]) => ({ ok: true, asset: "BTC", days: data.length, data });
  if (isDeepStrictEqual(history, replyOf(rows))) return;
  const siteRows = (history as { readonly data?: unknown } | null)?.data;
  const isAsLong = Array.isArray(siteRows) && siteRows.length === rows.length && rows.length === PROOF_DAYS;
  if (isAsLong && isDeepStrictEqual(history, replyOf(siteRows))) {
    const side = otherMoment(siteRows, rows);
    if (side !== undefined) throw new UncheckedError(`the history is ${side} than the proof`, true);
  }
  throw new Fault("a row of the history differs from the ledger, is missing, or is not in the ledger");
}

/** Whether rows are a few days older or newer than the others, and equal on the days in both. */
function otherMoment(siteRows: readonly unknown[], rows: ReturnType<typeof rowsOf>): "older" | "newer" | undefined {
  const first = parseDay(rows[0]?.date ?? "") ?? Number.NaN;
  for (let days = 1; days < rows.length; days += 1) {
    const [older, newer] = [rows.slice(0, -days), rows.slice(days)];
    if (isDeepStrictEqual(siteRows.slice(days), older) && areDaysFrom(first - days, siteRows)) return "older";
    if (isDeepStrictEqual(siteRows.slice(0, -days), newer) && areDaysFrom(first + days, siteRows)) return "newer";
  }
  return undefined;
}

/** Whether the rows are of consecutive days. @param first in days since 1970 */
function areDaysFrom(first: number, rows: readonly unknown[]): boolean {
  return rows.every((row, i) => {
    return (row as { readonly date?: unknown } | null)?.date === formatDay(addDays(first as UtcDay, i));
  });
}

/** @throws Fault unless both values are equal */
function same(one: unknown, other: unknown, why: string): void {
  need(isDeepStrictEqual(one, other), why);
}
