/** Commands with a signing key sign, copy, import and accept only the key's own ledger. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSigner, SignedHeadFile } from "../../../src/ledger/signing-key.js";
import { SOURCE_NAMES } from "../../../src/sources/order.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { quietLog } from "../../support/quiet-log.js";
import { runPeak } from "../../support/run-peak.js";
import { appendDays, appendForgery, bodiesOf } from "../../support/sample-ledger.js";
import { closedDay, closedDays, historyRows } from "../../support/sample-rows.js";
import { tempFolder } from "../../support/temp-sqlite.js";

/** The newest day; the key and a statement are before it. */
const HEAD = 42;
/** The position after the statement about it. */
const FOREIGN = "entry 44: it adds a key that no key of this installation vouches for";

/** A folder whose service has signed 40 days, then one more, and saved that position. */
async function installation() {
  const folder = tempFolder();
  const signingKeyFile = join(folder, "signing-key.pem");
  const signer = await openSigner({ signingKeyFile });
  await using opened = await openSqlite(folder);
  const history = await appendDays(opened.db, closedDays(0, 40), historyRows(11, 30), signer);
  await history.append(
    opened.db,
    bodiesOf(closedDays(40, 1), historyRows(41, 1), history.settled),
    signer,
    closedDay(41).closedAt,
  );
  const head = { position: HEAD, hash: history.current?.proof?.proof.hash ?? "" };
  await new SignedHeadFile(signingKeyFile, quietLog()).keep(head);
  return { folder, signingKeyFile };
}

async function forge(folder: string): Promise<void> {
  await using opened = await openSqlite(folder);
  await appendForgery(opened.db);
}

/** Removes the newest day and its statement, so that the ledger ends with an older statement by the same key. */
async function cutOff(folder: string): Promise<void> {
  await using opened = await openSqlite(folder);
  await opened.db.deleteFrom("ledger").where("position", ">=", HEAD).execute();
}

async function entriesIn(folder: string): Promise<number> {
  await using opened = await openSqlite(folder);
  return (await opened.db.selectFrom("ledger").select("position").execute()).length;
}

const revise = (folder: string) =>
  runPeak(["revise", "--day", "2010-08-20", "--price", "200", "--reason", "misread", "--yes"], { DATA_DIR: folder });

test("peak revise signs nothing if the ledger lacks entries that its key has signed", async () => {
  const { folder } = await installation();
  await cutOff(folder);
  const { code, err } = await revise(folder);
  expect([code, err]).toEqual([1, "peak: entry 42: signed entries after this one are missing\n"]);
  expect(await entriesIn(folder)).toBe(HEAD);
});

test("peak revise signs nothing after a day signed by an unknown key", async () => {
  const { folder } = await installation();
  await forge(folder);
  const before = await entriesIn(folder);
  expect(await revise(folder)).toEqual({ code: 1, out: "", err: `peak: ${FOREIGN}\n` });
  expect(await entriesIn(folder)).toBe(before);
});

test("peak revise without a signing key creates none", async () => {
  const folder = tempFolder();
  await (await openSqlite(folder)).close();
  const { code, err } = await revise(folder);
  const key = join(folder, "signing-key.pem");
  expect([code, err]).toEqual([2, `peak: SIGNING_KEY_FILE ${key} does not exist: put the service's key there\n`]);
  expect(existsSync(key)).toBe(false);
});

test("peak verify and peak doctor name the entry that adds an unknown key", async () => {
  const { folder } = await installation();
  await forge(folder);
  const verified = await runPeak(["verify"], { DATA_DIR: folder });
  expect([verified.code, verified.out]).toEqual([1, expect.stringContaining(FOREIGN)]);
  const { out } = await runPeak(["doctor"], { DATA_DIR: folder, UPSTREAMS_DISABLED: SOURCE_NAMES.join() });
  expect(out).toMatch(new RegExp(`^database +failed +.*${FOREIGN}$`, "m"));
});

test("peak backup does not replace good copies with one signed by an unknown key", async () => {
  const { folder } = await installation();
  await forge(folder);
  const copy = join(tempFolder(), "peak-1.db");
  const { code, err } = await runPeak(["backup", copy], { DATA_DIR: folder });
  const reason = `no backup was made: the history is not sound: ${FOREIGN}`;
  expect([code, err, existsSync(copy)]).toEqual([1, `peak: ${reason}\n`, false]);
});

test.each([
  ["ends with an unknown key", forge, FOREIGN],
  ["lacks what the key has signed", cutOff, "entry 42: signed entries after this one are missing"],
])("peak import with a signing key rejects a history that %s", async (_what, change, fault) => {
  const { folder, signingKeyFile } = await installation();
  await change(folder);
  const file = join(tempFolder(), "export.jsonl");
  writeFileSync(file, (await runPeak(["export"], { DATA_DIR: folder })).out);
  const settings = { DATA_DIR: tempFolder(), SIGNING_KEY_FILE: signingKeyFile };
  const { code, err } = await runPeak(["import", file], settings);
  expect([code, err]).toEqual([1, expect.stringContaining(`the history is not this installation's: ${fault}: move `)]);
  expect(await entriesIn(settings.DATA_DIR)).toBe(0);
});

test("peak import with a signing key accepts the key's own history", async () => {
  const { folder, signingKeyFile } = await installation();
  const file = join(tempFolder(), "export.jsonl");
  writeFileSync(file, (await runPeak(["export"], { DATA_DIR: folder })).out);
  const remembered = readFileSync(`${signingKeyFile}.signed`, "utf8");
  const settings = { DATA_DIR: tempFolder(), SIGNING_KEY_FILE: signingKeyFile };
  const { code, out, err } = await runPeak(["import", file], settings);
  expect([code, out, err]).toEqual([0, expect.stringMatching(/^\d+ rows imported; the history is sound\n$/), ""]);
  expect(readFileSync(`${signingKeyFile}.signed`, "utf8")).toBe(remembered);
});

test("peak import with a different signing key rejects the history", async () => {
  const { folder } = await installation();
  const file = join(tempFolder(), "export.jsonl");
  writeFileSync(file, (await runPeak(["export"], { DATA_DIR: folder })).out);
  const other = await installation();
  const settings = { DATA_DIR: tempFolder(), SIGNING_KEY_FILE: other.signingKeyFile };
  expect((await runPeak(["import", file], settings)).code).toBe(1);
});
