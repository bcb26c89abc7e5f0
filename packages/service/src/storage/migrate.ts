import { type Kysely, sql, type Transaction } from "kysely";
import { printable } from "peak-cycle-verify";
import { StorageError } from "../domain/errors.js";
import { inTransaction, type OpenDatabase, withStorageErrors } from "./database.js";
import { MIGRATIONS, type Migrations, type SchemaDialect, type SchemaFault } from "./migrations.js";
import type { Tables } from "./tables.js";

/**
 * Makes sure that the tables are those of this version: a writer makes what is missing, all others refuse it.
 *
 * @param rehearse see `Rehearsal`
 * @throws StorageError when a newer version wrote the database, or, for a reader, an older one or none; and when somebody
 * has put something else into it or in the place of a table of ours
 * @throws what `rehearse` throws; then no table was changed
 */
export async function prepareTables(
  queries: Kysely<Tables>,
  dialect: SchemaDialect,
  access: OpenMode,
  { migrations = MIGRATIONS, rehearse }: { readonly migrations?: Migrations; readonly rehearse?: Rehearsal } = {},
): Promise<void> {
  const missing = await missingMigrations(queries, dialect, migrations);
  const applied = Object.fromEntries(Object.entries(migrations).filter(([name]) => !missing.includes(name)));
  const isNew = Object.keys(applied).length === 0;
  if (!isNew) await refuseOtherTables(queries, dialect, applied);
  if (missing.length === 0) return;
  if (access === "write") return migrate(queries, dialect, migrations, rehearse);
  if (isNew) throw new NothingStoredError("nothing is stored there yet: `peak serve` makes the tables");
  throw new OlderVersionError(missing);
}

/**
 * Called in the transaction that makes or changes tables, before it is committed, with the database as it will be. A start
 * does there what can fail: when it does, the version that wrote the database can still be started on it.
 */
export type Rehearsal = (database: OpenDatabase) => Promise<void>;

/**
 * `write` is for a process that serves or works; `read` is for reading beside a running service (`peak doctor`) and
 * changes nothing, not even the tables of an older version; `beside` is for a short write beside it; `exclusive` is for a
 * copy: it changes nothing either, and no writer may run meanwhile, as far as the engine can tell.
 */
export type OpenMode = "write" | "beside" | "read" | "exclusive";

/** There is no database at that place, or none of ours. */
export class NothingStoredError extends StorageError {}

/** A writer of this version would change the tables first. */
export class OlderVersionError extends StorageError {
  readonly missing: readonly string[];
  constructor(missing: readonly string[]) {
    super("an older version of Peak wrote this database: start the service once to bring it up to date");
    this.missing = missing;
  }
}

async function refuseOtherTables(queries: Kysely<Tables>, dialect: SchemaDialect, applied: Migrations): Promise<void> {
  const make = (other: Kysely<Tables>) => applyMissing(other, dialect, applied);
  const found = await withStorageErrors("show its tables", () => dialect.schemaFault(queries, make));
  if (found !== undefined) throw new StorageError(sentenceOf(found));
}

function sentenceOf({ what, isForeign }: SchemaFault): string {
  return isForeign
    ? `${printable(what)} is in this database and was not made by Peak: find out who did that, and remove it`
    : `${printable(what)} is not in this database as Peak has made it: find out who did that, and restore a backup`;
}

/** Forward only, and all or nothing: all migrations and their records are one transaction. */
async function migrate(
  queries: Kysely<Tables>,
  dialect: SchemaDialect,
  migrations: Migrations,
  rehearse: Rehearsal | undefined,
): Promise<void> {
  await withStorageErrors("bring its tables up to date", () =>
    inTransaction(queries, async (transaction) => {
      for (const query of dialect.lockForMigration) await query.execute(transaction);
      await applyMissing(transaction, dialect, migrations);
      await rehearse?.(databaseOf(transaction));
    }),
  );
}

/** What is in the transaction that migrates, for stores. */
function databaseOf(queries: Transaction<Tables>): OpenDatabase {
  return { queries, lockForWrite: async () => {}, snapshot: (read) => read(queries), close: async () => {} };
}

async function applyMissing(
  transaction: Kysely<Tables>,
  dialect: SchemaDialect,
  migrations: Migrations,
): Promise<void> {
  await transaction.schema
    .createTable(MIGRATION_TABLE)
    .ifNotExists()
    .addColumn("name", "varchar(255)", (column) => column.notNull().primaryKey())
    .addColumn("timestamp", "varchar(255)", (column) => column.notNull())
    .execute();
  // Asked again: another process may have migrated while this one waited.
  for (const name of await missingMigrations(transaction, dialect, migrations)) {
    await migrations[name]?.(transaction, dialect);
    await transaction.insertInto(MIGRATION_TABLE).values({ name, timestamp: sql`current_timestamp` }).execute();
  }
}

/** Named as Kysely's own Migrator names it. */
const MIGRATION_TABLE = "kysely_migration";

/**
 * The names of migrations that are still to be applied, oldest first.
 *
 * @throws StorageError when a newer version wrote the database, or one from before the first release
 */
async function missingMigrations(
  queries: Kysely<Tables>,
  dialect: SchemaDialect,
  migrations: Migrations,
): Promise<readonly string[]> {
  const known = Object.keys(migrations).sort();
  const applied = await withStorageErrors("tell its version", () => appliedMigrations(queries, dialect));
  if (applied.includes(UNRELEASED)) throw new StorageError(UNRELEASED_SENTENCE);
  const unknown = applied.filter((name) => !known.includes(name)).sort();
  if (unknown.length > 0) {
    throw new StorageError(
      `a newer version of Peak wrote this database (it has ${unknown.join(", ")}): use that version, or restore a backup from before the update`,
    );
  }
  return known.filter((name) => !applied.includes(name));
}

/** The first of the ten migrations that databases recorded before the first release. */
const UNRELEASED = "0001-observations";

const UNRELEASED_SENTENCE =
  "a development version of Peak from before the first release wrote this database, and only that version reads it: " +
  "name an empty place in DATA_DIR or DATABASE_URL, and `peak serve` fetches the past again";

async function appliedMigrations(queries: Kysely<Tables>, dialect: SchemaDialect): Promise<readonly string[]> {
  const found = await dialect.findTable(MIGRATION_TABLE).execute(queries);
  if (found.rows.length === 0) return [];
  const rows = await queries.selectFrom(MIGRATION_TABLE).select("name").execute();
  return rows.map((row) => row.name);
}
