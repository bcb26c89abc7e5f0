/** Opens a database on a PostgreSQL server, and says what the server must be. */

import { sql } from "kysely";
import { StorageError } from "../domain/errors.js";
import { closeAfter, type Database, faultOf, type OpenDatabase, type OpenMode } from "./database.js";
import { migrationsFor, prepareTables } from "./migrations.js";
import { connectPool } from "./postgres-pool.js";
import { beginPostgresTerm, postgresLeader } from "./postgres-term.js";

export const POSTGRES_MIGRATIONS = migrationsFor({
  instant: "bigint",
  double: "double precision",
  text: 'text collate "C"',
  end: "",
});

/**
 * Opens it beside any number of other processes. A writer makes its tables as needed; of several that start at once,
 * one does.
 *
 * @param address with user and password; neither is ever repeated in a message
 * @throws StorageError with one plain sentence: server not there, login refused, too old, written by another version
 */
export async function openPostgres(address: URL, access: OpenMode = "write", mayMake?: boolean): Promise<OpenDatabase> {
  // Closed afterwards: with its long time-out, queries to a server that falls silent would wait for 15 minutes.
  await closeAfter(connectPool(address, { queryMs: MIGRATION_MS }), async ({ queries }) => {
    await checkServer(queries, address);
    await prepareTables(queries, POSTGRES_MIGRATIONS, access, mayMake);
  });
  const { queries, close } = connectPool(address);
  return {
    queries,
    close,
    leader: () => postgresLeader(queries),
    beginTerm: (name) => beginPostgresTerm(address, name),
  };
}

async function checkServer(queries: Database, address: URL): Promise<void> {
  try {
    const version = sql<{ number: number }>`select current_setting('server_version_num')::integer as number`;
    const { rows } = await version.execute(queries);
    if ((rows[0]?.number ?? 0) < MIN_VERSION) throw new Error("PostgreSQL 15 or newer is needed");
  } catch (cause) {
    // Where it is, without user and password.
    const host = address.host || address.searchParams.get("host") || "this machine";
    const place = `${address.pathname.slice(1) || "of the user"} on ${host}`;
    throw new StorageError(`cannot open the database ${place}: ${faultOf((cause as Error).cause ?? cause)}`, { cause });
  }
}

/** The oldest version that is tested, as a number of the server: 15.0. */
const MIN_VERSION = 150_000;

/** When ten instances start together, nine wait for the tenth, and migrating a big table takes a while. */
const MIGRATION_MS = 15 * 60_000;
