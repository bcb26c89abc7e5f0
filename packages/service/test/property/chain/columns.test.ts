import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { tempFolder } from "../../support/temp-sqlite.js";
import { breakIn, copyTo, live, TABLES } from "./histories.js";
import { faultsOf, standalone } from "./verifiers.js";

/** A key that signs nothing: the first of RFC 8032, section 7.1. */
const IDLE = { id: "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };

let folder: string;
let path: string;

/** Eight days, two keys of which the second is endorsed, a correction, four statements. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "peak-"));
  path = await live(folder, [
    { what: "close", days: 6, isSigned: true },
    { what: "rotate" },
    { what: "revise", back: 0 },
    { what: "close", days: 2, isSigned: true },
  ]);
  return () => rmSync(folder, { recursive: true, force: true });
});

describe("found by both verifiers:", () => {
  test("any column of any table, altered in the first row and in the last", { timeout: 60_000 }, async () => {
    const missed = await unfound(columns());
    expect(missed).toEqual([]);
  });

  test("the statements of a twin", { timeout: 60_000 }, async () => {
    const last = "select max(number) from statements";
    const key = "select max(number) from signing_keys";
    const missed = await unfound([
      `insert into statements select number + 1, position, text, key_id, signature, signed_at from statements where number = (${last})`,
      respelled("statements", "signature", last),
      respelled("signing_keys", "endorsement", key),
      respelled("signing_keys", "x", key),
      `insert into signing_keys values (3, '${IDLE.id}', '${IDLE.x}', 0, null, null)`,
      "update statements set number = -number; update statements set number = 3 + number where number >= -2",
      "update signing_keys set number = 3 - number + 10; update signing_keys set number = number - 10",
    ]);
    expect(missed).toEqual([]);
  });
});

/** A statement a column and end, each of which makes a value another one of its type. */
function columns(): readonly string[] {
  const file = breakIn(copyTo(path, tempFolder()));
  const statements = TABLES.flatMap((table) => {
    const columns = file.pragma(`table_info(${table})`) as { name: string; type: string }[];
    return columns
      .filter(({ name }) => name !== "added_at") // nothing stands on it, see docs/verifying.md
      .flatMap(({ name, type }) =>
        ["min", "max"].map((end) => {
          const value = type.toLowerCase() === "text" ? `coalesce(${name}, '') || 'a'` : `coalesce(${name}, 0) + 100`;
          return `update ${table} set ${name} = ${value} where rowid = (select ${end}(rowid) from ${table})`;
        }),
      );
  });
  file.close();
  return statements;
}

/** The last sign of a text in base64url holds bits that stand for nothing: with one of them set the bytes are the same. */
function respelled(table: string, column: string, which: string): string {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const next = `substr('${signs}', instr('${signs}', substr(${column}, -1)) + 1, 1)`;
  return `update ${table} set ${column} = substr(${column}, 1, length(${column}) - 1) || ${next} where number = (${which})`;
}

/** Those after which one of the two finds everything sound. */
async function unfound(statements: readonly string[]): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const statement of statements) {
    const copy = copyTo(path, tempFolder());
    const file = breakIn(copy);
    file.exec(statement);
    file.close();
    broken.push(copy);
  }
  const ends = await standalone(broken.map((each) => ({ args: [each] })));
  const missed: string[] = [];
  for (const [index, statement] of statements.entries()) {
    const own = await faultsOf(broken[index] ?? "");
    if (own.length === 0) missed.push(`peak verify: ${statement}`);
    if (ends[index]?.code !== 1) missed.push(`verify.py: ${statement}`);
  }
  return missed;
}
