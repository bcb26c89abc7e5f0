import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import { openPostgres, postgresLock } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { startChild } from "./child/start-child.js";
import { closedDays } from "./samples.js";

describePostgres("migrations on PostgreSQL", () => {
  const postgres = tempPostgres();

  const ask = (address: URL, ...statements: readonly string[]) =>
    postgres.server.ask(address.pathname.slice(1), ...statements);
  const tablesOf = async (address: URL) =>
    (await ask(address, "select tablename as name from pg_tables where schemaname = 'public' order by 1")).map(
      ({ name }) => name,
    );
  const appliedIn = (address: URL) => ask(address, "select name, timestamp from kysely_migration order by name");

  test("run once when ten instances start together on an empty database", async () => {
    const address = await postgres.empty();
    const opened = await Promise.all(Array.from({ length: 10 }, () => openPostgres(address)));
    await Promise.all(opened.map((database) => openStores(database).ping()));
    await Promise.all(opened.map((database) => database.close()));
    expect(await tablesOf(address)).toEqual(await tablesOf(await postgres.prepared()));
    expect((await appliedIn(address)).map(({ name }) => name)).toEqual(
      (await appliedIn(await postgres.prepared())).map(({ name }) => name),
    );
  });

  test("run once when three processes start together, one of which is killed", async () => {
    const address = await postgres.empty();
    const children = [1, 2, 3].map(() => startChild("hold-open", address.href));
    await Promise.race(children.map((child) => child.wrote(1)));
    await children[0]?.kill();
    await Promise.all(children.slice(1).map((child) => child.wrote(1)));
    expect(await tablesOf(address)).toEqual(await tablesOf(await postgres.prepared()));
  });

  test("leave nothing behind when the connection is lost in the middle, and run at the next start", async () => {
    const address = await postgres.empty();
    await ask(
      address,
      `create function stand_still() returns event_trigger language plpgsql as $$ begin
         if (select count(*) from pg_class where relname = 'scores') > 0 then perform pg_sleep(20); end if; end $$`,
      "create event trigger slow on ddl_command_end when tag in ('CREATE TABLE') execute function stand_still()",
    );
    const opening = openPostgres(address);
    const failing = expect(opening).rejects.toThrow(
      /^the database could not bring its tables up to date: the server has ended the connection/,
    );
    await waitUntil(async () => {
      const found = await ask(
        address,
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
      );
      return found.length > 0;
    });
    await failing;
    expect(await tablesOf(address)).toEqual([]);
    await ask(address, "drop event trigger slow");
    await (await openPostgres(address)).close();
    expect(await tablesOf(address)).toContain("closed_majors");
  });

  test("change nothing the second time, and need no lock for it", async () => {
    const address = await postgres.prepared();
    const before = await appliedIn(address);
    const first = await openPostgres(address);
    await first.queries.transaction().execute(async (transaction) => {
      await postgresLock("migrate").execute(transaction);
      await (await openPostgres(address)).close();
    });
    await first.close();
    expect(await appliedIn(address)).toEqual(before);
  });

  test("refuse a database that a newer version wrote, and leave it as it was", async () => {
    const address = await postgres.prepared();
    await ask(address, "insert into kysely_migration values ('0999-future', '')");
    for (const access of ["write", "read"] as const) {
      const opening = openPostgres(address, access);
      await expect(opening).rejects.toThrow(StorageError);
      await expect(opening).rejects.toThrow("a newer version of Peak wrote this database (it has 0999-future)");
    }
  });

  test("are not run by a reader, who is told to start the service", async () => {
    const address = await postgres.prepared();
    await ask(address, "delete from kysely_migration where name like '0005%'");
    await expect(openPostgres(address, "read")).rejects.toThrow("an older version of Peak wrote this database");
  });

  test("leave no table behind when one of them fails", async () => {
    const address = await postgres.empty();
    await ask(address, "create table scores (mine text)");
    await expect(openPostgres(address)).rejects.toThrow("the database could not bring its tables up to date");
    expect(await tablesOf(address)).toEqual(["scores"]);
  });

  test("go where the user's search path points, past tables of the same name elsewhere", async () => {
    const address = await postgres.empty();
    await ask(
      address,
      "create table kysely_migration (name text, timestamp text)",
      "insert into kysely_migration values ('another program', '')",
      "create schema peak",
    );
    address.searchParams.set("options", "-c search_path=peak");
    const database = await openPostgres(address);
    await openStores(database).days.append(closedDays(0, 1), []);
    await database.close();
    expect(await tablesOf(address)).toEqual(["kysely_migration"]);
    expect(await ask(address, "select day from peak.closed_days")).toHaveLength(1);
  });
});

async function waitUntil(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 20));
}
