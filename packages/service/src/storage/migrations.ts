/** Creates the tables with Kysely's migrator, and rejects a database of another version. */

import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { errorCode, errorMessage, StorageError } from "../domain/errors.js";
import { type Db, isForService, NothingStoredError, type OpenMode } from "./database.js";

/** The SQL in which the two engines differ. */
interface Spelling {
  /** Milliseconds since 1970, exact up to 2^53. */
  readonly instant: string;
  /** A 64-bit binary number, exact to the bit. */
  readonly double: string;
  /** Compared and sorted byte by byte, so that results do not depend on the server's locale. */
  readonly text: string;
  /** Text after the closing parenthesis of CREATE TABLE. */
  readonly end: string;
}

/**
 * Migrations by the names that databases record, in order. A released one never changes; any change is a new migration.
 */
export type Migrations = Readonly<Record<string, Migration>>;

export function migrationsFor(spelling: Spelling): Migrations {
  return {
    "0001-ledger": {
      async up(db: Kysely<unknown>): Promise<void> {
        for (const statement of firstTables(spelling)) await sql.raw(statement).execute(db);
      },
    },
  };
}

function firstTables({ instant, double, text, end }: Spelling): readonly string[] {
  return [
    `create table ledger (
      position integer not null primary key, kind ${text} not null, day integer, body ${text} not null,
      hash ${text} not null) ${end}`,
    `create table observations (
      metric ${text} not null, source ${text} not null, observed_at ${instant} not null,
      fetched_at ${instant} not null, value ${double} not null,
      constraint observations_known unique (metric, source, observed_at, value)) ${end}`,
    "create index observations_by_time on observations (metric, observed_at, fetched_at)",
    `create table scores (
      hour ${instant} not null primary key, computed_at ${instant} not null, model_version ${text} not null,
      btc_raw ${double} not null, btc_score ${double} not null, btc_phase ${text} not null, btc_signal ${text} not null,
      crypto_raw ${double} not null, crypto_score ${double} not null, crypto_phase ${text} not null,
      descent_guard ${text}, top_risk ${text}, coverage ${double} not null, btc_price_usd ${double} not null) ${end}`,
    `create table state (name ${text} not null primary key, version ${instant} not null, body ${text} not null) ${end}`,
    `create table api_keys (
      hash ${text} not null primary key, prefix ${text} not null, name ${text} not null, per_minute integer not null,
      made_at ${instant} not null, last_used_day integer, until integer, revoked_at ${instant}) ${end}`,
  ];
}

/**
 * Ensures that the tables match this version. The service creates what is missing, in one transaction and under
 * Kysely's lock; for other processes it throws.
 *
 * @param onSlow called when creating or changing tables, here or in another process, takes more than 3 s
 * @throws NothingStoredError if there are no tables and they may not be created
 * @throws StorageError if a newer version created the tables or, for a reader, an older one
 */
export async function prepareTables(
  db: Db,
  migrations: Migrations,
  access: OpenMode,
  onSlow = (): void => {},
): Promise<void> {
  const appliedNames = await appliedMigrations(db);
  const unknown = appliedNames.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new StorageError(
      `a newer version of Peak, or another program, wrote this database (it has ${unknown.join(", ")}): ` +
        "use that version, or restore a backup from before the update",
    );
  }
  if (Object.keys(migrations).every((name) => appliedNames.includes(name))) return;
  if (appliedNames.length === 0 && access !== "create") {
    throw new NothingStoredError("nothing is stored there yet: `peak serve` creates the tables");
  }
  if (!isForService(access)) {
    throw new StorageError(
      "an older version of Peak wrote this database: start the service once to bring it up to date",
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const timer = setTimeout(onSlow, SLOW_MS);
  const { error } = await migrator.migrateToLatest().finally(() => clearTimeout(timer));
  if (error !== undefined) throw error;
}

/** Creating all tables takes a tenth of this. */
const SLOW_MS = 3000;

async function appliedMigrations(db: Db): Promise<readonly string[]> {
  try {
    const rows = await db.selectFrom("kysely_migration").select("name").orderBy("name").execute();
    return rows.map(({ name }) => name);
  } catch (error) {
    const { cause } = error as Error;
    if (errorCode(cause) === "42P01" || errorMessage(cause).startsWith("no such table")) return [];
    throw error;
  }
}
