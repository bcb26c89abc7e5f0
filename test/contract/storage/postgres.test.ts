import { sql } from "kysely";
import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { Instant } from "../../../src/domain/instant.js";
import { fencingCheck } from "../../../src/storage/lease-store.js";
import { openPostgres, openPostgresForReading, openPostgresLease } from "../../../src/storage/open-postgres.js";
import { openStores } from "../../../src/storage/stores.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { appendOnlySuite } from "./append-only.suite.js";
import { chainStoreSuite } from "./chain-store.suite.js";
import { dayStoreSuite } from "./day-store.suite.js";
import { deliveryStoreSuite } from "./delivery-store.suite.js";
import { latestStoresSuite } from "./latest-stores.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { closedDays, historyRow, historyRows, hourlyScore, observation } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";
import { scriptStoreSuite } from "./script-store.suite.js";

describePostgres("PostgreSQL", () => {
  const postgres = tempPostgres();
  const stores = async () => openStores(await postgres.open());
  observationStoreSuite(stores);
  dayStoreSuite(stores);
  scoreStoreSuite(stores);
  latestStoresSuite(stores);
  deliveryStoreSuite(stores);
  scriptStoreSuite(stores);
  chainStoreSuite(postgres.open);
  appendOnlySuite(postgres.open);

  test("TRUNCATE is no way around an append-only table", async () => {
    const database = await postgres.open();
    const { days } = openStores(database);
    await days.append([], historyRows(1, 1));
    await expect(sql`truncate history`.execute(database.queries)).rejects.toThrow("history is append-only");
    expect(await days.lastRows(9)).toEqual([historyRow(1)]);
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
    expect((await sql`show synchronous_commit`.execute(queries)).rows).toEqual([
      { synchronous_commit: "remote_apply" },
    ]);
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

  test("a user without the right to make tables can work on tables that are there, and change no stored row", async () => {
    const address = await postgres.prepared();
    await postgres.server.ask(
      address.pathname.slice(1),
      "drop role if exists peak_app",
      "create role peak_app login password 'app'",
      "grant usage on schema public to peak_app",
      "grant select, insert on all tables in schema public to peak_app",
      "grant update, delete on market, installation, source_states, reports to peak_app",
      "grant update on leases to peak_app",
    );
    const app = new URL(address);
    [app.username, app.password] = ["peak_app", "app"];
    const database = await openPostgres(app);
    const { lease, close } = openPostgresLease(app);
    const epoch = (await lease.acquire("app")) ?? 0;
    expect(await lease.renew(epoch)).toBe(true);
    await close();
    const { scores, days, installation } = openStores(
      database,
      fencingCheck(epoch, () => {}),
    );
    await days.append(closedDays(0, 2), historyRows(0, 2));
    await installation.put("key", "value");
    expect(await scores.add(hourlyScore())).toBe(true);
    const disabling = sql`alter table scores disable trigger all`.execute(database.queries);
    await expect(disabling).rejects.toThrow("the user lacks a right there (must be owner of table scores)");
    await database.close();
    await postgres.server.ask(address.pathname.slice(1), "drop owned by peak_app", "drop role peak_app");
  });

  test("a reader sees what is committed, is told when nothing is there yet, and makes nothing", async () => {
    const empty = await postgres.empty();
    expect(await openPostgresForReading(empty)).toBeUndefined();
    const tables = "select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace";
    expect(await postgres.server.ask(empty.pathname.slice(1), tables)).toEqual([{ n: 0 }]);
    const address = await postgres.prepared();
    const writer = await openPostgres(address);
    const reader = await openPostgresForReading(address);
    await openStores(writer).days.append(closedDays(0, 3), []);
    expect(reader && (await openStores(reader).days.closedDays())).toStrictEqual(closedDays(0, 3));
    await reader?.close();
    await writer.close();
  });

  test("a fault in a statement is a StorageError, and the connection goes on", async () => {
    const database = await postgres.open();
    const { installation } = openStores(database);
    await expect(installation.put("key", "a\u0000b")).rejects.toThrow(StorageError);
    await installation.put("key", "value");
    expect(await installation.get("key")).toBe("value");
  });
});
