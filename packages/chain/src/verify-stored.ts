// Checks keys, revisions and statements as they are stored. Days and their links: `verify-days.ts`.

import { addDays, FIRST_DAY, formatInstant, type Instant, type UtcDay } from "peak-cycle-model";
import { counted, dayFault, dayName, type Finding, fault, ok, reasonOf } from "./finding.js";
import { type CheckedKeys, checkKeys } from "./keys.js";
import { chainOf, NO_HASH, revisionEntry, sha256 } from "./link.js";
import { type Claim, checkStatement, type KnownChain } from "./statement.js";
import type { StoredRevision } from "./types.js";
import { type DayCheck, numberIn, type Raw, textIn } from "./verify-days.js";

/** @param rows of `signing_keys`, in the order of their numbers */
export function checkStoredKeys(rows: readonly Raw[]): CheckedKeys {
  const { known, findings } = checkKeys(
    rows.map((row) => ({
      keyId: String(row["key_id"]),
      x: String(row["x"]),
      endorsedBy: textOrNull(row["endorsed_by"]),
      endorsement: textOrNull(row["endorsement"]),
    })),
  );
  return { known, findings: [...numberFaults("signing_keys", rows), ...findings] };
}

/** Revisions read from stored rows, with the hash chain computed anew over them. */
interface CheckedRevisions {
  /** Those that could be read. */
  readonly revisions: readonly StoredRevision[];
  /** By the number of revisions; the first is 64 zeros. */
  readonly hashes: readonly string[];
  readonly findings: readonly Finding[];
}

/** @param rows of `revisions`, in the order of their numbers */
export function checkStoredRevisions(rows: readonly Raw[]): CheckedRevisions {
  const entries: string[] = [];
  const revisions: StoredRevision[] = [];
  const faults: Finding[] = [];
  for (const row of rows) {
    try {
      const revision = revisionOf(row);
      entries.push(revisionEntry(revision));
      revisions.push(revision);
    } catch (error) {
      entries.push("");
      faults.push(fault(`revision ${row["number"]} cannot be read: ${reasonOf(error)}`));
    }
  }
  const findings = [...numberFaults("revisions", rows), ...faults, ok(counted(rows.length, "revision"))];
  return { revisions, hashes: [NO_HASH, ...chainOf(entries.map(sha256))], findings };
}

/** @throws RangeError naming the column that holds a value that the service never stores */
function revisionOf(row: Raw): StoredRevision {
  return {
    number: numberIn(row, "number"),
    day: numberIn(row, "day") as UtcDay,
    revisedAt: numberIn(row, "revised_at") as Instant,
    reason: textIn(row, "reason"),
    corrected: {
      score: numberIn(row, "score"),
      smoothed: numberIn(row, "smoothed"),
      phase: textIn(row, "phase"),
      btcPriceUsd: numberIn(row, "btc_price_usd"),
    },
  };
}

/** Checks every statement that was ever signed, one after the other. */
interface StatementCheck {
  /** @returns the faults of a row of `statements`; rows come in the order of their numbers */
  take(row: Raw): readonly Finding[];
  /** The findings that are only known after the last one. */
  end(): readonly Finding[];
}

/** Begins a check of all statements against a chain whose hashes are known. */
export function statementCheck(chain: KnownChain): StatementCheck {
  const users: string[] = [];
  let count = 0;
  let newest: Reach = { position: -1, revisions: 0, signedAt: 0 as Instant };
  return {
    take(row) {
      count += 1;
      const keyId = String(row["key_id"]);
      if (!users.includes(keyId)) users.push(keyId);
      const signed = { text: String(row["text"]), keyId, signature: String(row["signature"]) };
      const { claim, faults } = checkStatement(signed, chain);
      const all = [...faults, ...rowFaults(row, claim)];
      if (row["number"] !== count) all.push(`statements: number is ${row["number"]} instead of ${count}`);
      if (claim !== undefined) {
        all.push(...orderFaults(claim, newest));
        newest = claim;
      }
      const named = all.map((text) => `statement ${count}: ${text}`);
      if (claim === undefined) return named.map(fault);
      const day = addDays(FIRST_DAY, claim.position);
      return named.map((text) => dayFault(day, text));
    },
    end: () => [
      ...userFaults([...chain.keys.keys()], users),
      ...coverFaults(chain, newest, count),
      ok(
        `${counted(count, "statement")}${count === 0 ? "" : `, the newest signed at ${formatInstant(newest.signedAt)}`}`,
      ),
    ],
  };
}

/** How far a statement reaches, and when it was signed. */
type Reach = Pick<Claim, "position" | "revisions" | "signedAt">;

/** Statements reach further and further; those that reach as far, of one key after another, were signed one after the other. */
function orderFaults(claim: Claim, last: Reach): readonly string[] {
  if (claim.position < last.position || claim.revisions < last.revisions) {
    return ["it comes after one that speaks of more"];
  }
  const isFurther = claim.position > last.position || claim.revisions > last.revisions;
  return isFurther || claim.signedAt > last.signedAt ? [] : ["it comes after one that says the same later, or as late"];
}

/** The faults of columns that repeat a part of the signed text. */
function rowFaults(row: Raw, claim: Claim | undefined): readonly string[] {
  if (claim === undefined) return [];
  return [
    ...(row["position"] === claim.position ? [] : ["statements: position is not the signed one"]),
    ...(row["signed_at"] === claim.signedAt ? [] : ["statements: signed_at is not the signed one"]),
  ];
}

/** Checks that each key has signed, the first of them first: a service that has made a key signs at once. */
function userFaults(keys: readonly string[], users: readonly string[]): readonly Finding[] {
  const idle = keys.filter((keyId) => !users.includes(keyId));
  const faults = idle.map((keyId) =>
    fault(
      `signing key ${keyId} has signed nothing: start the service once if it is new, else somebody has put it there`,
    ),
  );
  const [listed, used] = [keys, users].map((all) => all.filter((each) => keys.includes(each) && users.includes(each)));
  if (String(listed) !== String(used)) faults.push(fault("signing_keys: not in the order in which they began to sign"));
  return faults;
}

function coverFaults(
  { hashes, revisionHashes }: KnownChain,
  newest: { readonly position: number; readonly revisions: number },
  count: number,
): readonly Finding[] {
  if (count === 0) return [unsignedEnd("nothing is signed: start the service once")];
  const unsigned = hashes.length - 1 - newest.position;
  const revisions = revisionHashes.length - 1 - newest.revisions;
  if (unsigned === 0 && revisions === 0) return [];
  const what = [
    ...(unsigned === 0 ? [] : [counted(unsigned, "link")]),
    ...(revisions === 0 ? [] : [counted(revisions, "revision")]),
  ].join(" and ");
  return [
    unsignedEnd(
      `the newest ${what} ${unsigned + revisions === 1 ? "is" : "are"} not signed: start the service once, or somebody has removed a statement`,
    ),
  ];
}

function unsignedEnd(text: string): Finding {
  return { ...fault(text), isUnsigned: true };
}

/** How many days, links and rows there are, as findings. */
export function dayFindings({ days, rows, hashes }: DayCheck): readonly Finding[] {
  if (days.count === 0 && hashes.length === 0) {
    return [{ ...fault("no day is closed yet: there is no chain"), isEmpty: true }];
  }
  const upTo = (last: number | undefined) => (last === undefined ? "" : ` up to ${dayName(last)}`);
  return [
    ok(`${counted(days.count, "closed day")}${upTo(days.last)}, ${counted(hashes.length, "link")}`),
    ok(`${counted(rows.count, "history row")}${upTo(rows.last)}`),
  ];
}

function numberFaults(table: string, rows: readonly Raw[]): readonly Finding[] {
  const isWhole = rows.every((row, index) => row["number"] === index + 1);
  return isWhole ? [] : [fault(`${table}: the numbers have a gap or a repetition`)];
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
