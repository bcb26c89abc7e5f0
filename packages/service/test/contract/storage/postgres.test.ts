import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { expect, onTestFinished, test } from "vitest";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { openPostgres, postgresSchema } from "../../../src/storage/open-postgres.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { appendOnlySuite } from "./append-only.suite.js";
import { chainStoreSuite } from "./chain-store.suite.js";
import { dayStoreSuite } from "./day-store.suite.js";
import { keyStoreSuite } from "./key-store.suite.js";
import { latestStoresSuite } from "./latest-stores.suite.js";
import { allRows, bothChains } from "./linked.js";
import { migrationsSuite } from "./migrations.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { closedDays, historyRow, historyRows, hourlyScore, observation } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";

const postgres = tempPostgres();

const VIEW = "alter table market rename to market_before; create view market as select * from market_before";

describePostgres("PostgreSQL", () => {
  const stores = async () => openStores(await postgres.open());
  observationStoreSuite(stores);
  dayStoreSuite(stores);
  scoreStoreSuite(stores);
  latestStoresSuite(stores);
  keyStoreSuite(stores);
  chainStoreSuite(postgres.open);
  appendOnlySuite(postgres.open);
  migrationsSuite(async () => {
    const address = await postgres.empty();
    const dump = () => execFileSync(postgres.program("pg_dump"), ["--inserts", address.href], { encoding: "utf8" });
    return {
      dialect: postgresSchema,
      open: (access) => openPostgres(address, access),
      content: async () => dump().replaceAll(/^\\(un)?restrict .*$/gm, ""), // another word each time
    };
  });

  test("TRUNCATE is no way around an append-only table", async () => {
    const database = await postgres.open();
    const { days } = openStores(database);
    await days.append([], historyRows(1, 1));
    await expect(sql`truncate history`.execute(database.queries)).rejects.toThrow("history is append-only");
    expect(await allRows({ days })).toEqual([historyRow(1)]);
  });

  const FORGE = `create function forge() returns trigger language plpgsql as $$ begin
    update history set score = 99 where day = new.day; return new; end $$`;
  const IDLE =
    "create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null;end $$";
  const UNGUARDED = "drop trigger history_refuses_change on history";

  test.each([
    ["at once", "create trigger mine after insert on history for each row execute function forge()"],
    [
      "at the commit",
      "create constraint trigger mine after insert on history deferrable initially deferred for each row execute function forge()",
    ],
  ])("a day that a trigger of somebody else's changes %s is not stored", async (_when, trigger) => {
    const address = await postgres.prepared();
    const database = await openPostgres(address);
    onTestFinished(() => database.close());
    const { days } = openStores(database);
    await days.append(closedDays(0, 3), historyRows(1, 3));
    for (const statement of [FORGE, UNGUARDED, trigger]) await sql.raw(statement).execute(database.queries);
    const storing = days.append(closedDays(3, 1), historyRows(4, 1));
    await expect(storing).rejects.toThrow(
      "2010-07-21 was changed while it was stored, by a trigger of somebody else's",
    );
    expect(await allRows({ days })).toEqual(historyRows(1, 3));
    await expect(openPostgres(address)).rejects.toThrow(
      "the trigger mine on history is in this database and was not made by Peak: find out who did that, and remove it",
    );
  });

  const FOREIGN = "in this database and was not made by Peak";
  const GUARD = "the trigger history_refuses_change on history is not in this database as Peak has made it";

  test.each([
    ["a rule", "create rule mine as on insert to scores do nothing", `the rule mine on scores is ${FOREIGN}`],
    ["a view in the place of a table", VIEW, `the rule _RETURN on market is ${FOREIGN}`],
    ["a child table", "create table mine () inherits (history)", `the child table mine of history is ${FOREIGN}`],
    ["a guard gone", UNGUARDED, GUARD],
    ["a guard switched off", "alter table history disable trigger all", GUARD],
    ["guards that do nothing", IDLE, "_refuses_change on "],
    [
      "a column of another type",
      "alter table scores alter column btc_score type real",
      "the column btc_score of scores is not in this database as Peak has made it",
    ],
  ])("with %s is opened by nobody", async (_what, statements, name) => {
    const address = await postgres.prepared();
    const database = await openPostgres(address);
    for (const statement of statements.split("; ")) await sql.raw(statement).execute(database.queries);
    await database.close();
    for (const access of ["write", "read"] as const) await expect(openPostgres(address, access)).rejects.toThrow(name);
  });

  test("a text in the column of a number is refused", async () => {
    const { queries } = await postgres.open();
    const storing = sql`insert into market values ('btcPrice', 'dear', 'kraken', 1, 1)`.execute(queries);
    await expect(storing).rejects.toThrow('invalid input syntax for type double precision: "dear"');
  });

  test("whole numbers come back as numbers up to 2^53, and beyond it not at all", async () => {
    const { queries } = await postgres.open();
    const read = async (text: string) => (await sql`select ${sql.lit(text)}::bigint as n`.execute(queries)).rows;
    expect(await read("9007199254740991")).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    expect(await read("-9007199254740991")).toEqual([{ n: -Number.MAX_SAFE_INTEGER }]);
    await expect(read("9007199254740993")).rejects.toThrow("9007199254740993 is too large for an exact number");
    expect(await read("1")).toEqual([{ n: 1 }]);
  });

  test("commits reach the disk, statements end, and doubles are whole, whatever the server's own settings", async () => {
    const address = await postgres.prepared();
    const name = address.pathname.slice(1);
    await postgres.server.ask(
      name,
      `alter database ${name} set extra_float_digits = -15`,
      `alter database ${name} set default_transaction_isolation = 'serializable'`,
    );
    const { queries, close } = await openPostgres(address);
    const setting = async (key: string) =>
      (await sql<{ value: string }>`select current_setting(${key}) as value`.execute(queries)).rows[0]?.value;
    expect(await setting("synchronous_commit")).toBe("on");
    expect(await setting("statement_timeout")).toBe("30s");
    expect(await setting("idle_in_transaction_session_timeout")).toBe("10s");
    expect(await setting("transaction_isolation")).toBe("read committed");
    expect((await sql`select 0.1::float8 + 0.2::float8 as sum`.execute(queries)).rows).toEqual([{ sum: 0.1 + 0.2 }]);
    await close();
  });

  test("a stronger commit setting of the server stays", async () => {
    const address = await postgres.prepared();
    const name = address.pathname.slice(1);
    await postgres.server.ask(name, `alter database ${name} set synchronous_commit = 'remote_apply'`);
    const { queries, close } = await openPostgres(address);
    expect((await sql`show synchronous_commit`.execute(queries)).rows).toEqual([{ synchronousCommit: "remote_apply" }]);
    await close();
  });

  test("texts have the order of their bytes, whatever the language of the database", async () => {
    const { server } = postgres;
    await server.ask(
      "postgres",
      "create database peak_english template template0 locale_provider icu icu_locale 'en-US' locale 'C.UTF-8'",
    );
    const sorted = "select x from (values ('Kraken'), ('bitstamp')) as t (x) order by x";
    expect(await server.ask("peak_english", sorted)).toEqual([{ x: "bitstamp" }, { x: "Kraken" }]);
    const database = await openPostgres(server.address("peak_english"));
    const { observations } = openStores(database);
    const both = ["Kraken", "bitstamp"].map((source) => observation({ source }));
    await observations.add([...both].reverse());
    expect(await observations.between("btc-price", 0 as Instant, 9e15 as Instant)).toEqual(both);
    await database.close();
  });
});

describePostgres("migrations on PostgreSQL", () => {
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

describePostgres("PostgreSQL, with several processes at once", () => {
  const opened = async (count: number) => {
    const address = await postgres.prepared();
    return Promise.all(Array.from({ length: count }, () => openPostgres(address)));
  };
  /** Several instances on one database. */
  const instances = async (count: number) => (await opened(count)).map((each) => openStores(each));
  const closeAll = (all: Awaited<ReturnType<typeof instances>>) => Promise.all(all.map((each) => each.close()));

  test("a past appended in different pieces by two of them has no gap, and one chain", async () => {
    const databases = await opened(2);
    const all = databases.map((each) => openStores(each));
    const append = async (who: number, step: number) => {
      for (let count = 0; count < 600; count += step)
        await all[who]?.days.append(closedDays(count, step), historyRows(count + 1, step));
    };
    await Promise.all([append(0, 40), append(1, 25)]);
    expect(await all[0]?.days.closedDays()).toStrictEqual(closedDays(0, 600));
    expect(await allRows(all[1] as Stores)).toStrictEqual(historyRows(1, 600));
    const { made, stored } = await bothChains(databases[0] as OpenDatabase);
    expect(stored).toHaveLength(600);
    expect(stored).toStrictEqual(made);
    await closeAll(all);
  });

  test("the same observations added in opposite orders are there once, and nobody waits for ever", async () => {
    const all = await instances(2);
    const many = Array.from({ length: 8000 }, (_, i) => observation({ observedAt: i as Instant }));
    const added = await Promise.all([all[0]?.observations.add(many), all[1]?.observations.add([...many].reverse())]);
    expect((added[0] ?? 0) + (added[1] ?? 0)).toBe(8000);
    await closeAll(all);
  });
});

describePostgres("a backup of PostgreSQL, as the operator's handbook has it", () => {
  test("taken while the service writes and restored elsewhere is whole, and as append-only as before", async () => {
    const address = await postgres.prepared();
    const writer = openStores(await openPostgres(address));
    await writer.days.append(closedDays(0, 500), historyRows(0, 500));
    await writer.scores.add(hourlyScore());
    const file = join(tempFolder(), "peak.dump");
    execFileSync(postgres.program("pg_dump"), ["--format=custom", `--file=${file}`, address.href]);
    await writer.days.append(closedDays(500, 1), []);
    await writer.close();
    const target = await postgres.empty();
    const words = ["--exit-on-error", "--single-transaction", "--no-owner", `--dbname=${target.href}`, file];
    execFileSync(postgres.program("pg_restore"), words);
    const restored = await openPostgres(target);
    const { days, scores } = openStores(restored);
    expect(await days.closedDays()).toStrictEqual(closedDays(0, 500));
    expect(await allRows({ days })).toStrictEqual(historyRows(0, 500));
    expect(await scores.newest()).toStrictEqual(hourlyScore());
    await expect(sql`delete from history`.execute(restored.queries)).rejects.toThrow("history is append-only");
    await days.append(closedDays(500, 1), []);
    await restored.close();
  });
});
