import { cpSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { presentSnapshot } from "../../src/http/endpoints/current.js";
import { presentHistory } from "../../src/http/endpoints/history.js";
import { type DatabaseLocation, openForReading } from "../../src/storage/open-database.js";
import { COPIED_TABLES } from "../../src/storage/table-pages.js";
import { never, type SimulatedLife, simulatedLife } from "../support/simulated-life.js";
import { describePostgres, tempPostgres } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** The two answers, as they are sent. */
function answersOf({ shown }: SimulatedLife): string {
  if (shown.snapshot === undefined) return JSON.stringify(presentHistory(shown.rows));
  return JSON.stringify([presentSnapshot(shown.snapshot, false), presentHistory(shown.rows)]);
}

async function tablesOf(place: DatabaseLocation): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const database = await openForReading(place);
  const tables: Record<string, readonly unknown[]> = {};
  for (const { table, key } of database === undefined ? [] : COPIED_TABLES) {
    const order = sql.join(key.map((column) => sql.ref(column)));
    const query = sql`select * from ${sql.table(table)} order by ${order}`;
    if (database !== undefined) tables[table] = (await query.execute(database.queries)).rows;
  }
  await database?.close();
  return tables;
}

/** From an empty database through a first start, hours, the closing of a day, restarts and two days of downtime. */
async function wholeLife(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const answers: string[] = [];
  const life = await simulatedLife("2026-11-19T12:00:00Z", settings);
  const note = () => answers.push(answersOf(life));
  await life.worker.tasks.backfill(never);
  note();
  await life.hour();
  note();
  for (const iso of ["2026-11-19T13:07:00Z", "2026-11-20T05:07:00Z"]) {
    life.moveTo(iso);
    await life.hour();
    note();
  }
  life.moveTo("2026-11-20T06:00:00Z");
  await life.worker.tasks.watchPrice(never);
  await life.worker.tasks.closeDays(never);
  await life.hour();
  note();
  await life.restart();
  note();
  life.moveTo("2026-11-22T14:20:00Z");
  await life.restart();
  await life.worker.tasks.closeDays(never);
  await life.hour();
  note();
  await life.stores.close();
  expect(life.log.lines.filter(({ level }) => level === "error")).toEqual([]);
  return answers;
}

describePostgres("a whole life on PostgreSQL", () => {
  const postgres = tempPostgres();

  test("gives the answers of a life on SQLite to the byte, and stores the same to the bit", async () => {
    const folder = tempFolder();
    const address = await postgres.empty();
    const onSqlite = await wholeLife({ DATA_DIR: folder });
    const other = tempFolder();
    cpSync(join(folder, "signing-key.pem"), join(other, "signing-key.pem")); // the same key makes the same bytes
    const onPostgres = await wholeLife({ DATABASE_URL: address.href, DATA_DIR: other, NEW_HISTORY: "yes" });
    expect(onPostgres).toEqual(onSqlite);
    expect(new Set(onSqlite).size).toBe(6); // the first restart changes nothing
    const stored = await tablesOf({ dataDir: folder, databaseUrl: undefined });
    expect(stored["history"]?.length).toBeGreaterThan(5000);
    expect(await tablesOf({ dataDir: "", databaseUrl: address })).toStrictEqual(stored);
  });
});
