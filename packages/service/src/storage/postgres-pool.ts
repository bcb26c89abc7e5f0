/** A pool of connections to a PostgreSQL server, and the settings of each session. */

import { setMaxListeners } from "node:events";
import { Socket } from "node:net";
import { CamelCasePlugin, PostgresDialect } from "kysely";
import { type ClientBase, Pool, type PoolConfig, types } from "pg";
import { StorageError } from "../domain/errors.js";
import { untilAborted } from "../platform/timing.js";
import { Db, nameFailures, storageError } from "./database.js";
import type { UnreadableRows } from "./parsed-rows.js";

/** By default 64-bit integers are returned as strings, since a number holds them only up to 2^53. Ours are smaller. */
types.setTypeParser(types.builtins.INT8, Number);

/** The longest query, 6,000 days, takes half a second on a slow machine. */
const QUERY_MS = 30_000;

/** Settings in which pools differ. */
interface PoolOptions extends PoolConfig {
  /** How long a query may run before the server cancels it. */
  readonly queryMs?: number;
  /** Called with each new connection before it is used. */
  readonly onSession?: (client: ClientBase) => Promise<void>;
  /** Called after each query that got a response. */
  readonly onAnswer?: () => void;
  /** Shared with another pool of the same database. */
  readonly unreadable?: UnreadableRows;
}

/** Connections are opened on demand, and reopened after the server has closed them. */
export function connectPool(
  address: URL,
  { queryMs = QUERY_MS, onSession, onAnswer, unreadable, ...options }: PoolOptions = {},
) {
  const url = new URL(address);
  // `sslmode` as libpq defines it; otherwise the driver prints a warning
  url.searchParams.set("uselibpqcompat", "true");
  const sockets = new Set<Socket>();
  const closing = new AbortController();
  setMaxListeners(0, closing.signal); // each caller that waits for a connection listens
  const pool = new Pool({
    connectionString: url.href,
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
  // A closed pg-pool would leave callers waiting until their timeout.
  const connect = async () => {
    const connecting = pool.connect();
    try {
      return await untilAborted(connecting, closing.signal);
    } catch (error) {
      // Nothing else would release a connection that becomes ready only now.
      if (closing.signal.aborted) connecting.then((client) => client.release(true), ignore);
      throw storageError(error);
    }
  };
  // Kysely uses nothing else of a pool.
  const dialect = new PostgresDialect({
    pool: { connect, end: () => pool.end(), options: {} },
    onCreateConnection: (connection) => nameFailures(connection, { after: onAnswer }),
  });
  const db = new Db({ dialect, plugins: [new CamelCasePlugin()] }, unreadable);
  const close = async (): Promise<void> => {
    if (pool.ending) return;
    const closings = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
    void pool.end();
    closing.abort(new StorageError("the database was closed"));
    // A silent server would delay queries, closing, and thus the exit of this process by minutes. The driver also
    // leaves a connection open if a login fails on our side.
    const destroySockets = () => {
      for (const socket of sockets) socket.destroy();
    };
    setTimeout(destroySockets, CLOSE_MS).unref();
    await Promise.all(closings); // only then has the server released a session's lock
  };
  return { pool, db, close, [Symbol.asyncDispose]: close };
}

/**
 * Jobs have a separate connection. Polls rarely need more than one, keys and a command's long read two more. PostgreSQL
 * allows 100 by default: ten instances, plus ten more during a rolling restart, leave 20 for others.
 */
const MAX_CONNECTIONS = 3;
/** A reachable server responds within milliseconds, and a start should not hang on one that is down. */
const CONNECT_MS = 5000;
/** Longer than the pause between two polls, so that one connection stays open. */
const IDLE_MS = 90_000;
/** If its server dies silently, every query on a connection runs into its timeout. Opening a new one takes 5 ms. */
const LIFETIME_SECONDS = 60;
/** The server cancels every slow query; if not even that arrives, we stop waiting. */
const GRACE_MS = 5000;
/** A process paused in a transaction must not hold up its successor, which takes over within 30 s. */
const PAUSED_TRANSACTION_MS = 10_000;
/** TCP keep-alive for idle connections, so that firewalls keep them and a dead server is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** How long running queries may take after the database is closed; a shutdown may take 10 s in total. */
const CLOSE_MS = 1000;

/**
 * Settings of every session, which override those of server, database and user. With `synchronous_commit` off, a crash
 * would lose days just signed; without all digits, numbers would be read back changed.
 */
const sessionSettings = (queryMs: number) => `select
  set_config('statement_timeout', '${queryMs}', false),
  set_config('idle_in_transaction_session_timeout', '${PAUSED_TRANSACTION_MS}', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('extra_float_digits', '1', false),
  set_config('synchronous_commit',
    case current_setting('synchronous_commit') when 'off' then 'on' else current_setting('synchronous_commit') end,
    false)`;

/** The next query replaces a connection that ended while idle; without a listener its error would crash the process. */
function ignore(): void {}
