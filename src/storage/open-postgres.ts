import { Kysely, PostgresDialect, PostgresDriver, type RawBuilder, sql } from "kysely";
import { errorMessage, StorageError } from "../domain/errors.js";
import { closeOnError, type OpenDatabase, type OpenLease } from "./database.js";
import { LEASE_MS, leaseStore } from "./lease-store.js";
import { type OpenMode, prepareTables } from "./migrate.js";
import type { SchemaDialect } from "./migrations.js";
import { guardedPool, postgresPool } from "./postgres-pool.js";
import type { Tables } from "./tables.js";

/** The oldest version that is tested, as a number of the server: 15.0. */
const MIN_VERSION = 150_000;

/** How long statements under way may take once the database is closed; a stop may take 10 s in all. */
const CLOSE_MS = 1000;

/**
 * Opens a database on a PostgreSQL server, beside any number of other processes. A writer makes its tables as needed;
 * of several that start at once, one does.
 *
 * @param address with user and password; neither is ever repeated in a message
 * @throws StorageError with one plain sentence: server not there, login refused, too old, written by a newer version;
 * for a reader also: written by an older version
 */
export async function openPostgres(address: URL, access: OpenMode = "write"): Promise<OpenDatabase> {
  const isWriter = access === "write";
  const first = isWriter ? connect(address, MIGRATION_MS) : connect(address);
  await closeOnError(first, async () => {
    await checkServer(first.queries, address);
    await prepareTables(first.queries, postgresSchema, access);
  });
  if (!isWriter) return first;
  await first.close(); // on it, a server that falls silent would be waited for as long as for a migration
  return connect(address);
}

/** The same for a reader. @returns `undefined` when no writer has made tables yet */
export async function openPostgresForReading(address: URL): Promise<OpenDatabase | undefined> {
  const database = connect(address);
  const hasTables = await closeOnError(database, async () => {
    await checkServer(database.queries, address);
    const { rows } = await postgresSchema.findTable("closed_days").execute(database.queries);
    if (rows.length > 0) await prepareTables(database.queries, postgresSchema, "read");
    return rows.length > 0;
  });
  if (hasTables) return database;
  await database.close();
  return undefined;
}

/** The statements of the lease touch a row or two: the 5 s that the pool adds are enough for them. */
const LEASE_STATEMENT_MS = 0;

/**
 * The lease of a database that is open already, on a connection of its own: neither jobs nor a look at readiness may
 * hold up a renewal.
 */
export function openPostgresLease(address: URL, durationMs: number = LEASE_MS): OpenLease {
  const { queries, close } = connect(address, LEASE_STATEMENT_MS, 1);
  return { lease: leaseStore(queries, durationMs), close };
}

function connect(address: URL, longestMs?: number, most?: number): OpenDatabase {
  const pool = postgresPool(address, longestMs, most);
  const config = { pool: guardedPool(pool) };
  const createDriver = () => new GuardedDriver(config);
  const queries = new Kysely<Tables>({ dialect: Object.assign(new PostgresDialect(config), { createDriver }) });
  return {
    queries,
    async lockForWrite(transaction) {
      await postgresLock("lockForWrite").execute(transaction);
    },
    snapshot: (read) => queries.transaction().setIsolationLevel("repeatable read").execute(read),
    async close() {
      // A silent server would hold up a statement, the end of the connection and with them this process for half a
      // minute.
      setTimeout(pool.cut, CLOSE_MS).unref();
      await queries.destroy();
      if (!pool.ending) await pool.end(); // Kysely leaves it open when it was never asked anything
    },
  };
}

async function checkServer(queries: Kysely<Tables>, address: URL): Promise<void> {
  try {
    const { rows } = await sql<{ version: number; encoding: string }>`
      select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding
    `.execute(queries);
    const { version, encoding } = rows[0] ?? { version: 0, encoding: "" };
    if (version < MIN_VERSION) throw new Error(`PostgreSQL 15 or newer is needed, this is ${versionText(version)}`);
    if (encoding !== "UTF8") throw new Error(`its encoding is ${encoding}, UTF8 is needed`);
  } catch (cause) {
    throw new StorageError(`cannot open the database ${describeAddress(address)}: ${errorMessage(cause)}`, { cause });
  }
}

/** 140005 is 14.5. */
function versionText(version: number): string {
  return `${Math.floor(version / 10_000)}.${version % 10_000}`;
}

/** Where it is, without user and password. */
function describeAddress(address: URL): string {
  const host = address.host || address.searchParams.get("host") || "this machine";
  return `${address.pathname.slice(1) || "of the user"} on ${host}`;
}

/** Kysely's driver for PostgreSQL, with failures that keep their reason. */
class GuardedDriver extends PostgresDriver {
  /** On a connection that is lost the server has rolled back by itself; a second failure would hide the true reason. */
  override async rollbackTransaction(connection: Parameters<PostgresDriver["rollbackTransaction"]>[0]): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch {
      // The pool drops the connection: it has seen the fault too.
    }
  }
}

/** Holds our advisory locks apart from those of other programs in the same database: "PEAK" in ASCII. */
const LOCK_CLASS = 0x5045414b;

/** Advisory locks of a transaction; the database frees them with it, however it ends. */
const LOCKS = { migrate: 1, lockForWrite: 2 } as const;

/** Nine of ten instances that start together wait that long for the tenth, and a migration of a big table takes time. */
const MIGRATION_MS = 15 * 60_000;

/** A statement that waits for a lock and holds it until the transaction ends. */
export function postgresLock(name: keyof typeof LOCKS): RawBuilder<unknown> {
  return sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCKS[name])})`;
}

/** A statement trigger sees TRUNCATE too, and is asked once however many rows there are. */
const postgresSchema: SchemaDialect = {
  instant: "bigint",
  double: "double precision",
  text: sql`text collate "C"`,
  tableEnd: sql``,
  appendOnly: (table) => [
    sql`create or replace function refuse_change() returns trigger language plpgsql as
      $$ begin raise exception '% is append-only', tg_table_name; end $$`,
    sql`create trigger ${sql.id(`${table}_refuses_change`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`,
  ],
  findTable: (table) => sql`select relname from pg_catalog.pg_class where oid = to_regclass(${table})`,
  lockForMigration: [sql`set local statement_timeout = ${sql.lit(MIGRATION_MS)}`, postgresLock("migrate")],
};
