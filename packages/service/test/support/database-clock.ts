import type { PostgresClient } from "./postgres-server.js";

/**
 * Lets a test move the clock that a database shows, for connections that are opened from now on; those of its leases run
 * on. Where the test moves the clocks of the instances, that of their database has to go with them.
 *
 * @returns moves it, so far ahead of the machine's
 */
export async function movableDatabaseClock(
  server: PostgresClient,
  database: string,
): Promise<(offsetMs: number) => Promise<void>> {
  await server.ask(
    database,
    "create schema moved",
    "create table moved.clock as select 0::bigint as offset_ms",
    `create function moved.statement_timestamp() returns timestamptz language sql volatile as
      'select pg_catalog.statement_timestamp() + make_interval(secs => offset_ms / 1000.0) from moved.clock'`,
    `alter database ${database} set search_path = public, moved, pg_catalog`, // before PostgreSQL's own
  );
  return async (offsetMs) => {
    await server.ask(database, `update moved.clock set offset_ms = ${Math.round(offsetMs)}`);
  };
}
