import { existsSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { ReplacedError } from "../../../src/storage/database.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { getState, putState } from "../../../src/storage/state.js";
import { appendDays, storedDays } from "../../support/sample-ledger.js";
import { closedDays } from "../../support/sample-rows.js";
import { tempDatabase, tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";

describe("a new SQLite database", () => {
  test("is created with its folders, and keeps what was stored", async () => {
    const folder = join(tempFolder(), "deep", "down");
    const database = await tempSqlite(folder);
    await appendDays(database.db, closedDays(0, 3), []);
    await database.close();
    expect(await storedDays((await tempSqlite(folder)).db)).toEqual(closedDays(0, 3));
  });

  test.each([
    ["journal_mode", "wal"],
    ["synchronous", 2], // FULL: each write is on the disk before it is reported
  ] as const)("is opened with %s = %s", async (name, value) => {
    const { rows } = await sql<object>`pragma ${sql.raw(name)}`.execute((await tempDatabase()).withoutPlugins());
    expect(rows[0]).toEqual({ [name]: value });
  });
});

test("nothing is read from or written to a SQLite file that was removed or replaced while open", async () => {
  const [folder, other] = [tempFolder(), tempFolder()];
  const { db } = await tempSqlite(folder);
  await putState(db, "a", 1);
  await (await openSqlite(other)).close();
  const path = join(folder, "peak.db");
  renameSync(path, `${path}.old`);
  renameSync(join(other, "peak.db"), path);
  const sentence = new ReplacedError(`${path} was removed or replaced: restore it, or restart`);
  await expect(getState(db, "a")).rejects.toThrow(sentence);
  await expect(appendDays(db, closedDays(0, 1), [])).rejects.toThrow(sentence);
  renameSync(`${path}.old`, path);
  expect(await getState(db, "a")).toBe(1);
});

test.each([
  ["has other tables", "create table notes (text)"],
  ["has another application id", "pragma application_id = 7"],
  ["has our tables but no application id", "create table ledger (a); create table kysely_migration (name)"],
])("a SQLite database that %s is refused as another program's and stays unchanged", async (_what, statements) => {
  const folder = tempFolder();
  const path = join(folder, "peak.db");
  const file = new SqliteFile(path);
  file.exec(statements);
  file.close();
  const before = readFileSync(path);
  for (const access of ["write", "read"] as const) {
    await expect(openSqlite(folder, access)).rejects.toThrow(
      `${path} is a database of another program: move it away, or choose another DATA_DIR`,
    );
  }
  expect(readFileSync(path)).toEqual(before);
  expect(readdirSync(folder).sort()).toEqual(["peak.db", "peak.lock"]);
});

test.each([
  ["that is a file", "file", "", /^cannot use the folder .*: not a directory; check DATA_DIR and its permissions$/],
  [
    "whose peak.db is not a database",
    "peak.db",
    "date,price\n".repeat(50),
    /^.*peak.db is not a database: move it away, or/,
  ],
])("a DATA_DIR %s is refused with one sentence and stays unchanged", async (_what, name, text, sentence) => {
  const folder = tempFolder();
  writeFileSync(join(folder, name), text);
  const opening = openSqlite(name === "file" ? join(folder, name) : folder);
  await expect(opening).rejects.toThrow(StorageError);
  await expect(opening).rejects.toThrow(sentence);
  expect(readFileSync(join(folder, name), "utf8")).toBe(text);
});

test("a new data folder is accessible to its owner only", async () => {
  const folder = join(tempFolder(), "made");
  await (await openSqlite(folder)).close();
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a full disk is named as the reason, and a write that does not fit is not stored at all", async () => {
  const db = await tempDatabase();
  const signer = testSigner();
  await appendDays(db, closedDays(0, 2), [], signer);
  await sql`pragma max_page_count = 60`.execute(db);
  const appending = appendDays(db, closedDays(2, 6000), [], signer);
  await expect(appending).rejects.toThrow("the database failed: database or disk is full");
  await appendDays(db, closedDays(2, 1), [], signer);
  expect(await storedDays(db)).toEqual(closedDays(0, 3));
});

test("a command can write while a service uses the folder, but a second service is refused", async () => {
  const folder = tempFolder();
  const signer = testSigner();
  const writer = (await tempSqlite(folder)).db;
  await appendDays(writer, closedDays(0, 2), [], signer);
  const beside = await openSqlite(folder, "beside");
  await putState(beside.db, "from", "beside");
  await appendDays(writer, closedDays(2, 1), [], signer);
  await expect(openSqlite(folder)).rejects.toThrow("another Peak process is using the folder");
  await beside.close();
  expect([await getState(writer, "from"), await storedDays(writer)]).toEqual(["beside", closedDays(0, 3)]);
});

test("a database that cannot be read is not mistaken for a missing one", async () => {
  const folder = tempFolder();
  const loop = join(folder, "peak.db");
  symlinkSync(loop, loop);
  const sentence = new StorageError(`cannot open ${loop}: too many symbolic links encountered`);
  for (const place of [folder, loop]) await expect(openSqlite(place, "read")).rejects.toThrow(sentence);
});

test("a reader sees committed data, changes nothing, and creates no database", async () => {
  const folder = tempFolder();
  const none = join(folder, "none");
  await expect(openSqlite(none, "read")).rejects.toThrow(/^there is no database at .*peak\.db yet/);
  expect(existsSync(none)).toBe(false);
  const signer = testSigner();
  const writer = (await tempSqlite(folder)).db;
  const reader = await openSqlite(folder, "read");
  await appendDays(writer, closedDays(0, 2), [], signer);
  expect(await storedDays(reader.db)).toEqual(closedDays(0, 2));
  await expect(putState(reader.db, "key", "value")).rejects.toThrow(StorageError);
  await reader.close();
});

test("the service that uses the folder can lead again after its term", async () => {
  const database = await tempSqlite();
  const term = await database.beginTerm("x");
  await term?.end("enough");
  const again = await database.beginTerm("x");
  await putState(again?.db ?? database.db, "a", 1);
  expect(await database.leader()).toBeUndefined();
});
