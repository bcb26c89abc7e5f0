import { createServer } from "node:net";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { type OpenDatabase, ReadOnlyError, type Term } from "../../../src/storage/database.js";
import { newestEntries } from "../../../src/storage/newest-entries.js";
import { addObservations, observationsBetween } from "../../../src/storage/observations.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { putState } from "../../../src/storage/state.js";
import { listening } from "../../support/loopback.js";
import { askPostgres } from "../../support/postgres-server.js";
import { observation } from "../../support/sample-rows.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";

const postgres = ownPostgres();

const open = async (address: URL) => {
  const database = await openPostgres(address);
  onTestFinished(() => database.close());
  return database;
};

describePostgres("PostgreSQL", () => {
  test("sorts text byte by byte, regardless of the database's locale", async () => {
    await postgres.ask(
      "create database peak_english template template0 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'",
    );
    const db = (await open(new URL("/peak_english", postgres.server.address))).db;
    const both = ["Kraken", "bitstamp"].map((source) => observation({ source }));
    await addObservations(db, [...both].reverse());
    expect(await observationsBetween(db, "btc-price", 0 as Instant, 9e15 as Instant)).toEqual(both);
  });

  test("waits for the disk at each commit and keeps all digits, regardless of the server's settings", async () => {
    const address = await postgres.prepared();
    const database = address.pathname.slice(1);
    for (const setting of ["synchronous_commit = off", "extra_float_digits = -5"])
      await postgres.ask(`alter database ${database} set ${setting}`);
    const opened = await open(address);
    const term = await begun(opened, "one");
    for (const { db } of [opened, term]) {
      const show = sql<object>`select current_setting('synchronous_commit') as commit, 0.1::float8 + 0.2 as sum`;
      const { rows } = await show.execute(db);
      expect(rows).toEqual([{ commit: "on", sum: 0.1 + 0.2 }]);
    }
  });

  test("is reconnected by the next query after an outage, and failed queries say why", async () => {
    const opened = await open(await postgres.prepared());
    const db = opened.db;
    await Promise.all([newestEntries(db), newestEntries(db), newestEntries(db)]);
    await postgres.server.stop();
    await expect(newestEntries(db)).rejects.toThrow(StorageError);
    await expect(newestEntries(db)).rejects.toThrow(/^the database failed: connect ECONNREFUSED /);
    await postgres.server.start();
    await newestEntries(db);
  });

  test("that accepts a connection but never responds times out in seconds, without naming the password", async () => {
    const port = await listening(createServer());
    const opening = openPostgres(new URL(`postgres://peak:s3cret@127.0.0.1:${port}/peak`));
    await expect(opening).rejects.toThrow(/^cannot open the database peak on 127\.0\.0\.1:\d+: .*timeout/);
  });
});

async function begun(database: OpenDatabase, name: string): Promise<Term> {
  const term = await database.beginTerm(name);
  if (term === undefined) throw new Error(`${name} could not begin`);
  onTestFinished(() => term.end("the test is over"));
  return term;
}

/** The connection's own error; a heartbeat, up to five seconds later, would fail with another reason. */
const LOST_AT_ONCE =
  /^the session with the database has ended: (Connection terminated|terminating connection|read ECONNRESET)/;

describePostgres("leadership on PostgreSQL", () => {
  test("is held by one named instance at a time, and another one gets it when the term ends", async () => {
    const [address, another] = [await postgres.prepared(), await postgres.prepared()];
    const [one, other] = [await open(address), await open(address)];
    const term = await begun(one, "web-1 a");
    expect(await other.beginTerm("web-2 b")).toBeUndefined();
    expect(await other.leader()).toEqual({ name: "web-1 a", isInstance: true });
    await begun(await open(another), "of another database");
    await term.end("enough");
    await begun(other, "web-2 b");
    expect(await one.leader()).toEqual({ name: "web-2 b", isInstance: true });
  });

  test("is distinguished from another program that holds the same lock", async () => {
    const [database, foreign] = [await open(await postgres.prepared()), await postgres.prepared()];
    const beside = await open(foreign);
    const lock = sql`select pg_try_advisory_lock(1346715979, 1), set_config('application_name', 'psql', false)`;
    await beside.db.connection().execute(async (session) => {
      await lock.execute(session);
      const other = await open(foreign);
      expect(await other.leader()).toEqual({
        name: expect.stringMatching(/^psql, server process \d+$/),
        isInstance: false,
      });
      expect(await other.beginTerm("late")).toBeUndefined();
      await sql`select pg_advisory_unlock_all()`.execute(session);
    });
    expect(await database.leader()).toBeUndefined();
    await beside.requireOwnSession();
  });

  test("ends at once, even while queries run or wait for its only connection", async () => {
    const term = await begun(await open(await postgres.prepared()), "one");
    const { db } = term;
    const all = [sql`select pg_sleep(60)`, sql`select 1`, sql`select 2`].map((query) => query.execute(db));
    const ends = all.map((each) => expect(each).rejects.toThrow());
    const begin = performance.now();
    await term.end("enough");
    await Promise.all(ends);
    expect(performance.now() - begin).toBeLessThan(9000); // waiting for a connection times out after ten seconds
  });

  test("is lost with its session: nothing more is written through it, and it never reconnects", async () => {
    const address = await postgres.prepared();
    const opened = await open(address);
    const term = await begun(opened, "doomed");
    const db = term.db;
    await putState(db, "a", 1);
    const sleeping = sql`select pg_sleep(60)`.execute(term.db);
    const waiting = Array.from({ length: 5 }, (_, i) => putState(db, "b", i));
    const failures = Promise.allSettled([sleeping, ...waiting]);
    // What the server itself does after 15 s of silence.
    const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'peak leader %'";
    await postgres.ask(end);
    await expect.poll(() => (term.over.reason as Error | undefined)?.message).toMatch(LOST_AT_ONCE);
    for (const { status } of await failures) expect(status).toBe("rejected");
    const next = await begun(opened, "next");
    await putState(next.db, "d", 1);
    await expect(putState(db, "c", 1)).rejects.toThrow(StorageError);
    const names = await askPostgres(address, "select name from state order by name");
    expect(names).toEqual([{ name: "a" }, { name: "d" }]);
  });

  test("is refused on a read-only database", async () => {
    const address = await postgres.prepared();
    const database = await open(address);
    const readOnly = `alter database ${address.pathname.slice(1)} set default_transaction_read_only = on`;
    await postgres.ask(readOnly);
    const beside = await open(address);
    // No attempt holds the lock even for a moment, or other instances would take it for a leader.
    for (let attempt = 0; attempt < 20; attempt++) {
      let isOver = false;
      const refused = expect(database.beginTerm("late"))
        .rejects.toThrow(ReadOnlyError)
        .finally(() => {
          isOver = true;
        });
      while (!isOver) expect(await beside.leader()).toBeUndefined();
      await refused;
    }
    await expect(putState((await open(address)).db, "a", 1)).rejects.toThrow(ReadOnlyError);
    expect(await (await open(address)).isReadOnly()).toBe(true);
    expect(await database.leader()).toBeUndefined();
  });

  test("can end while the server is paused in the middle of a statement", async () => {
    const database = await open(await postgres.prepared());
    const term = await begun(database, "one");
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(term.db);
    const pid = rows[0]?.pid ?? 0;
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => void process.kill(pid, "SIGCONT"));
    const storing = putState(term.db, "a", 1);
    const failing = expect(storing).rejects.toThrow(StorageError);
    await term.end("enough");
    await failing;
  });
});
