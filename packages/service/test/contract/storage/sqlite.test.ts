import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { Kysely, SqliteDialect, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { type OpenDatabase, storeWriter } from "../../../src/storage/database.js";
import { pagesOf } from "../../../src/storage/maintenance/table-pages.js";
import { prepareTables } from "../../../src/storage/migrate.js";
import { MIGRATIONS } from "../../../src/storage/migrations.js";
import { openSqlite, sqliteSchema } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import type { Tables } from "../../../src/storage/tables.js";
import { tempFolder, tempSqlite, tempSqliteStores } from "../../support/temp-sqlite.js";
import { appendOnlySuite } from "./append-only.suite.js";
import { chainStoreSuite } from "./chain-store.suite.js";
import { dayStoreSuite } from "./day-store.suite.js";
import { keyStoreSuite } from "./key-store.suite.js";
import { latestStoresSuite } from "./latest-stores.suite.js";
import { allRows } from "./linked.js";
import { migrationsSuite } from "./migrations.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { closedDays, historyRow, historyRows } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";

const REPLACED = `drop trigger history_refuses_update;
  create trigger history_refuses_update after update on history begin select 1; end`;

const REPLACING = `drop table market; create table market (part text not null primary key on conflict replace,
  value real not null, source text not null, observed_at integer not null, fetched_at integer not null)`;

describe("SQLite", () => {
  observationStoreSuite(tempSqliteStores);
  dayStoreSuite(tempSqliteStores);
  scoreStoreSuite(tempSqliteStores);
  latestStoresSuite(tempSqliteStores);
  keyStoreSuite(tempSqliteStores);
  chainStoreSuite(() => tempSqlite());
  appendOnlySuite(() => tempSqlite());
  migrationsSuite(async () => {
    const folder = tempFolder();
    const path = join(folder, "peak.db");
    writeFileSync(path, "");
    return {
      dialect: sqliteSchema,
      open: (access) => openSqlite(folder, access),
      content: async () => readFileSync(path),
    };
  });

  test("a migration that fails leaves no table behind", async () => {
    const folder = tempFolder();
    const file = new SqliteFile(join(folder, "peak.db"));
    file.exec("pragma application_id = 0x5045414b; create table scores (mine text)");
    file.close();
    await expect(openSqlite(folder)).rejects.toThrow("the database could not bring its tables up to date");
    const left = new SqliteFile(join(folder, "peak.db"));
    expect(left.prepare("select name from sqlite_schema").pluck().all()).toEqual(["scores"]);
    left.close();
  });

  test("INSERT OR REPLACE is no way around an append-only table", async () => {
    const database = await tempSqlite();
    const { days } = openStores(database);
    await days.append([], historyRows(1, 1));
    const replacing = sql`insert or replace into history select * from history`.execute(database.queries);
    await expect(replacing).rejects.toThrow("history is append-only");
    expect(await allRows({ days })).toEqual([historyRow(1)]);
  });

  /** The forgery is complete: the row is changed before its link is made. */
  const FORGING = `create trigger mine after insert on history begin
    update history set score = 99 where day = new.day; end`;

  test("a day that a trigger of somebody else's changes while it is stored is not stored", async () => {
    const database = await tempSqlite();
    const { days } = openStores(database);
    await days.append(closedDays(0, 3), historyRows(1, 3));
    for (const statement of ["drop trigger history_refuses_update", FORGING])
      await sql.raw(statement).execute(database.queries);
    const storing = days.append(closedDays(3, 1), historyRows(4, 1));
    await expect(storing).rejects.toThrow(
      "2010-07-21 was changed while it was stored, by a trigger of somebody else's",
    );
    expect([await days.lastClosedDay(), await allRows({ days })]).toEqual([
      closedDays(2, 1)[0]?.day,
      historyRows(1, 3),
    ]);
  });

  const FOREIGN = "in this database and was not made by Peak: find out who did that, and remove it";
  const ALTERED = "not in this database as Peak has made it: find out who did that, and restore a backup";

  test.each([
    ["a trigger of somebody else's", FORGING, `the trigger mine on history is ${FOREIGN}`],
    ["a view", "create view mine as select 1", `the view mine is ${FOREIGN}`],
    ["a virtual table", "create virtual table mine using fts5(x)", `the table mine is ${FOREIGN}`],
    ["a unique index", "create unique index mine on scores (btc_phase)", `the index mine on scores is ${FOREIGN}`],
    [
      "a guard gone",
      "drop trigger history_refuses_update",
      `the trigger history_refuses_update on history is ${ALTERED}`,
    ],
    ["a guard that does something else", REPLACED, `the trigger history_refuses_update on history is ${ALTERED}`],
    [
      "an index gone",
      "drop index observations_by_time",
      `the index observations_by_time on observations is ${ALTERED}`,
    ],
    ["a table that replaces rows", REPLACING, `the table market is ${ALTERED}`],
  ])("with %s is opened by nobody", async (_what, statements, sentence) => {
    const folder = tempFolder();
    await (await openSqlite(folder)).close();
    const file = new SqliteFile(join(folder, "peak.db"));
    file.exec(statements);
    file.close();
    for (const access of ["write", "read", "exclusive"] as const)
      await expect(openSqlite(folder, access)).rejects.toThrow(sentence);
  });

  test("the texts of the first tables stay as databases have them, whichever version of a library makes them", async () => {
    const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new SqliteFile(":memory:") }) });
    const migrations = { "0001-tables": MIGRATIONS["0001-tables"] };
    await prepareTables(queries, sqliteSchema, "write", { migrations });
    const texts = sql<{ sql: string }>`select sql from sqlite_schema where sql is not null order by type, name`;
    const { rows } = await texts.execute(queries);
    const digest = createHash("sha256").update(rows.map((row) => row.sql).join("\n"));
    expect(digest.digest("hex")).toBe("a5bfce50fa3f12f2615ca618915dcad431364b44a556cfec6cab26566a525bc5");
  });

  test("a text in the column of a number is refused", async () => {
    const { queries } = await tempSqlite();
    const storing = sql`insert into market values ('btcPrice', 'dear', 'kraken', 1, 1)`.execute(queries);
    await expect(storing).rejects.toThrow("cannot store TEXT value in REAL column");
  });
});

describe("the SQLite file", () => {
  test("is made with its folder, and holds after closing what was stored", async () => {
    const folder = join(tempFolder(), "deep", "down");
    const stores = openStores(await tempSqlite(folder));
    await stores.days.append(closedDays(0, 3), historyRows(1, 2));
    await stores.close();
    expect(await allRows(openStores(await tempSqlite(folder)))).toStrictEqual(historyRows(1, 2));
  });

  test("is written through to the disk at every commit", async () => {
    const database = await tempSqlite();
    expect(await pragma(database, "journal_mode")).toBe("wal");
    expect(await pragma(database, "synchronous")).toBe(2);
    expect(await pragma(database, "foreign_keys")).toBe(1);
  });

  test("is opened beside somebody who reads it", async () => {
    const folder = tempFolder();
    await (await openSqlite(folder)).close();
    const reader = await openSqlite(folder, "read");
    await openStores(reader).ping();
    await (await openSqlite(folder)).close();
    await reader.close();
  });

  test.each([
    ["with tables of its own", "create table notes (text)"],
    ["with one of our names", "create table observations (text); create table history (text)"],
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
    await openStores(await tempSqlite(folder)).ping();
  });

  test("is refused when something else than a file has its name", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "peak.db"));
    await expect(openSqlite(folder)).rejects.toThrow(
      /^cannot open .*peak\.db: .*; check who may write it and its folder$/,
    );
  });

  test("tells the true reason when the disk is full, and keeps nothing of what did not fit", async () => {
    const database = await tempSqlite();
    const { days } = openStores(database);
    await days.append(closedDays(0, 2), []);
    await sql`pragma max_page_count = 60`.execute(database.queries);
    const appending = days.append(closedDays(2, 6000), []);
    await expect(appending).rejects.toThrow("the database could not append days: database or disk is full");
    await expect(appending).rejects.toMatchObject({ name: "StorageError", cause: { code: "SQLITE_FULL" } });
    await days.append(closedDays(2, 1), []);
    expect(await days.closedDays()).toStrictEqual(closedDays(0, 3));
  });
});

describe("a short write beside the SQLite file's writer", () => {
  test("is stored while the writer goes on, and neither needs the folder's lock nor gives it away", async () => {
    const folder = tempFolder();
    const writer = openStores(await tempSqlite(folder));
    await writer.days.append(closedDays(0, 2), []);
    const beside = openStores(await openSqlite(folder, "beside"));
    await beside.installation.put("from", "beside");
    await writer.days.append(closedDays(2, 1), []);
    await expect(openSqlite(folder)).rejects.toThrow("another Peak process is using the folder");
    await beside.close();
    await writer.days.append(closedDays(3, 1), []);
    expect([await writer.installation.get("from"), await writer.days.lastClosedDay()]).toEqual([
      "beside",
      closedDays(3, 1)[0]?.day,
    ]);
  });

  test("waits for a transaction of the writer's that is under way, which would fail if something changed in between", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    const impatient = new SqliteFile(join(folder, "peak.db"), { timeout: 0 });
    const writeBeside = () => impatient.exec("insert into installation values ('from', 'beside')");
    await storeWriter(database, undefined).locked("read and write", async (inside) => {
      await inside.selectFrom("installation").selectAll().execute();
      expect(writeBeside).toThrow("database is locked");
      await inside.insertInto("installation").values({ key: "from the", value: "writer" }).execute();
    });
    writeBeside();
    impatient.close();
    expect(await openStores(database).installation.get("from the")).toBe("writer");
  });

  test("makes no database and changes no table", async () => {
    const folder = join(tempFolder(), "data");
    await expect(openSqlite(folder, "beside")).rejects.toThrow(/^there is no database at .*peak\.db yet/);
    expect(existsSync(folder)).toBe(false);
  });
});

describe("a reader of the SQLite file", () => {
  test("sees what is committed and changes nothing", async () => {
    const folder = tempFolder();
    const writer = openStores(await tempSqlite(folder));
    await writer.days.append(closedDays(0, 2), []);
    const reader = openStores(await openSqlite(folder, "read"));
    expect(await reader.days.closedDays()).toStrictEqual(closedDays(0, 2));
    await writer.days.append(closedDays(2, 1), []);
    expect(await reader.days.closedDays()).toStrictEqual(closedDays(0, 3));
    await expect(reader.installation.put("key", "value")).rejects.toThrow(StorageError);
    await reader.close();
    await writer.days.append(closedDays(3, 1), []);
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

const nameOf = (row: number) => `row-${String(row).padStart(4, "0")}`;

test("a table whose last key of a page is damaged is not read from its beginning again, for ever", async () => {
  const folder = tempFolder();
  const made = await openSqlite(folder);
  const rows = Array.from({ length: 1500 }, (_, i) => ({ key: nameOf(i + 1), value: "x" }));
  await made.queries.insertInto("installation").values(rows).execute();
  await made.close();
  const path = join(folder, "peak.db");
  const bytes = readFileSync(path, "latin1");
  writeFileSync(path, bytes.replaceAll(nameOf(1000), nameOf(0)), "latin1");
  const database = await openSqlite(folder);
  const shown: number[] = [];
  const read = async () => {
    for await (const { rows } of pagesOf(database.queries, { table: "installation", key: ["key"] })) {
      shown.push(rows.length);
      if (shown.length > 9) return;
    }
  };
  await expect(read()).rejects.toThrow(/^installation holds 150\d rows, and its key names more/);
  await database.close();
});
