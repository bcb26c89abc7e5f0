import { type Kysely, sql, type Transaction } from "kysely";
import { StorageError } from "../domain/errors.js";
import { attempt } from "./attempt.js";
import type { SchemaDialect } from "./dialect.js";
import { migrationList } from "./migrations/list.js";
import type { OpenDatabase, Tables } from "./tables.js";

/**
 * `write` is for a process that serves or works; `read` is for a look from beside it (`peak doctor`) and changes
 * nothing, not even the tables of an older version; `alone` is for a copy: it changes nothing either, and no writer may
 * run meanwhile, where the engine can tell.
 */
export type Access = "write" | "read" | "alone";

/**
 * Makes sure that the tables are those of this version; closes the database when they cannot be.
 *
 * @throws StorageError when a newer version wrote it, or, for a reader, an older one or none
 */
export async function prepareTables(database: OpenDatabase, dialect: SchemaDialect, access: Access): Promise<void> {
  let missing: readonly string[];
  try {
    missing = await missingMigrations(database.queries, dialect);
    if (missing.length === 0) return;
    if (access === "write") return await migrate(database.queries, dialect);
  } catch (error) {
    await database.close();
    throw error;
  }
  await database.close();
  const hasTables = missing.length < Object.keys(migrationList(dialect)).length;
  throw new StorageError(
    hasTables
      ? "an older version of Peak wrote this database: start the service once to bring it up to date"
      : "nothing is stored there yet: `peak serve` makes the tables",
  );
}

/** Forward only, and all or nothing: everything is one transaction, with the marks of what was applied in it. */
async function migrate(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<void> {
  await attempt("bring its tables up to date", () =>
    queries.transaction().execute(async (transaction) => {
      for (const statement of dialect.migrateAlone) await statement.execute(transaction);
      await applyMissing(transaction, dialect);
    }),
  );
}

async function applyMissing(transaction: Transaction<Tables>, dialect: SchemaDialect): Promise<void> {
  const migrations = migrationList(dialect);
  await transaction.schema
    .createTable(MARKS)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  // Asked again: whoever was ahead in the queue may have done it all.
  for (const name of await missingMigrations(transaction, dialect)) {
    await migrations[name]?.up(transaction);
    await transaction.insertInto(MARKS).values({ name, timestamp: sql`current_timestamp` }).execute();
  }
}

/** Named as Kysely's own Migrator names it, which wrote it in the first version. */
const MARKS = "kysely_migration";

/**
 * The names of migrations that are still to be applied, oldest first.
 *
 * @throws StorageError when a newer version wrote the database
 */
async function missingMigrations(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<readonly string[]> {
  const known = Object.keys(migrationList(dialect)).sort();
  const applied = await attempt("tell its version", () => appliedMigrations(queries, dialect));
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) {
    throw new StorageError(
      `a newer version of Peak wrote this database (it has ${unknown.join(", ")}): use that version, or restore a backup from before the update`,
    );
  }
  return known.filter((name) => !applied.includes(name));
}

async function appliedMigrations(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<readonly string[]> {
  const found = await dialect.findTable(MARKS).execute(queries);
  if (found.rows.length === 0) return [];
  const rows = await queries.selectFrom(MARKS).select("name").execute();
  return rows.map((row) => row.name);
}
