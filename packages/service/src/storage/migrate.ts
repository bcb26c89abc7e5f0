/** Brings the tables of a database up to date with Kysely's migrator, or refuses a database of another version. */

import type { Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import { StorageError } from "../domain/errors.js";
import { withStorageErrors } from "./database.js";
import type { Schema } from "./migrations.js";
import { DATA_TABLES, type Tables } from "./tables.js";

/**
 * Makes sure that the tables are those of this version: a writer makes what is missing, all others refuse it.
 *
 * @throws NothingStoredError when there are no tables yet, and they may not be made
 * @throws StorageError when a newer version or another program made the tables, or, for a reader, an older version
 */
export async function prepareTables(
  queries: Kysely<Tables>,
  schema: Schema,
  access: OpenMode,
  { mayMake = true, onWait }: StartOptions = {},
): Promise<void> {
  const applied = await withStorageErrors("tell its version", () => appliedMigrations(queries, schema));
  const known = Object.keys(schema.migrations);
  if (known.every((name) => applied.includes(name))) return;
  const isNew = applied.length === 0;
  if (isNew && (access !== "write" || !mayMake)) {
    throw new NothingStoredError("nothing is stored there yet: `peak serve` makes the tables");
  }
  if (access !== "write") {
    throw new StorageError(
      "an older version of Peak wrote this database: start the service once to bring it up to date",
    );
  }
  await withStorageErrors("bring its tables up to date", () => migrate(queries, schema, onWait));
}

/**
 * `write` is for a process that serves or works; `read` is for reading beside a running service (`peak doctor`) and
 * changes nothing, not even the tables of an older version; `beside` is for a short write beside it; `exclusive` is for
 * a copy: it changes nothing either, and no writer may run meanwhile, as far as the engine can tell.
 */
export type OpenMode = "write" | "beside" | "read" | "exclusive";

/** What a writer may do about missing tables. */
export interface StartOptions {
  /** Whether a database that has none yet gets all of them; by default it does. */
  readonly mayMake?: boolean;
  /**
   * Called once when the tables are not ready after some seconds: another process is migrating them, or this one still
   * is.
   */
  readonly onWait?: (() => void) | undefined;
}

/** There is no database at that place, or none of ours. */
export class NothingStoredError extends StorageError {}

/** @throws StorageError when a newer version or another program made the tables */
async function appliedMigrations(queries: Kysely<Tables>, schema: Schema): Promise<readonly string[]> {
  const tables = (await schema.tables.execute(queries)).rows.map(({ name }) => name);
  const rows = tables.includes("kysely_migration")
    ? await queries.selectFrom("kysely_migration").select("name").orderBy("name").execute()
    : [];
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !Object.hasOwn(schema.migrations, name));
  if (unknown.length > 0) {
    throw new StorageError(
      `a newer version of Peak, or another program, wrote this database (it has ${unknown
        .join(", ")
        .replaceAll(/[^\w, -]/g, "?")
        .slice(0, 200)}): use that version, or put back a backup from before the update`,
    );
  }
  const foreign = applied.length === 0 ? tables.find((name) => DATA_TABLES.some((each) => each === name)) : undefined;
  if (foreign !== undefined) {
    throw new StorageError(`the table ${foreign} in this database is not from Peak: use a database without it`);
  }
  return applied;
}

/** All migrations and their records are one transaction, under Kysely's lock: a kill leaves the tables as they were. */
async function migrate(queries: Kysely<Tables>, schema: Schema, onWait: (() => void) | undefined): Promise<void> {
  const [place] = (await schema.place?.execute(queries))?.rows ?? [];
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: async () => schema.migrations },
    ...(place && { migrationTableSchema: place.name }),
  });
  const waiting = setTimeout(() => onWait?.(), WAIT_MS);
  try {
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  } finally {
    clearTimeout(waiting);
  }
}

/** Making all tables takes a tenth of this. */
const WAIT_MS = 3000;
