import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { closedDays, historyRows, hourlyScore, observation, quote } from "./samples.js";

describe("the SQLite file", () => {
  test("is made with its folder, and holds after closing what was stored", async () => {
    const folder = join(tempFolder(), "deep", "down");
    const stores = openStores(await tempSqlite(folder));
    await stores.observations.add([observation()]);
    await stores.days.append(closedDays(0, 3), historyRows(1, 2));
    await stores.scores.add(hourlyScore());
    await stores.market.put("btcPrice", quote(7));
    await stores.installation.put("minute-offset", "17");
    await stores.close();
    const again = openStores(await tempSqlite(folder));
    expect(await again.observations.newest("btc-price")).toStrictEqual(observation());
    expect(await again.days.closedDays()).toStrictEqual(closedDays(0, 3));
    expect(await again.days.lastRows(30)).toStrictEqual(historyRows(1, 2));
    expect(await again.scores.newest()).toStrictEqual(hourlyScore());
    expect(await again.market.all()).toStrictEqual({ btcPrice: quote(7) });
    expect(await again.installation.get("minute-offset")).toBe("17");
  });

  test("is one file and its lock once closed, ready to be copied", async () => {
    const folder = tempFolder();
    const stores = openStores(await tempSqlite(folder));
    await stores.days.append(closedDays(0, 100), []);
    await stores.close();
    expect(readdirSync(folder).sort()).toEqual(["peak.db", "peak.lock"]);
  });

  test("is written through to the disk at every commit", async () => {
    const database = await tempSqlite();
    expect(await pragma(database, "journal_mode")).toBe("wal");
    expect(await pragma(database, "synchronous")).toBe(2);
    expect(await pragma(database, "foreign_keys")).toBe(1);
  });

  test("has one writer at a time, within a process too", async () => {
    const folder = tempFolder();
    const first = await tempSqlite(folder);
    await expect(openSqlite(folder)).rejects.toThrow(
      `another Peak process is using the folder ${folder}: stop it first, or choose another DATA_DIR`,
    );
    await openStores(first).ping();
    await first.close();
    await openStores(await tempSqlite(folder)).ping();
  });

  test.each(["peak.lock", "peak.lock and what another put in its place"])(
    "has one writer at a time, also after somebody has removed %s",
    async (what) => {
      const folder = tempFolder();
      const lock = join(folder, "peak.lock");
      const first = await tempSqlite(folder);
      for (let tries = 0; tries < 2; tries++) {
        rmSync(lock);
        if (what !== "peak.lock") writeFileSync(lock, "");
        await expect(openSqlite(folder)).rejects.toThrow(`another Peak process is using the folder ${folder}`);
      }
      await openStores(first).installation.put("still", "here");
      await first.close();
      rmSync(lock);
      expect(await openStores(await tempSqlite(folder)).installation.get("still")).toBe("here");
    },
  );

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
      "that has said whose it is, with our tables",
      "create table observations (a); create table kysely_migration (name); pragma application_id = 7",
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

  test("of a version that set no mark is opened, and marked from then on", async () => {
    const folder = tempFolder();
    await (await openSqlite(folder)).close();
    const path = join(folder, "peak.db");
    const mark = (value?: string) => {
      const file = new SqliteFile(path);
      const found = file.pragma(value === undefined ? "application_id" : `application_id = ${value}`, { simple: true });
      file.close();
      return found;
    };
    expect(mark()).toBe(0x5045414b);
    mark("0");
    await (await openSqlite(folder, "read")).close();
    expect(mark()).toBe(0);
    await (await openSqlite(folder)).close();
    expect(mark()).toBe(0x5045414b);
  });

  test("that cannot be written to any more is named by what fails", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    await sql`pragma query_only = on`.execute(database.queries);
    await expect(openStores(database).installation.put("a", "b")).rejects.toThrow(
      `the database could not put a fact of the installation: attempt to write a readonly database (${join(folder, "peak.db")})`,
    );
  });

  test.each(["peak.db", "peak.db-wal", "peak.db-shm"])(
    "takes nothing more once %s was removed or replaced, which would take along what is written, until it is back",
    async (name) => {
      const folder = tempFolder();
      const path = join(folder, name);
      const stores = openStores(await tempSqlite(folder));
      await stores.installation.put("before", "kept");
      renameSync(path, `${path}.away`);
      const lost = `${path} was removed or replaced while it was in use: put it back`;
      await expect(stores.installation.put("meanwhile", "lost")).rejects.toThrow(lost);
      await expect(stores.ping()).rejects.toThrow(StorageError);
      writeFileSync(path, "somebody's notes");
      await expect(stores.days.append(closedDays(0, 1), [])).rejects.toThrow(lost);
      renameSync(`${path}.away`, path);
      await stores.installation.put("after", "kept");
      await stores.close();
      const again = openStores(await tempSqlite(folder));
      const texts = ["before", "meanwhile", "after"].map((key) => again.installation.get(key));
      expect(await Promise.all(texts)).toEqual(["kept", undefined, "kept"]);
    },
  );

  test("is refused with the name of the lock file when that cannot be used", async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, "peak.lock"));
    await expect(openSqlite(folder)).rejects.toThrow(
      `cannot use the folder ${folder}: ${join(folder, "peak.lock")}: unable to open database file; check DATA_DIR`,
    );
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

  test("tells the true reason when SQLite has rolled back by itself", async () => {
    const database = await tempSqlite();
    await sql`create trigger broken before insert on history begin select raise(rollback, 'disk trouble'); end`.execute(
      database.queries,
    );
    const { days } = openStores(database);
    await expect(days.append(closedDays(0, 2), historyRows(1, 1))).rejects.toThrow(/append days: disk trouble$/);
    expect(await days.closedDays()).toEqual([]);
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
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(database.queries);
  return rows[0]?.[name];
}
