import { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, sql } from "kysely";
import { type ClientBase, Pool, TypeOverrides, types } from "pg";
import { StorageError } from "../domain/errors.js";
import { closeOnError, inTransaction, type OpenDatabase } from "./database.js";
import { faultSentence } from "./fault-sentence.js";
import { leaseStore, type OpenLease } from "./lease-store.js";
import { type OpenMode, prepareTables, type StartOptions } from "./migrate.js";
import { migrationsFor, type Schema } from "./migrations.js";
import type { Tables } from "./tables.js";

/**
 * Opens a database on a PostgreSQL server, beside any number of other processes. A writer makes its tables as needed;
 * of several that start at once, one does.
 *
 * @param address with user and password; neither is ever repeated in a message
 * @param access `follow` writes only where the server is no standby
 * @throws StorageError with one plain sentence: server not there, login refused, too old, written by a newer version; for
 * a reader also: written by an older version; for a writer: a standby
 */
export async function openPostgres(
  address: URL,
  access: OpenMode | "follow" = "write",
  options?: StartOptions,
): Promise<OpenDatabase> {
  const mayWrite = access === "write" || access === "follow" || access === "beside";
  const first = connect(address, mayWrite ? MIGRATION_MS : QUERY_MS);
  const isStandby = await closeOnError(first, async () => {
    const standby = await checkServer(first.queries, address);
    if (standby && (access === "write" || access === "beside"))
      throw new StorageError(`${describeAddress(address)} ${STANDBY}`);
    const mode = access === "follow" ? (standby ? "read" : "write") : access;
    await prepareTables(first.queries, postgresSchema, mode, options);
    return standby;
  });
  if (!mayWrite) return first;
  await first.close(); // on it, a server that falls silent would be waited for as long as for a migration
  return { ...connect(address, QUERY_MS), isReadOnly: isStandby };
}

const STANDBY = "is a standby, which only reads: name the primary; only ROLE=api reads from a standby";

/**
 * The lease of a database that is open already, on a connection of its own: neither jobs nor a look at readiness may
 * hold up a renewal.
 */
export function openPostgresLease(address: URL): OpenLease {
  const { queries, close } = connect(address, 0, 1); // its queries touch a row or two: the grace is enough
  return { lease: leaseStore(queries), close };
}

/**
 * Connections are made when they are needed, and made anew when the server has ended them.
 *
 * @param queryMs how long a query may take before the server ends it
 */
function connect(address: URL, queryMs: number, connections = MAX_CONNECTIONS): OpenDatabase {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    application_name: "peak",
    connectionString: withStandardTls(address),
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    query_timeout: queryMs + GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: exactNumbers(),
    stream: () => trackedSocket(sockets),
    onConnect: (client) => begin(client, queryMs || QUERY_MS),
  });
  pool.on("error", ignore);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const dialect = new PostgresDialect({ pool });
  const queries = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  return {
    queries,
    async lockForWrite(transaction) {
      await WRITE_LOCK.execute(transaction);
    },
    snapshot: (read) => inTransaction(queries, read, "repeatable read"),
    async close() {
      // A silent server would hold up a query, the end of the connection and with them this process for minutes.
      setTimeout(cut, CLOSE_MS).unref();
      await queries.destroy();
      if (!pool.ending) await pool.end(); // Kysely leaves it open when it was never asked
      // The driver leaves a connection open where a login fails on our side.
      cut();
    },
  };
}

/**
 * Jobs seldom need more than two at once, `/readyz` is the third, and the lease has a fourth to itself. PostgreSQL
 * allows 100 by default: ten instances, and ten more while they are replaced one by one, leave 20 to others.
 */
const MAX_CONNECTIONS = 3;
/** A server that is there answers within milliseconds; a start should not hang on one that is not. */
const CONNECT_MS = 5000;
/** Longer than the 50 s between two requests for the price, so that one connection stays. */
const IDLE_MS = 90_000;
/**
 * A connection whose server has died without a word is used on, and each query on it takes its whole time, until it
 * is replaced. To make one takes 5 ms.
 */
const LIFETIME_SECONDS = 60;
/** The longest query, 6,000 days at once, takes half a second on a slow machine. */
const QUERY_MS = 30_000;
/** The server ends every query in its time; when not even that arrives, we stop waiting. */
const GRACE_MS = 5000;
/** A process that was paused in a transaction must not hold up the one that takes over from it within 30 s. */
const PAUSED_TRANSACTION_MS = 10_000;
/** TCP keep-alive on idle connections, so that firewalls keep them and a dead server is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** How long queries under way may take once the database is closed; a stop may take 10 s in all. */
const CLOSE_MS = 1000;

function trackedSocket(open: Set<Socket>): Socket {
  const socket = new Socket();
  open.add(socket);
  return socket.once("close", () => open.delete(socket));
}

async function begin(client: ClientBase, queryMs: number): Promise<void> {
  client.on("error", ignore);
  await client.query(sessionSettings(queryMs));
}

/** Settings sent once a connection. */
const sessionSettings = (queryMs: number) => `select
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${queryMs}', false),
  set_config('idle_in_transaction_session_timeout', '${PAUSED_TRANSACTION_MS}', false),
  set_config('extra_float_digits', '3', false),
  set_config('synchronous_commit',
    case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end,
    false)`;

/**
 * A connection that ends while idle is replaced by the next query. Without a listener its error would end the process.
 */
function ignore(): void {}

/** `sslmode` as PostgreSQL's own clients mean it; the driver's older meaning of it comes with a warning. */
function withStandardTls(address: URL): string {
  const url = new URL(address);
  url.searchParams.set("uselibpqcompat", "true");
  return url.href;
}

/** A 64-bit integer comes as text by default, since a number holds it up to 2^53 only. Ours are smaller. */
function exactNumbers(): TypeOverrides {
  const overrides = new TypeOverrides();
  overrides.setTypeParser(types.builtins.INT8, (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new Error(`${text} is too large for an exact number`);
    return value;
  });
  return overrides;
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

/** Waits for the lock and holds it until the transaction ends. The class is "PEAK" in ASCII, apart from other programs. */
const WRITE_LOCK = sql`select pg_advisory_xact_lock(1346715979, 2)`;

/** Nine of ten instances that start together wait that long for the tenth, and a migration of a big table takes time. */
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
