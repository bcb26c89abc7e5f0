import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { openSqlite, sqliteSchema } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import type { OpenDatabase } from "../../../src/storage/term.js";
import { appendDays, storedDays, storedRows } from "../../support/sample-ledger.js";
import { tempFolder, tempSqlite, tempSqliteStores } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { keyStoreSuite } from "./key-store.suite.js";
import { ledgerStoreSuite } from "./ledger-store.suite.js";
import { migrationsSuite } from "./migrations.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { closedDays, historyRows } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";

describe("SQLite", () => {
  observationStoreSuite(tempSqliteStores);
  ledgerStoreSuite(tempSqliteStores);
  scoreStoreSuite(tempSqliteStores);
  keyStoreSuite(tempSqliteStores);
  migrationsSuite(async () => {
    const folder = tempFolder();
    const path = join(folder, "peak.db");
    writeFileSync(path, "");
    return {
      schema: sqliteSchema,
      open: (access, options) => openSqlite(folder, access, options),
      content: async () => readFileSync(path),
    };
  });

  test("a text in the column of a number is refused", async () => {
    const { queries } = await tempSqlite();
    const storing = sql`insert into observations values ('btc-price', 'kraken', 1, 1, 'dear')`.execute(queries);
    await expect(storing).rejects.toThrow("cannot store TEXT value in REAL column");
  });
});

describe("the SQLite file", () => {
  test("is made with its folder, and holds after closing what was stored", async () => {
    const folder = join(tempFolder(), "deep", "down");
    const stores = openStores(await tempSqlite(folder));
    await appendDays(stores, closedDays(0, 3), historyRows(1, 2));
    await stores.close();
    expect(await storedRows(openStores(await tempSqlite(folder)))).toEqual(historyRows(1, 2));
  });

  test("is written through to the disk at every commit", async () => {
    const database = await tempSqlite();
    expect(await pragma(database, "journal_mode")).toBe("wal");
    expect(await pragma(database, "synchronous")).toBe(2);
    expect(await pragma(database, "foreign_keys")).toBe(1);
  });

  test.each([
    ["with tables of its own", "create table notes (text)"],
    ["with one of our names", "create table observations (text); create table ledger (text)"],
    ["that has said whose it is", "pragma application_id = 7"],
    [
      "with our tables, that has not said whose it is",
      "create table observations (a); create table kysely_migration (name)",
    ],
  ])("is never another program's, %s, which stays as it was", async (_what, statements) => {
    const folder = tempFolder();
    const path = join(folder, "peak.db");
    const file = new SqliteFile(path);
    file.exec(statements);
    file.close();
    const before = readFileSync(path);
    for (const access of ["write", "read", "exclusive"] as const) {
      await expect(openSqlite(folder, access)).rejects.toThrow(
        `${path} is a database of another program: move it away, or choose another DATA_DIR`,
      );
    }
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(folder).sort()).toEqual(["peak.db", "peak.lock"]);
  });

  test("is refused with one sentence when the folder cannot be used", async () => {
    const file = join(tempFolder(), "file");
    writeFileSync(file, "");
    for (const folder of [file, join(file, "below")]) {
      const opening = openSqlite(folder);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow(/^cannot use the folder .*; check DATA_DIR and who may write there$/);
    }
  });

  test("is refused when it is no database, stays as it was, and leaves no lock behind", async () => {
    const folder = tempFolder();
    const path = join(folder, "peak.db");
    const text = "date,price\n2026-11-20,1\n".repeat(50);
    writeFileSync(path, text);
    const opening = openSqlite(folder);
    await expect(opening).rejects.toThrow(StorageError);
    await expect(opening).rejects.toThrow(`${path} is not a database: move it away, or choose another DATA_DIR`);
    expect(readFileSync(path, "utf8")).toBe(text);
    rmSync(path);
    await openStores(await tempSqlite(folder)).newest();
  });

  test("tells the true reason when the disk is full, and keeps nothing of what did not fit", async () => {
    const database = await tempSqlite();
    const stores = openStores(database);
    const signer = testSigner();
    await appendDays(stores, closedDays(0, 2), [], signer);
    await sql`pragma max_page_count = 60`.execute(database.queries);
    const appending = appendDays(stores, closedDays(2, 6000), [], signer);
    await expect(appending).rejects.toThrow("the database could not append to the ledger: database or disk is full");
    await expect(appending).rejects.toMatchObject({ name: "StorageError", cause: { code: "SQLITE_FULL" } });
    await appendDays(stores, closedDays(2, 1), [], signer);
    expect(await storedDays(stores)).toEqual(closedDays(0, 3));
  });
});

describe("a short write beside the SQLite file's writer", () => {
  test("is stored while the writer goes on, and neither needs the folder's lock nor gives it away", async () => {
    const folder = tempFolder();
    const signer = testSigner();
    const writer = openStores(await tempSqlite(folder));
    await appendDays(writer, closedDays(0, 2), [], signer);
    const beside = openStores(await openSqlite(folder, "beside"));
    await beside.state.put("from", "beside");
    await appendDays(writer, closedDays(2, 1), [], signer);
    await expect(openSqlite(folder)).rejects.toThrow("another Peak process is using the folder");
    await beside.close();
    expect([await writer.state.get("from"), await storedDays(writer)]).toEqual(["beside", closedDays(0, 3)]);
  });
});

describe("a reader of the SQLite file", () => {
  test("sees what is committed and changes nothing", async () => {
    const folder = tempFolder();
    const signer = testSigner();
    const writer = openStores(await tempSqlite(folder));
    await appendDays(writer, closedDays(0, 2), [], signer);
    const reader = openStores(await openSqlite(folder, "read"));
    expect(await storedDays(reader)).toEqual(closedDays(0, 2));
    await appendDays(writer, closedDays(2, 1), [], signer);
    expect(await storedDays(reader)).toEqual(closedDays(0, 3));
    await expect(reader.state.put("key", "value")).rejects.toThrow(StorageError);
    await reader.close();
  });

  test("is told when there is no database yet, and makes none", async () => {
    const folder = join(tempFolder(), "data");
    await expect(openSqlite(folder, "read")).rejects.toThrow(/^there is no database at .*peak\.db yet/);
    expect(existsSync(folder)).toBe(false);
  });
});

async function pragma(database: OpenDatabase, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(
    database.queries.withoutPlugins(),
  );
  return rows[0]?.[name];
}
