/** Databases on SQLite for single tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Db, OpenDatabase } from "../../src/storage/database.js";
import { openSqlite } from "../../src/storage/open-sqlite.js";

/** An empty folder that is removed after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "peak-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database file in its own folder; closed and removed after the test. */
export async function tempSqlite(folder: string = tempFolder()): Promise<OpenDatabase> {
  const database = await openSqlite(folder);
  onTestFinished(() => database.close());
  return database;
}

/** Empty tables in a database file; closed and removed after the test. */
export async function tempDatabase(): Promise<Db> {
  return (await tempSqlite()).db;
}
