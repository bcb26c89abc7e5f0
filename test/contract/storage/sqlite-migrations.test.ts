import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder, tempSqlite } from "../../support/temp-sqlite.js";
import { bothChains } from "./linked.js";
import { closedDay, closedDays, historyRow, historyRows } from "./samples.js";

describe("migrations on SQLite", () => {
  test("change nothing the second time", async () => {
    const folder = tempFolder();
    await (await tempSqlite(folder)).close();
    const before = tablesOf(folder);
    await (await tempSqlite(folder)).close();
    expect(tablesOf(folder)).toEqual(before);
    expect(before).toContain("closed_majors");
  });

  test("refuse a database that a newer version wrote, and leave it as it was", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    await database.queries.insertInto("kysely_migration").values({ name: "0999-future", timestamp: "" }).execute();
    await database.close();
    for (const access of ["write", "write", "read"] as const) {
      const opening = openSqlite(folder, access);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow("a newer version of Peak wrote this database (it has 0999-future)");
    }
  });

  test("are not run by a reader, who is told to start the service", async () => {
    const folder = tempFolder();
    await (await tempSqlite(folder)).close();
    const file = new SqliteFile(join(folder, "peak.db"));
    file.exec("delete from kysely_migration where name like '0005%'");
    file.close();
    const before = tablesOf(folder);
    await expect(openSqlite(folder, "read")).rejects.toThrow("an older version of Peak wrote this database");
    expect(tablesOf(folder)).toEqual(before);
  });

  test("are not run by a reader of an empty file, who is told that there is nothing", async () => {
    const folder = tempFolder();
    new SqliteFile(join(folder, "peak.db")).close();
    await expect(openSqlite(folder, "read")).rejects.toThrow(
      "nothing is stored there yet: `peak serve` makes the tables",
    );
    expect(tablesOf(folder)).toEqual([]);
  });

  test("leave no table behind when one of them fails", async () => {
    const folder = tempFolder();
    const foreign = new SqliteFile(join(folder, "peak.db"));
    foreign.exec("create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))");
    foreign.exec("insert into kysely_migration values ('0001-observations', '2026-11-01')");
    foreign.exec("create table observations (a text); create table scores (mine text)");
    foreign.close();
    await expect(openSqlite(folder)).rejects.toThrow("the database could not bring its tables up to date");
    expect(tablesOf(folder).filter((name) => !name.startsWith("kysely_"))).toEqual(["observations", "scores"]);
  });

  test("go on where the first version's own migrator stopped", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    await openStores(database).days.append(closedDays(0, 2), []);
    await database.close();
    const file = new SqliteFile(join(folder, "peak.db"));
    file.exec("drop table embed_scripts; delete from kysely_migration where name = '0005-embed-scripts'");
    file.exec("create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null)");
    file.exec("insert into kysely_migration_lock values ('migration_lock', 0)");
    file.close();
    const { days, scripts } = openStores(await tempSqlite(folder));
    expect(await days.closedDays()).toStrictEqual(closedDays(0, 2));
    expect(await scripts.all()).toEqual([]);
  });

  test("bring a database from before the chain up to date, whose past is then linked whole", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    const before = openStores(database);
    await before.days.append(closedDays(0, 700), historyRows(100, 601));
    const links = await before.chain.links(0, 999);
    await database.close();
    forgetChain(folder);
    expect(tablesOf(folder)).not.toContain("links");
    const stores = openStores(await tempSqlite(folder));
    expect(await stores.chain.newestLink()).toBeUndefined();
    await stores.days.append([closedDay(700)], [historyRow(701)]);
    const { made, stored } = await bothChains(stores);
    expect(stored).toStrictEqual(made);
    expect(stored.slice(0, -1)).toStrictEqual(links);
    expect(await stores.chain.link()).toBe(0);
  });

  test("do not mind that an earlier start had a wrong clock", async () => {
    const folder = tempFolder();
    const database = await tempSqlite(folder);
    await openStores(database).days.append(closedDays(0, 1), []);
    const future = { timestamp: "2099-01-01T00:00:00.000Z" };
    await database.queries.updateTable("kysely_migration").set(future).where("name", "=", "0002-days").execute();
    await database.close();
    const { days } = openStores(await tempSqlite(folder));
    expect(await days.closedDays()).toStrictEqual(closedDays(0, 1));
  });
});

/** The tables of the last version without chain and reports, and their columns. */
const BEFORE_CHAIN: Readonly<Record<string, readonly string[]>> = {
  observations: ["metric", "source", "observed_at", "fetched_at", "value"],
  closed_days: ["day", "closed_at", "btc_close", "mvrv", "fear_greed", "dominance", "sources"],
  closed_majors: ["day", "coin", "close"],
  history: [
    ...["day", "computed_at", "model_version", "raw", "score", "smoothed", "phase"],
    ...["btc_price_usd", "price_source", "origin"],
  ],
  scores: [
    ...["hour", "computed_at", "model_version", "btc_raw", "btc_score", "btc_phase", "btc_signal"],
    ...["crypto_raw", "crypto_score", "crypto_phase", "descent_guard", "top_risk", "coverage", "btc_price_usd"],
  ],
  market: ["part", "value", "source", "observed_at", "fetched_at"],
  installation: ["key", "value"],
  embed_scripts: ["version", "name", "body", "kept_at"],
  leases: ["name", "holder", "epoch", "expires_at"],
  kysely_migration: ["name", "timestamp"],
};

/** Leaves a folder as that version would have left it. */
function forgetChain(folder: string): void {
  const file = new SqliteFile(join(folder, "peak.db"));
  for (const table of tablesOf(folder)) {
    const columns = BEFORE_CHAIN[table];
    if (columns === undefined) {
      file.exec(`drop table ${table}`);
      continue;
    }
    const now = file.prepare<[], string>(`select name from pragma_table_info('${table}')`).pluck().all();
    for (const column of now as string[])
      if (!columns.includes(column)) file.exec(`alter table ${table} drop column ${column}`);
  }
  file.exec("delete from kysely_migration where name >= '0007'");
  file.close();
}

function tablesOf(folder: string): readonly string[] {
  const file = new SqliteFile(join(folder, "peak.db"));
  const query = file.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name");
  const names = query.pluck().all() as string[];
  file.close();
  return names;
}
