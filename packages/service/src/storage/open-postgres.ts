import { type Kysely, sql } from "kysely";
import { StorageError } from "../domain/errors.js";
import { type Connection, closeOnError } from "./database.js";
import { faultSentence } from "./fault-sentence.js";
import { type OpenMode, prepareTables, type StartOptions } from "./migrate.js";
import { migrationsFor, type Schema } from "./migrations.js";
import { connectPool, QUERY_MS } from "./postgres-connections.js";
import { beginPostgresTerm, postgresLeader } from "./postgres-term.js";
import type { Tables } from "./tables.js";
import type { OpenDatabase } from "./term.js";

/**
 * Opens a database on a PostgreSQL server, beside any number of other processes. A writer makes its tables as needed;
 * of several that start at once, one does.
 *
 * @param address with user and password; neither is ever repeated in a message
 * @param access `follow` writes only where the server is no standby
 * @throws StorageError with one plain sentence: server not there, login refused, too old, written by a newer version;
 *   for a reader also: written by an older version; for a writer: a standby
 */
export async function openPostgres(
  address: URL,
  access: OpenMode | "follow" = "write",
  options?: StartOptions,
): Promise<OpenDatabase> {
  const mayWrite = access === "write" || access === "follow" || access === "beside";
  const first = connectPool(address, mayWrite ? MIGRATION_MS : QUERY_MS);
  const isStandby = await closeOnError(first, async () => {
    const standby = await checkServer(first.queries, address);
    if (standby && (access === "write" || access === "beside"))
      throw new StorageError(`${describeAddress(address)} ${STANDBY}`);
    const mode = access === "follow" ? (standby ? "read" : "write") : access;
    await prepareTables(first.queries, postgresSchema, mode, options);
    return standby;
  });
  if (!mayWrite) return withTerms(first, address);
  await first.close(); // on it, a server that falls silent would be waited for as long as for a migration
  return { ...withTerms(connectPool(address, QUERY_MS), address), isReadOnly: isStandby };
}

const STANDBY = "is a standby, which only reads: name the primary; only ROLE=api reads from a standby";

/** What an instance does with an open database. */
function withTerms(connection: Connection, address: URL): OpenDatabase {
  return {
    ...connection,
    leader: () => postgresLeader(connection.queries),
    beginTerm: (name) => beginPostgresTerm(address, name),
  };
}

/** @returns whether it is a standby */
async function checkServer(queries: Kysely<Tables>, address: URL): Promise<boolean> {
  try {
    const { rows } = await sql<{ version: number; encoding: string; standby: boolean }>`
      select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as standby
    `.execute(queries);
    const { version, encoding, standby } = rows[0] ?? { version: 0, encoding: "", standby: false };
    if (version < MIN_VERSION) throw new Error(`PostgreSQL 15 or newer is needed, this is ${versionText(version)}`);
    if (encoding !== "UTF8") throw new Error(`its encoding is ${encoding}, UTF8 is needed`);
    return standby;
  } catch (cause) {
    throw new StorageError(`cannot open the database ${describeAddress(address)}: ${faultSentence(cause)}`, { cause });
  }
}

/** The oldest version that is tested, as a number of the server: 15.0. */
const MIN_VERSION = 150_000;

/** 140005 is 14.5. */
function versionText(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`;
}

/** Where it is, without user and password. */
function describeAddress(address: URL): string {
  const host = address.host || address.searchParams.get("host") || "this machine";
  return `${address.pathname.slice(1) || "of the user"} on ${host}`;
}

/**
 * Nine of ten instances that start together wait that long for the tenth, and a migration of a big table takes time.
 */
const MIGRATION_MS = 15 * 60_000;

export const postgresSchema: Schema = {
  migrations: migrationsFor({
    instant: "bigint",
    double: "double precision",
    text: sql`text collate "C"`,
    tableEnd: sql``,
  }),
  tables: sql`select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()`,
  place: sql`select current_schema() as name`,
};
