/** A program that waits in the middle of a migration to be killed. Its argument is a folder or a PostgreSQL address. */
import { type Kysely, sql } from "kysely";
import { prepareTables } from "../../src/storage/migrations.js";
import { openPostgres, POSTGRES_MIGRATIONS } from "../../src/storage/open-postgres.js";
import { openSqlite, SQLITE_MIGRATIONS } from "../../src/storage/open-sqlite.js";

const [, , location = ""] = process.argv;
const isPostgres = location.startsWith("postgres");
const { db } = isPostgres ? await openPostgres(new URL(location)) : await openSqlite(location);
const released = isPostgres ? POSTGRES_MIGRATIONS : SQLITE_MIGRATIONS;
await prepareTables(db, { ...released, "0999-later": { up: stopMidway } }, "write");

async function stopMidway(db: Kysely<unknown>): Promise<void> {
  await db.schema.createTable("more").addColumn("name", "text").execute();
  await db.schema.dropTable("ledger").execute();
  await sql`insert into more values ('here')`.execute(db);
  console.log("midway");
  await new Promise((resolve) => setTimeout(resolve, 600_000));
}
