import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { PublishingHeldError } from "../../../src/domain/errors.js";
import { publicRow } from "../../../src/domain/history.js";
import { signChain } from "../../../src/history/sign-chain.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { closedDay, historyRow } from "../../contract/storage/samples.js";
import { fakeClock } from "../../support/fake-clock.js";
import { never, signedMemory, startedCheck } from "../../support/history-check.js";
import { noHolds } from "../../support/no-holds.js";
import { quietLog } from "../../support/quiet-log.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { breakIn, breakInBeside, copyTo, live, lives, TABLES } from "./histories.js";
import { faultsOf, standalone } from "./verifiers.js";

let path: string;

/** Eight days, three keys of which the second is endorsed, two corrections, and statements of two keys that say the same. */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "peak-"));
  path = await live(folder, [
    { what: "close", days: 6, isSigned: true },
    { what: "rotate" },
    { what: "revise", back: 0 },
    { what: "revise", back: 1 },
    { what: "close", days: 2, isSigned: true },
    { what: "lose" },
  ]);
  return () => rmSync(folder, { recursive: true, force: true });
});

describe("by somebody who may write to the database and knows SQL, but not the chain,", () => {
  test("any column of any table, altered in the first row and in the last, is found by both verifiers", {
    timeout: 60_000,
  }, async () => {
    expect(await unfound(await broken(TABLES.flatMap(alterations)))).toEqual([]);
  });

  test("a row or table removed, repeated, put after the last, put in another's place or without its key is noticed before the next signing, which does not come, never shown, and found by both verifiers", {
    timeout: 60_000,
  }, async () => {
    const copies: Copy[] = [];
    for (const act of [...TABLES.flatMap(moves), ...RESPELLED]) copies.push({ act, path: await noticed(act) });
    expect(await unfound(copies)).toEqual([]);
  });
});

test("whatever happens to an installation, both verifiers find its chain sound, and its service goes on signing", {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(lives, async (steps) => {
      const lived = await live(tempFolder(), steps);
      expect(await faultsOf(lived)).toEqual([]);
      expect(await standalone([{ args: [lived] }])).toMatchObject([{ code: 0 }]);
      const { stores, history, signAs, started } = await running(lived);
      const count = (await stores.days.closedDays()).length;
      await history.append([closedDay(count)], [historyRow(count + 1)]);
      expect(await signAs(history)).toBe(true);
      await started().run();
      await stores.close();
    }),
    { numRuns: 4 },
  );
});

/** The columns that name a row, and what follows the last one. A key that signs nothing is the first of RFC 8032, section 7.1. */
const KEYS: Readonly<Record<(typeof TABLES)[number], Readonly<Record<string, string>>>> = {
  closed_days: { day: "day + 1" },
  closed_majors: { day: "day + 1", coin: "coin" },
  history: { day: "day + 1" },
  links: { position: "position + 1", day: "day + 1" },
  statements: { number: "number + 1" },
  signing_keys: {
    number: "number + 1",
    key_id: "'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'",
    x: "'11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'",
  },
  revisions: { number: "number + 2" }, // with the next number it is one that `peak revise` could have added
};

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Without when a key was added, on which nothing stands: see docs/verifying.md. */
function columnsOf(table: string): readonly Column[] {
  const file = breakIn(copyTo(path, tempFolder()));
  const columns = file.pragma(`table_info(${table})`) as readonly Column[];
  file.close();
  return columns.filter(({ name }) => name !== "added_at");
}

/** A statement a column and end, each of which makes a value another one of its type; and of each double the last bits. */
function alterations(table: (typeof TABLES)[number]): readonly string[] {
  return columnsOf(table).flatMap(({ name, type }) => {
    const at = (end: string) => `where rowid = (select ${end}(rowid) from ${table})`;
    const other = type.toLowerCase() === "text" ? `coalesce(${name}, '') || 'a'` : `coalesce(${name}, 0) + 100`;
    const values = [`${other} ${at("min")}`, `${other} ${at("max")}`];
    if (type.toLowerCase() === "real") values.push(`coalesce(${name}, 1) * (1 + 4.44e-16) ${at("max")}`);
    return values.map((value) => `update ${table} set ${name} = ${value}`);
  });
}

/** What can be done to the rows of a table as a whole. */
function moves(table: (typeof TABLES)[number]): readonly string[] {
  const names = columnsOf(table).map(({ name }) => name);
  const keys = Object.keys(KEYS[table]);
  const last = `select max(rowid) from ${table}`;
  const anew = `create table loose as select * from ${table}; drop table ${table}; alter table loose rename to ${table}`;
  const others = names.filter((name) => !keys.includes(name)).join(", ");
  const [twoNewest, key] = [`order by rowid desc limit 2`, keys.join(", ")];
  return [
    `delete from ${table} where rowid = (select min(rowid) from ${table})`,
    `delete from ${table} where rowid = (${last})`,
    `delete from ${table}`,
    `insert into ${table} (${names.join(", ")}${table === "signing_keys" ? ", added_at" : ""})
      select ${names.map((name) => KEYS[table][name] ?? name).join(", ")}${table === "signing_keys" ? ", 0" : ""}
      from ${table} where rowid = (${last})`,
    `${anew}; insert into ${table} select * from ${table} where rowid = (${last})`,
    ...keys.map((name) => `${anew}; update ${table} set ${name} = 'none' where rowid = (${last})`),
    table === "signing_keys"
      ? "update signing_keys set number = 10 - number; update signing_keys set number = number - 6"
      : `create temp table two as select * from ${table} ${twoNewest};
        update ${table} set (${others}) = (select ${others} from two where (${keys.map((name) => `two.${name}`).join(", ")}) <>
          (${keys.map((name) => `${table}.${name}`).join(", ")})) where (${key}) in (select ${key} from two)`,
  ];
}

/** The last sign of a text in base64url holds bits that stand for nothing: with one of them set the bytes are the same. */
const RESPELLED = [
  ["statements", "signature", "select max(number) from statements"],
  ["signing_keys", "endorsement", "2"],
  ["signing_keys", "x", "2"],
].map(([table, column, which]) => {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const next = `substr('${signs}', instr('${signs}', substr(${column}, -1)) + 1, 1)`;
  return `update ${table} set ${column} = substr(${column}, 1, length(${column}) - 1) || ${next} where number = (${which})`;
});

/** A service on a copy of a database, which has checked it and remembers what was signed. */
async function running(original: string) {
  const folder = tempFolder();
  const copy = copyTo(original, folder);
  const stores = openStores(await openSqlite(folder));
  const memory = signedMemory();
  const history = startedCheck(stores, { memory });
  await history.run();
  const clock = fakeClock("2026-11-22T06:00:00Z");
  const deps = { clock, log: quietLog(), stores, memory, checkPublishing: noHolds.check };
  const signAs = (check: typeof history) => signChain({ ...deps, signer: testSigner(), history: check }, never);
  return { copy, stores, history, signAs, started: () => startedCheck(stores, { memory }) };
}

/** Does it beside a running service. @returns the copy on which it was done */
async function noticed(act: string): Promise<string> {
  const { copy, stores, history, signAs, started } = await running(path);
  try {
    const follower = startedCheck(stores, { model: undefined });
    const signed = (await stores.chain.revisions()).length;
    /** The rows and signed revisions that an instance shows which only answers; nothing where it shows none. */
    const shown = () =>
      follower.run().then(
        ({ rows, revisions }) => JSON.stringify([rows.map(publicRow), revisions.slice(0, signed)]),
        (error: unknown) => void expect(error).toBeInstanceOf(PublishingHeldError),
      );
    const before = { shown: await shown(), statement: await stores.chain.newestStatement() };
    await history.forSigning(never); // what was checked before may still be signed
    const file = breakInBeside(copy);
    file.exec(act);
    file.close();
    const left = await stores.chain.newestStatement();
    for (const check of [history, started()]) await expect(signAs(check), act).rejects.toThrow(PublishingHeldError);
    expect(await stores.chain.newestStatement()).toEqual(left);
    expect([before.shown, undefined], act).toContain(await shown());
    expect([before.shown, before.statement]).not.toContain(undefined);
    return copy;
  } finally {
    await stores.close();
  }
}

interface Copy {
  readonly act: string;
  readonly path: string;
}

async function broken(acts: readonly string[]): Promise<readonly Copy[]> {
  return acts.map((act) => {
    const copy = copyTo(path, tempFolder());
    const file = breakIn(copy);
    file.exec(act);
    file.close();
    return { act, path: copy };
  });
}

/** What one of the two verifiers finds sound. */
async function unfound(copies: readonly Copy[]): Promise<readonly string[]> {
  const ends = await standalone(copies.map((each) => ({ args: [each.path] })));
  const missed: string[] = [];
  for (const [index, { act, path }] of copies.entries()) {
    if ((await faultsOf(path)).length === 0) missed.push(`peak verify: ${act}`);
    if (ends[index]?.code !== 1) missed.push(`verify.py: ${act}`);
  }
  return missed;
}
