import { cpSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { presentCurrent } from "../../src/http/endpoints/current.js";
import { presentHistory } from "../../src/http/endpoints/history.js";
import { COPIED_TABLES } from "../../src/storage/maintenance/table-pages.js";
import { type DatabaseLocation, openForReading } from "../../src/storage/open-database.js";
import {
  catchUp,
  GROWN_AT,
  grownLife,
  never,
  PREPARED_UP_TO,
  type SimulatedLife,
  simulatedLife,
} from "../support/simulated-life.js";
import { describePostgres, tempPostgres } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** The two answers, as they are sent. */
function answersOf({ shown }: SimulatedLife): string {
  if (shown.snapshot === undefined) return JSON.stringify(presentHistory(shown.rows));
  return JSON.stringify([presentCurrent(shown.snapshot, false), presentHistory(shown.rows)]);
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

/** After the past: hours, the closing of a day, restarts and two days of downtime. @returns the answers on the way */
async function lifeAfterDowntime(life: SimulatedLife): Promise<readonly string[]> {
  const answers = [answersOf(life)];
  const note = () => answers.push(answersOf(life));
  for (const iso of ["2026-11-19T13:07:00Z", "2026-11-20T05:07:00Z"]) {
    life.moveTo(iso);
    await life.hour();
    note();
  }
  life.moveTo("2026-11-20T06:00:00Z");
  await life.worker.tasks.pollPrice(never);
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
    const sqlite = await grownLife(GROWN_AT);
    const onSqlite = await lifeAfterDowntime(sqlite);
    expect(new Set(onSqlite).size).toBe(5); // the first restart changes nothing

    const address = await postgres.withPast(PREPARED_UP_TO);
    const folder = tempFolder();
    cpSync(join(sqlite.folder, "signing-key.pem"), join(folder, "signing-key.pem")); // the same key makes the same bytes
    const settings = { DATABASE_URL: address.href, DATA_DIR: folder, NEW_HISTORY: "yes" };
    const life = await simulatedLife(GROWN_AT, settings);
    await catchUp(life);
    expect(await lifeAfterDowntime(life)).toEqual(onSqlite);
    const stored = await tablesOf({ dataDir: sqlite.folder, databaseUrl: undefined });
    expect(stored["closed_days"]?.length).toBeGreaterThan(5000);
    expect(await tablesOf({ dataDir: "", databaseUrl: address })).toStrictEqual(stored);
  });
});
