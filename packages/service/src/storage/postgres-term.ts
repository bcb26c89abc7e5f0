/** Elects the one instance that does the jobs: an advisory lock of PostgreSQL, held by the only session that writes. */

import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { ClientConfig, Pool, QueryConfig } from "pg";
import { StorageError } from "../domain/errors.js";
import { type Database, faultOf, Term } from "./database.js";
import { connectPool } from "./postgres-pool.js";

/**
 * Tries to take the lock. It is lost with the session, which the server ends when it has heard nothing for 15 s: a
 * process that dies, is paused or is cut off is followed by another within 30 s, and can write no more.
 *
 * @param name of this instance, for people
 * @returns `undefined` while another session has the lock
 * @throws StorageError when there is no server, or it takes no writes
 */
export async function beginPostgresTerm(address: URL, name: string): Promise<Term | undefined> {
  let isBegun = false;
  const { pool, queries, close } = connectPool(address, {
    application_name: PREFIX + name,
    max: 1,
    connectionTimeoutMillis: UNANSWERED_MS, // also how long a heartbeat waits for a statement of a job
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 0,
    async onSession(client) {
      // The pool makes another connection when it has lost one, and jobs of this term would write without the lock.
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
    if (rows[0]?.lock === true) void keepAlive(pool, term.over).catch(lose);
    else await term.end("another instance leads");
    return term.over.aborted ? undefined : term;
  } catch (error) {
    await term.end("it has not begun");
    throw error;
  }
}

/** The name of the instance that does the jobs now; `undefined` when none does. */
export async function postgresLeader(queries: Database): Promise<string | undefined> {
  const { rows } = await LEADER.execute(queries);
  return rows[0]?.name.slice(PREFIX.length);
}

/** What the sessions of leaders are called on the server, followed by the name of the instance. */
const PREFIX = "peak leader ";

/** Identifies the lock; the class is "PEAK" in ASCII, to stay clear of other programs' locks. */
const [LOCK_CLASS, LOCK_NUMBER] = [1346715979, 1];

const TAKE_LOCK = sql<{ readonly lock: boolean; readonly access: string }>`select
  pg_try_advisory_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCK_NUMBER)}) as lock,
  current_setting('transaction_read_only') as access`;

/** A user without the right to see other users' sessions can still read the name. */
const LEADER = sql<{ readonly name: string }>`
  select application_name as name from pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = ${sql.lit(LOCK_CLASS)} and objid = ${sql.lit(LOCK_NUMBER)} and objsubid = 2
    and granted and database = (select oid from pg_database where datname = current_database())`;

/** The server ends the session after this long without hearing from it: in a transaction, outside one, or on TCP. */
const SILENCE_MS = 15_000;

const SETTINGS = ["idle_session_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"].map(
  (name) => `set_config('${name}', '${SILENCE_MS}', false)`,
);

/** Frequent enough that an event loop blocked for a few seconds does not lose the session. */
const HEARTBEAT_MS = 5000;

/** Without an answer to a heartbeat for this long, the server or the network counts as gone. */
const UNANSWERED_MS = 10_000;

const HEARTBEAT: QueryConfig & ClientConfig = { text: "select 1", query_timeout: UNANSWERED_MS };

/** Sends a heartbeat every few seconds until the term is over. @throws when one is not answered */
async function keepAlive(pool: Pool, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await wait(HEARTBEAT_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
    if (!over.aborted) await pool.query(HEARTBEAT);
  }
}
