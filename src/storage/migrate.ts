import { type Kysely, Migrator } from "kysely";
import { StorageError } from "../domain/errors.js";
import { attempt } from "./attempt.js";
import type { SchemaDialect } from "./dialect.js";
import { migrationList } from "./migrations/list.js";
import type { Tables } from "./tables.js";

/**
 * Brings a database to this version's tables: forward only, all or nothing, under the engine's migration lock.
 *
 * @throws StorageError when a newer version wrote the database; it is left as it was
 */
export async function migrate(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<void> {
  const migrations = migrationList(dialect);
  await missingMigrations(queries, dialect);
  const migrator = new Migrator({
    db: queries,
    provider: { getMigrations: async () => migrations },
    // Kysely orders what was applied by wall clock. A machine that first ran with its clock in 2099 would be told
    // "corrupted migrations" after its next update, so the order of the names alone decides.
    allowUnorderedMigrations: true,
  });
  await attempt("bring its tables up to date", async () => {
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  });
}

/**
 * The names of migrations that are still to be applied, oldest first.
 *
 * @throws StorageError when a newer version wrote the database
 */
export async function missingMigrations(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<readonly string[]> {
  const known = Object.keys(migrationList(dialect));
  const applied = await attempt("tell its version", () => appliedMigrations(queries));
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) {
    throw new StorageError(
      `a newer version of Peak wrote this database (it has ${unknown.join(", ")}): use that version, or restore a backup from before the update`,
    );
  }
  return known.filter((name) => !applied.includes(name));
}

async function appliedMigrations(queries: Kysely<Tables>): Promise<readonly string[]> {
  const tables = await queries.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === "kysely_migration")) return [];
  const rows = await queries.selectFrom("kysely_migration").select("name").execute();
  return rows.map((row) => row.name);
}
