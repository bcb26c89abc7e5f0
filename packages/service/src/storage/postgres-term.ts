/** Leader election: a PostgreSQL advisory lock, held by the only session that writes. */

import { type Kysely, sql } from "kysely";
import type { ClientConfig, QueryConfig } from "pg";
import { ConfigError, StorageError } from "../domain/errors.js";
import { type Db, faultOf, type LockHolder, ReadOnlyError, Term } from "./database.js";
import type { UnreadableRows } from "./parsed-rows.js";
import { connectPool } from "./postgres-pool.js";
import type { Tables } from "./tables.js";

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
  let heardAt = 0;
  const { pool, db, close } = connectPool(address, {
    application_name: PREFIX + name,
    max: 1,
    unreadable,
    onAnswer: () => {
      heardAt = performance.now();
    },
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
  const term = new Term(db, close);
  function lose(cause?: unknown): void {
    void term.end(`the session with the database has ended${cause === undefined ? "" : `: ${faultOf(cause)}`}`);
  }
  try {
    const { rows } = await TAKE_LOCK.execute(db);
    if (rows[0]?.access === "on") throw new ReadOnlyError("the database is read-only");
    if (rows[0]?.lock !== true) await term.end("another instance leads");
    if (rows[0] === undefined || term.over.aborted) return undefined;
    const session = rows[0].pid;
    const beat = async () => {
      const begunAt = performance.now();
      const answer = await pool.query<{ pid: number }>(HEARTBEAT).catch((cause: unknown) => {
        if (heardAt > begunAt) return undefined; // a long transaction uses the session, and the server responds to it
        throw cause;
      });
      if (answer !== undefined && answer.rows[0]?.pid !== session) throw new StorageError("a pooler has replaced it");
    };
    const heartbeat = setInterval(() => beat().catch(lose), HEARTBEAT_MS).unref();
    term.over.addEventListener("abort", () => clearInterval(heartbeat));
    return term;
  } catch (error) {
    await term.end("the term did not begin");
    throw error;
  }
}

/** Who holds the leader lock; `undefined` if no session does. */
export async function postgresLeader(db: Db): Promise<LockHolder | undefined> {
  const [holder] = (await LEADER.execute(db)).rows;
  if (holder === undefined) return undefined;
  const { name, pid } = holder;
  if (name.startsWith(PREFIX)) return { name: nameOf(name), isInstance: true };
  return { name: `${name === "" ? "a program without a name" : name}, server process ${pid}`, isInstance: false };
}

/** The leaders in other databases of the server, with the addresses of these databases. */
export async function leadersElsewhere(
  address: URL,
): Promise<readonly { readonly address: URL; readonly name: string }[]> {
  await using pool = connectPool(address, { max: 1 });
  return (await LEADERS_ELSEWHERE.execute(pool.db)).rows.map(({ database, name }) => {
    return { address: new URL(`/${encodeURIComponent(database)}${address.search}`, address), name: nameOf(name) };
  });
}

const nameOf = (session: string) => session.slice(PREFIX.length);

export async function isReadOnlyPostgres(db: Db): Promise<boolean> {
  const access = sql<{ readonly access: string }>`select current_setting('transaction_read_only') as access`;
  return (await access.execute(db)).rows[0]?.access === "on";
}

/**
 * Behind a pooler in transaction mode, a lock would stay with the next user of the session, and no instance would lead.
 * Such a pooler gives a second connection the session of the first, or moves the first one to another session.
 *
 * @throws ConfigError if there is one
 */
export async function requireOwnSession(address: URL): Promise<void> {
  await using one = connectPool(address, { max: 1 });
  await using other = connectPool(address, { max: 1 });
  const first = await sessionOf(one.db);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const isShared = await other.db.transaction().execute(async (inside) => {
      return (await sessionOf(inside)) === first || (await sessionOf(one.db)) !== first;
    });
    if (isShared) throw new ConfigError([POOLED]);
  }
}

/**
 * Other clients may use the pooler at the same time; an attempt fails to detect it only if one takes this very session.
 */
const ATTEMPTS = 5;

const POOLED =
  "DATABASE_URL points to a pooler in transaction mode, but the jobs need their own session: " +
  "connect directly or in session mode, or set ROLE=api for an instance that runs no jobs";

async function sessionOf(db: Kysely<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ readonly pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return rows[0]?.pid;
}

/** Prefix of a leader's session name on the server, followed by the instance's name. */
const PREFIX = "peak leader ";

/** The lock; the class is "PEAK" in ASCII, to avoid other programs' locks. */
export const LOCK_CLASS = 1346715979;
const LOCK_NUMBER = 1;

/** A standby would grant the lock, too: until one instance finds that out, the others would think that it leads. */
const TAKE_LOCK = sql<{ readonly lock: boolean; readonly access: string; readonly pid: number }>`select
  pg_backend_pid() as pid,
  case when current_setting('transaction_read_only') = 'on' then false
    else pg_try_advisory_lock(${sql.lit(LOCK_CLASS)}, ${sql.lit(LOCK_NUMBER)}) end as lock,
  current_setting('transaction_read_only') as access`;

/** The names are readable even for users who may not see other users' sessions. */
const HOLDERS = sql`pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = ${sql.lit(LOCK_CLASS)} and objid = ${sql.lit(LOCK_NUMBER)} and objsubid = 2
    and granted and database = datid`;

const LEADER = sql<{ readonly name: string; readonly pid: number }>`
  select application_name as name, pid from ${HOLDERS} and datname = current_database()`;

const LEADERS_ELSEWHERE = sql<{ readonly name: string; readonly database: string }>`
  select application_name as name, datname as database from ${HOLDERS}
    and datname <> current_database() and starts_with(application_name, ${sql.lit(PREFIX)})`;

/** After this long without hearing from us the server ends the session: in a transaction, outside one, or on TCP. */
export const SILENCE_MS = 15_000;

const SETTINGS = ["idle_session_timeout", "idle_in_transaction_session_timeout", "tcp_user_timeout"].map(
  (name) => `set_config('${name}', '${SILENCE_MS}', false)`,
);

/** Frequent enough that an event loop blocked for a few seconds does not cost the session. */
const HEARTBEAT_MS = 5000;

/** If a heartbeat gets no response for this long, the server or the network counts as down. */
const UNANSWERED_MS = 10_000;

const HEARTBEAT: QueryConfig & ClientConfig = { text: "select pg_backend_pid() as pid", query_timeout: UNANSWERED_MS };
