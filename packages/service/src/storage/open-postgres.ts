/** Opens a database on a PostgreSQL server and checks the server's version. */

import { sql } from "kysely";
import { StorageError } from "../domain/errors.js";
import { type Db, faultOf, type OpenDatabase, type OpenMode } from "./database.js";
import { migrationsFor, prepareTables } from "./migrations.js";
import { connectPool } from "./postgres-pool.js";
import { beginPostgresTerm, isReadOnlyPostgres, postgresLeader, requireOwnSession } from "./postgres-term.js";

export const POSTGRES_MIGRATIONS = migrationsFor({
  instant: "bigint",
  double: "double precision",
  text: 'text collate "C"',
  end: "",
});

/**
 * Any number of processes may open it. A writer creates missing tables; if several start at once, one of them does so.
 *
 * @param address with user and password, neither of which ever appears in a message
 * @throws StorageError with one plain sentence: server unreachable, login refused, too old, written by another version
 */
export async function openPostgres(
  address: URL,
  access: OpenMode = "create",
  onSlowMigration?: () => void,
): Promise<OpenDatabase> {
  await prepare(address, access, onSlowMigration);
  const { db, close } = connectPool(address);
  return {
    db,
    close,
    [Symbol.asyncDispose]: close,
    leader: () => postgresLeader(db),
    isReadOnly: () => isReadOnlyPostgres(db),
    requireOwnSession: () => requireOwnSession(address),
    beginTerm: (name) => beginPostgresTerm(address, name, db.unreadable),
  };
}

/**
 * Uses a pool with a long timeout, which it closes again: with that timeout, later queries to a silent server would
 * hang for 15 minutes.
 */
async function prepare(address: URL, access: OpenMode, onSlow?: () => void): Promise<void> {
  await using pool = connectPool(address, { queryMs: MIGRATION_MS });
  await checkServer(pool.db, address);
  await prepareTables(pool.db, POSTGRES_MIGRATIONS, access, onSlow);
}

async function checkServer(db: Db, address: URL): Promise<void> {
  try {
    const version = sql<{ number: number }>`select current_setting('server_version_num')::integer as number`;
    const { rows } = await version.execute(db);
    if ((rows[0]?.number ?? 0) < MIN_VERSION) throw new Error("PostgreSQL 15 or newer is needed");
  } catch (cause) {
    // The location without user and password.
    const host = address.host || address.searchParams.get("host") || "this machine";
    const place = `${address.pathname.slice(1) || "of the user"} on ${host}`;
    throw new StorageError(`cannot open the database ${place}: ${faultOf((cause as Error).cause ?? cause)}`, { cause });
  }
}

/** The oldest tested version, 15.0, as the server numbers it. */
const MIN_VERSION = 150_000;

/** If ten instances start together, nine wait for the tenth, and migrating a large table takes a while. */
const MIGRATION_MS = 15 * 60_000;
