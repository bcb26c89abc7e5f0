/** What a start does with the tables it finds. */

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Kysely, sql } from "kysely";
import { describe, expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { NothingStoredError, type OpenDatabase, type OpenMode } from "../../../src/storage/database.js";
import { type Migrations, prepareTables } from "../../../src/storage/migrations.js";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { openPostgres, POSTGRES_MIGRATIONS } from "../../../src/storage/open-postgres.js";
import { openSqlite, SQLITE_MIGRATIONS } from "../../../src/storage/open-sqlite.js";
import { appendDays, storedDays } from "../../support/sample-ledger.js";
import { closedDays } from "../../support/sample-rows.js";
import { eventually, startScript } from "../../support/service-process.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";

/** The location of one database, for starts of several versions. */
interface Place {
  readonly migrations: Migrations;
  open(access?: OpenMode): Promise<OpenDatabase>;
  /** All of its content, for comparison. */
  content(): unknown;
  /** The argument of `killed-migration.ts`. */
  readonly location: string;
}

const postgres = tempPostgres();

describe("migrations on SQLite", () => {
  suite(async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "peak.db"), "");
    return {
      migrations: SQLITE_MIGRATIONS,
      open: (access) => openSqlite(folder, access),
      content: () => readFileSync(join(folder, "peak.db")),
      location: folder,
    };
  });
});

describePostgres("migrations on PostgreSQL", () => {
  suite(async () => {
    const address = await postgres.empty();
    const dump = () => execFileSync(postgres.program("pg_dump"), ["--inserts", address.href], { encoding: "utf8" });
    return {
      migrations: POSTGRES_MIGRATIONS,
      open: (access) => openPostgres(address, access),
      content: () => dump().replaceAll(/^\\(un)?restrict .*$/gm, ""), // a different word each time
      location: address.href,
    };
  });

  test("run once when ten instances start together on an empty database", async () => {
    const address = await postgres.empty();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openPostgres(address)));
    await Promise.all(opened.map((database) => newestEntries(database.db)));
    await Promise.all(opened.map((database) => database.close()));
  });
});

/** @param begin a location with an empty database */
function suite(begin: () => Promise<Place>): void {
  const later = (migrations: Migrations, up: (db: Kysely<unknown>) => Promise<void>): Migrations => ({
    ...migrations,
    "0999-later": { up },
  });
  const makeMore = (db: Kysely<unknown>) => db.schema.createTable("more").addColumn("name", "text").execute();

  test("create tables only for a service that may create a database", async () => {
    const place = await begin();
    for (const access of ["read", "beside", "write"] as const) {
      const opening = place.open(access);
      await expect(opening).rejects.toThrow(NothingStoredError);
      await expect(opening).rejects.toThrow("nothing is stored there yet: `peak serve` creates the tables");
    }
  });

  test("of a later version run only in a service, and keep every row", async () => {
    const place = await begin();
    const database = await place.open();
    await appendDays(database.db, closedDays(0, 2), []);
    const prepare = (access: OpenMode) => prepareTables(database.db, later(place.migrations, makeMore), access);
    await expect(prepare("read")).rejects.toThrow(
      "an older version of Peak wrote this database: start the service once to bring it up to date",
    );
    await prepare("write");
    await prepare("read");
    await sql`insert into more values ('here')`.execute(database.db);
    expect(await storedDays(database.db)).toEqual(closedDays(0, 2));
    await database.close();
  });

  test("refuse a database of a newer version with one sentence, and leave it unchanged", async () => {
    const place = await begin();
    const database = await place.open();
    await sql`insert into kysely_migration values ('0999-future', '2027-01-01T00:00:00Z')`.execute(database.db);
    await database.close();
    const before = place.content();
    for (const access of ["write", "beside", "read"] as const) {
      const opening = place.open(access);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow("a newer version of Peak, or another program, wrote this database");
    }
    expect(place.content()).toEqual(before);
  });

  test("that fail midway leave everything unchanged", async () => {
    const place = await begin();
    const database = await place.open();
    const failing = later(place.migrations, async (db) => {
      await makeMore(db);
      await makeMore(db);
    });
    await expect(prepareTables(database.db, failing, "write")).rejects.toThrow("the database failed: ");
    await makeMore(database.db as unknown as Kysely<unknown>);
    await database.close();
  });

  test("that are killed midway lose no row, and run completely at the next start", async () => {
    const place = await begin();
    const database = await place.open();
    await appendDays(database.db, closedDays(0, 2), []);
    await database.close();
    await killMidway(place.location);
    const next = await place.open();
    expect(await storedDays(next.db)).toEqual(closedDays(0, 2));
    await prepareTables(next.db, later(place.migrations, makeMore), "write");
    expect(await sql`select * from more`.execute(next.db)).toMatchObject({ rows: [] });
    await next.close();
  });
}

/** Kills a process in a migration that has dropped a table and created another, but has not finished. */
async function killMidway(location: string): Promise<void> {
  const program = fileURLToPath(new URL("../../support/killed-migration.ts", import.meta.url));
  const { child, out, err, ended } = startScript(program, [location], {}, [
    "--import",
    "tsx",
    "--conditions=peak-source",
  ]);
  await eventually("a migration midway", () => out.includes("midway") || undefined);
  child.kill("SIGKILL");
  expect(await ended).toEqual({ code: null, signal: "SIGKILL" });
  expect(err).toEqual([]);
}
