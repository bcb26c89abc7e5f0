/** Connections to a PostgreSQL server: a pool of them, and the settings that each has. */

import { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import { type ClientBase, Pool, type PoolClient, type PoolConfig, TypeOverrides, types } from "pg";
import { StorageError } from "../domain/errors.js";
import { type Database, nameFailures, storageError } from "./database.js";

/** The longest query, 6,000 days at once, takes half a second on a slow machine. */
const QUERY_MS = 30_000;

/** Settings of a pool that differ. */
interface PoolOptions extends PoolConfig {
  /** How long a query may take before the server ends it. */
  readonly queryMs?: number;
  /** Called with each connection before anything is asked on it. */
  readonly onSession?: (client: ClientBase) => Promise<void>;
}

/** Connections are made when they are needed, and made anew when the server has ended them. */
export function connectPool(address: URL, { queryMs = QUERY_MS, onSession, ...options }: PoolOptions = {}) {
  const sockets = new Set<Socket>();
  const pool = new Pool({
    connectionString: withStandardTls(address),
    types: exactNumbers(),
    application_name: "peak",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: queryMs + GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    stream() {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    async onConnect(client) {
      client.on("error", ignore);
      await client.query(sessionSettings(queryMs));
      await onSession?.(client);
    },
    ...options,
  });
  pool.on("error", ignore);
  /** Who waits for a connection: pg-pool would leave them waiting, when it is closed, until their time is up. */
  const waiting = new Set<(reason: StorageError) => void>();
  const connect = () =>
    new Promise<PoolClient>((resolve, reject) => {
      waiting.add(reject);
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release(true)),
        (error) => {
          waiting.delete(reject);
          reject(storageError(error));
        },
      );
    });
  // Kysely asks for no more of a pool.
  const dialect = new PostgresDialect({
    pool: { connect, end: () => pool.end(), options: {} },
    onCreateConnection: nameFailures,
  });
  const queries: Database = new Kysely({ dialect, plugins: [new CamelCasePlugin()] });
  return {
    pool,
    queries,
    async close() {
      if (pool.ending) return;
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      const ended = pool.end();
      for (const refuse of waiting) refuse(new StorageError("the database was closed"));
      waiting.clear();
      // A silent server would hold up a query, the end of the connection and with them this process for minutes. And
      // the driver leaves a connection open where a login fails on our side.
      const cut = () => {
        for (const socket of sockets) socket.destroy();
      };
      setTimeout(cut, CLOSE_MS).unref();
      await Promise.all([ended, ...closed]); // only then has the server given up the lock of a session
    },
  };
}

/**
 * Jobs have a connection of their own. The polls seldom need more than one, keys and a command's long reading two more.
 * PostgreSQL allows 100 by default: ten instances, and ten more while they are replaced one by one, leave 20 to others.
 */
const MAX_CONNECTIONS = 3;
/** A server that is there answers within milliseconds; a start should not hang on one that is not. */
const CONNECT_MS = 5000;
/** Longer than the pauses between two polls, so that one connection stays. */
const IDLE_MS = 90_000;
/** On a connection whose server has died without a word each query takes its whole time. To make one takes 5 ms. */
const LIFETIME_SECONDS = 60;
/** The server ends every query in its time; when not even that arrives, we stop waiting. */
const GRACE_MS = 5000;
/** A process that was paused in a transaction must not hold up the one that takes over from it within 30 s. */
const PAUSED_TRANSACTION_MS = 10_000;
/** TCP keep-alive on idle connections, so that firewalls keep them and a dead server is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** How long queries under way may take once the database is closed; a stop may take 10 s in all. */
const CLOSE_MS = 1000;

/**
 * What holds in every session, however server, database and user are set. With `synchronous_commit` off a crash loses
 * the last days that were signed; without all digits a stored number is read as another one.
 */
const sessionSettings = (queryMs: number) => `select
  set_config('statement_timeout', '${queryMs}', false),
  set_config('idle_in_transaction_session_timeout', '${PAUSED_TRANSACTION_MS}', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('extra_float_digits', '1', false),
  set_config('synchronous_commit',
    case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end,
    false)`;

/** A connection that ends while idle is replaced by the next query; without a listener its error would end us. */
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
  overrides.setTypeParser(types.builtins.INT8, Number);
  return overrides;
}
