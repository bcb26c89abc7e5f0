/** Leader election: a PostgreSQL advisory lock, held by the only session that writes. */

import { sql } from "kysely";
import type { ClientConfig, QueryConfig } from "pg";
import { StorageError } from "../domain/errors.js";
import { type Database, faultOf, Term } from "./database.js";
import type { UnreadableRows } from "./parsed-rows.js";
import { connectPool } from "./postgres-pool.js";

/**
 * Tries to take the lock. It is lost with the session, which the server ends after hearing nothing for 15 s: if the
 * leader dies, is paused or is cut off, another leads within 30 s and the old one can no longer write.
 *
 * @param name of this instance, for people to read
 * @returns `undefined` while another session holds the lock
 * @throws StorageError if there is no server, or it is read-only
 */
export async function beginPostgresTerm(
  address: URL,
  name: string,
  unreadable: UnreadableRows,
): Promise<Term | undefined> {
  let isBegun = false;
  const { pool, queries, close } = connectPool(address, {
    application_name: PREFIX + name,
    max: 1,
    unreadable,
    connectionTimeoutMillis: UNANSWERED_MS, // also how long a heartbeat waits for a job's statement
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 0,
    async onSession(client) {
      // A pool that lost its connection would open another, and this term's jobs would write without the lock.
      if (isBegun) throw new StorageError("the term is over");
      isBegun = true;
      client.on("error", lose).on("end", lose);
      await client.query(`select ${SETTINGS.join()}`);
    },
  });
  const term = new Term(queries, close);
  function lose(cause?: unknown): void {
    void term.end(`the session with the database has ended${cause === undefined ? "" : `: ${faultOf(cause)}`}`);
  }
  try {
    const { rows } = await TAKE_LOCK.execute(queries);
    if (rows[0]?.access === "on") throw new StorageError("the database is read-only");
    if (rows[0]?.lock !== true) await term.end("another instance leads");
    if (term.over.aborted) return undefined;
    const heartbeat = setInterval(() => pool.query(HEARTBEAT).catch(lose), HEARTBEAT_MS).unref();
    term.over.addEventListener("abort", () => clearInterval(heartbeat));
    return term;
  } catch (error) {
    await term.end("it has not begun");
    throw error;
  }
}

/** The name of the current leader; `undefined` if there is none. */
export async function postgresLeader(queries: Database): Promise<string | undefined> {
  const { rows } = await LEADER.execute(queries);
  return rows[0]?.name.slice(PREFIX.length);
}

/** Prefix of a leader's session name on the server, followed by the instance's name. */
const PREFIX = "peak leader ";

/** Identifies the lock; the class is "PEAK" in ASCII, to avoid other programs' locks. */
const [LOCK_CLASS, LOCK_NUMBER] = [1346715979, 1];

const TAKE_LOCK = sql<{ readonly lock: boolean; readonly access: string }>`select
  pg_try_advisory_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCK_NUMBER)}) as lock,
  current_setting('transaction_read_only') as access`;

/** The name is readable even for users who may not see other users' sessions. */
const LEADER = sql<{ readonly name: string }>`
  select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = ${sql.lit(LOCK_CLASS)} and objid = ${sql.lit(LOCK_NUMBER)} and objsubid = 2
    and granted and database = (select oid from pg_database where datname = current_database())`;

/** After this long without hearing from us the server ends the session: in a transaction, outside one, or on TCP. */
const SILENCE_MS = 15_000;

const SETTINGS = ["idle_session_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"].map(
  (name) => `set_config('${name}', '${SILENCE_MS}', false)`,
);

/** Frequent enough that an event loop blocked for a few seconds does not cost the session. */
const HEARTBEAT_MS = 5000;

/** If a heartbeat gets no response for this long, server or network count as gone. */
const UNANSWERED_MS = 10_000;

const HEARTBEAT: QueryConfig & ClientConfig = { text: "select 1", query_timeout: UNANSWERED_MS };
