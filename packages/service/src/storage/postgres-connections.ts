/** How connections to a PostgreSQL server are made: their settings, and a pool of them for Kysely. */

import { Socket } from "node:net";
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { type ClientBase, type ClientConfig, Pool, TypeOverrides, types } from "pg";
import { type Connection, inTransaction } from "./database.js";
import type { Tables } from "./tables.js";

/** The longest query, 6,000 days at once, takes half a second on a slow machine. */
export const QUERY_MS = 30_000;

/**
 * Connections are made when they are needed, and made anew when the server has ended them.
 *
 * @param queryMs how long a query may take before the server ends it
 */
export function connectPool(address: URL, queryMs: number): Connection {
  const sockets = new Sockets();
  const pool = new Pool({
    ...clientConfig(address, sockets, queryMs),
    application_name: "peak",
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    onConnect: (client) => begin(client, queryMs),
  });
  pool.on("error", ignore);
  return connectionOn(
    pool,
    async () => {
      if (!pool.ending) await pool.end(); // Kysely leaves it open when it was never asked
    },
    sockets,
  );
}

/** @param end called after Kysely's own end */
export function connectionOn(pool: PostgresPool, end: () => Promise<void>, sockets: Sockets): Connection {
  const queries = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  return {
    queries,
    snapshot: (read) => inTransaction(queries, read, "repeatable read"),
    async close() {
      // A silent server would hold up a query, the end of the connection and with them this process for minutes.
      setTimeout(() => sockets.cut(), CLOSE_MS).unref();
      await queries.destroy();
      await end();
      sockets.cut(); // the driver leaves a connection open where a login fails on our side
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
/**
 * A connection whose server has died without a word is used on, and each query on it takes its whole time, until it
 * is replaced. To make one takes 5 ms.
 */
const LIFETIME_SECONDS = 60;
/** The server ends every query in its time; when not even that arrives, we stop waiting. */
const GRACE_MS = 5000;
/** A process that was paused in a transaction must not hold up the one that takes over from it within 30 s. */
const PAUSED_TRANSACTION_MS = 10_000;
/** TCP keep-alive on idle connections, so that firewalls keep them and a dead server is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** How long queries under way may take once the database is closed; a stop may take 10 s in all. */
const CLOSE_MS = 1000;

/** What every connection has. */
export function clientConfig(address: URL, sockets: Sockets, queryMs: number): ClientConfig {
  return {
    connectionString: withStandardTls(address),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: queryMs + GRACE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: exactNumbers(),
    stream: () => sockets.make(),
  };
}

/** To be called before anything else is asked on a connection. */
export async function begin(client: ClientBase, queryMs: number): Promise<void> {
  client.on("error", ignore);
  await client.query(sessionSettings(queryMs));
}

/** The sockets of some connections, to cut those that would hold up an end. */
export class Sockets {
  readonly #open = new Set<Socket>();

  make(): Socket {
    const socket = new Socket();
    this.#open.add(socket);
    return socket.once("close", () => this.#open.delete(socket));
  }

  cut(): void {
    for (const socket of this.#open) socket.destroy();
  }
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
