import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { openPostgres } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import type { OpenDatabase, Term } from "../../../src/storage/term.js";
import { describePostgres, ownPostgres } from "../../support/temp-postgres.js";
import { tempSqlite } from "../../support/temp-sqlite.js";

async function begun(database: OpenDatabase, name: string): Promise<Term> {
  const term = await database.beginTerm(name);
  if (term === undefined) throw new Error(`${name} could not begin`);
  onTestFinished(() => term.end("the test is over"));
  return term;
}

const overOf = ({ over }: Term) =>
  new Promise<string>((resolve) => {
    const tell = () => resolve((over.reason as Error).message);
    if (over.aborted) tell();
    over.addEventListener("abort", tell);
  });

describePostgres("the term of an instance on PostgreSQL", () => {
  const postgres = ownPostgres();

  const open = async (address: URL) => {
    const database = await openPostgres(address);
    onTestFinished(() => database.close());
    return database;
  };
  /** Ends every session of leaders, as the server itself does after 15 s of silence. */
  const endSessions = () =>
    postgres.server.ask(
      "postgres",
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'peak leader %'",
    );

  test("is that of one at a time, who is named; another begins when it ends", async () => {
    const address = await postgres.prepared();
    const [one, other] = [await open(address), await open(address)];
    expect(await one.leader()).toBeUndefined();
    const term = await begun(one, "web-1 a");
    expect(await other.beginTerm("web-2 b")).toBeUndefined();
    expect([await one.leader(), await other.leader()]).toEqual(["web-1 a", "web-1 a"]);
    await term.end("enough");
    expect(await overOf(term)).toBe("enough");
    await begun(other, "web-2 b");
    expect(await one.leader()).toBe("web-2 b");
  });

  test("is apart from those of other databases on the server", async () => {
    const [one, other] = [await open(await postgres.prepared()), await open(await postgres.prepared())];
    await begun(one, "one");
    expect(await other.leader()).toBeUndefined();
    await begun(other, "other");
  });

  test("begins with one of ten who try at the same moment", async () => {
    const address = await postgres.prepared();
    const all = await Promise.all(Array.from({ length: 10 }, () => open(address)));
    const terms = await Promise.all(all.map((each, i) => each.beginTerm(String(i))));
    const held = terms.filter((term) => term !== undefined);
    for (const term of held) onTestFinished(() => term.end("the test is over"));
    expect(held).toHaveLength(1);
  });

  test("is over with its session: nothing more is written through it, also of what waits, and it never connects again", async () => {
    const address = await postgres.prepared();
    const database = await open(address);
    const term = await begun(database, "doomed");
    const stores = openStores(term.connection);
    await stores.state.put("a", 1);
    const sleeping = sql`select pg_sleep(60)`.execute(term.connection.queries);
    const waiting = Array.from({ length: 5 }, (_, i) => stores.state.put("b", i));
    const failures = Promise.allSettled([sleeping, ...waiting]);
    await endSessions();
    expect(await overOf(term)).toMatch(/^the session with the database has ended/);
    for (const { status } of await failures) expect(status).toBe("rejected");
    await expect(stores.state.put("c", 1)).rejects.toThrow(StorageError);
    const next = await begun(database, "next");
    await openStores(next.connection).state.put("d", 1);
    await expect(stores.state.put("c", 1)).rejects.toThrow(StorageError);
    const names = await postgres.server.ask(address.pathname.slice(1), "select name from state order by name");
    expect(names).toEqual([{ name: "a" }, { name: "d" }]);
  });

  test("does not begin on a database that takes no writes", async () => {
    const address = await postgres.prepared();
    const database = await open(address);
    await postgres.server.ask(
      "postgres",
      `alter database ${address.pathname.slice(1)} set default_transaction_read_only = on`,
    );
    await expect(database.beginTerm("late")).rejects.toThrow("the database is read-only");
    expect(await database.leader()).toBeUndefined();
  });

  test("is over when the server stops, and none begins before it is back", async () => {
    const database = await open(await postgres.prepared());
    const term = await begun(database, "one");
    await postgres.server.crash();
    expect(await overOf(term)).toMatch(/^the session with the database has ended/);
    await expect(database.beginTerm("two")).rejects.toThrow(StorageError);
    await postgres.server.start();
    await begun(database, "three");
  });
});

test("on SQLite a term is that of who has the folder, and it goes on after one", async () => {
  const database = await tempSqlite();
  const term = await begun(database, "x");
  await openStores(term.connection).state.put("a", 1);
  expect(await database.leader()).toBeUndefined();
  await term.end("enough");
  const again = await begun(database, "x");
  expect(await openStores(again.connection).state.get("a")).toBe(1);
});
