/** Elects the one instance that does the jobs: an advisory lock of PostgreSQL, held by the only session that writes. */

import { setTimeout as wait } from "node:timers/promises";
import { type Kysely, type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import { Client } from "pg";
import { StorageError } from "../domain/errors.js";
import { withStorageErrors } from "./database.js";
import { faultSentence } from "./fault-sentence.js";
import { begin, clientConfig, connectionOn, QUERY_MS, Sockets } from "./postgres-connections.js";
import type { Tables } from "./tables.js";
import { Term } from "./term.js";

/**
 * Tries to take the lock. It is lost with the session, which the server ends when it has heard nothing for 15 s: a
 * process that dies, is paused or is cut off is followed by another within 30 s, and can write no more.
 *
 * @param name of this instance, for people
 * @returns `undefined` while another session has the lock
 * @throws StorageError when there is no server, or it takes no writes
 */
export async function beginPostgresTerm(address: URL, name: string): Promise<Term | undefined> {
  const sockets = new Sockets();
  const client = new Client({ ...clientConfig(address, sockets, QUERY_MS), application_name: PREFIX + name });
  const session = new OneSession(client);
  const term = new Term(connectionOn(session, () => session.end(), sockets));
  const lose = (cause?: unknown) =>
    void term.end(`the session with the database has ended${cause === undefined ? "" : `: ${faultSentence(cause)}`}`);
  client.on("error", lose);
  client.on("end", lose);
  try {
    const isTaken = await withStorageErrors("be led", () => takeLock(client));
    if (isTaken && !term.over.aborted) void keepAlive(session, term.over).catch(lose);
    else await term.end("another instance leads");
    return term.over.aborted ? undefined : term;
  } catch (error) {
    await term.end("it has not begun");
    throw error;
  }
}

/** The name of the instance that does the jobs now; `undefined` when none does. */
export async function postgresLeader(queries: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await withStorageErrors("name its leader", () => LEADER.execute(queries));
  return rows[0]?.name.slice(PREFIX.length);
}

/** What the sessions of leaders are called on the server, followed by the name of the instance. */
const PREFIX = "peak leader ";

/** The lock is of this class, "PEAK" in ASCII, apart from those of other programs, and has this number. */
const [LOCK_CLASS, LOCK_NUMBER] = [1346715979, 1];

/**
 * How long the server waits for a word of the session before it ends it, in a transaction, outside of one, or below
 * TCP.
 */
const SILENCE_MS = 15_000;

/** Often enough that an event loop that is blocked for some seconds loses nothing. */
const HEARTBEAT_MS = 5000;

/** A heartbeat that is not answered for so long says that the server is gone, or the way to it. */
const UNANSWERED_MS = 10_000;

const SETTINGS = ["idle_session_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"].map(
  (name) => `set_config('${name}', '${SILENCE_MS}', false)`,
);

/** Whoever has no right to see the sessions of others sees the name all the same. */
const LEADER = sql<{ readonly name: string }>`
  select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = ${sql.lit(LOCK_CLASS)} and objid = ${sql.lit(LOCK_NUMBER)} and objsubid = 2
    and granted and database = (select oid from pg_database where datname = current_database())`;

async function takeLock(client: Client): Promise<boolean> {
  await client.connect();
  await begin(client, QUERY_MS);
  await client.query(`select ${SETTINGS.join()}`);
  const { rows } = await client.query<{ readonly lock: boolean; readonly access: string }>(
    `select pg_try_advisory_lock(${LOCK_CLASS}, ${LOCK_NUMBER}) as lock, current_setting('transaction_read_only') as access`,
  );
  if (rows[0]?.access === "on") throw new StorageError("the database is read-only");
  return rows[0]?.lock === true;
}

/** Ends with the term. @throws when the server does not answer */
async function keepAlive(session: OneSession, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await wait(HEARTBEAT_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
    if (!over.aborted) await session.beat(UNANSWERED_MS);
  }
}

/**
 * A session as Kysely's pool: callers take turns. The driver's own pool makes another connection when it has lost one,
 * and could so write without the lock; here everybody is refused from then on.
 */
class OneSession implements PostgresPool {
  readonly options = {};
  readonly #client: Client;
  #last: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.#client = client;
  }

  async connect(): Promise<PostgresPoolClient> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    const query = this.#client.query.bind(this.#client) as unknown as PostgresPoolClient["query"];
    return { query, release: () => resolve() };
  }

  /** Says something to the server, when it is its turn. @throws when that is not answered in time */
  async beat(ms: number): Promise<void> {
    const { query, release } = await this.connect();
    const late = new AbortController();
    try {
      const unanswered = wait(ms, undefined, { signal: late.signal, ref: false }).then(() => {
        throw new Error("the server does not answer");
      });
      await Promise.race([query("select 1", []), unanswered]);
    } finally {
      late.abort();
      release();
    }
  }

  async end(): Promise<void> {
    await this.#client.end();
  }
}
