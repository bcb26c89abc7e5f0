import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { LedgerError } from "peak-cycle-verify";
import { Client } from "pg";
import { expect, test } from "vitest";
import { LedgerConflictError } from "../../../src/domain/errors.js";
import { openPostgres, postgresSchema } from "../../../src/storage/open-postgres.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { appendDays, storedDays, storedRows } from "../../support/sample-ledger.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { testSigner } from "../../support/test-signer.js";
import { keyStoreSuite } from "./key-store.suite.js";
import { ledgerStoreSuite } from "./ledger-store.suite.js";
import { migrationsSuite } from "./migrations.suite.js";
import { observationStoreSuite } from "./observation-store.suite.js";
import { closedDays, historyRows, hourlyScore, observation } from "./samples.js";
import { scoreStoreSuite } from "./score-store.suite.js";

const postgres = tempPostgres();

describePostgres("PostgreSQL", () => {
  const stores = async () => openStores(await postgres.open());
  observationStoreSuite(stores);
  ledgerStoreSuite(stores);
  scoreStoreSuite(stores);
  keyStoreSuite(stores);
  migrationsSuite(async () => {
    const address = await postgres.empty();
    const dump = () => execFileSync(postgres.program("pg_dump"), ["--inserts", address.href], { encoding: "utf8" });
    return {
      schema: postgresSchema,
      open: (access, options) => openPostgres(address, access, options),
      content: async () => dump().replaceAll(/^\\(un)?restrict .*$/gm, ""), // another word each time
    };
  });

  test("a text in the column of a number is refused", async () => {
    const { queries } = await postgres.open();
    const storing = sql`insert into observations values ('btc-price', 'kraken', 1, 1, 'dear')`.execute(queries);
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
    await Promise.all(opened.map((database) => openStores(database).newest()));
    await Promise.all(opened.map((database) => database.close()));
    expect(await tablesOf(address)).toEqual(await tablesOf(await postgres.prepared()));
    expect((await appliedIn(address)).map(({ name }) => name)).toEqual(
      (await appliedIn(await postgres.prepared())).map(({ name }) => name),
    );
  });

  test("that another process makes are waited for, and the start says so within 5 s", async () => {
    const address = await postgres.empty();
    const other = new Client({ connectionString: address.href });
    await other.connect();
    await other.query("select pg_advisory_lock(3853314791062309107)"); // as Kysely does
    const said = Promise.withResolvers<void>();
    const begun = performance.now();
    const opening = openPostgres(address, "write", { onWait: said.resolve });
    await said.promise;
    expect(performance.now() - begun).toBeLessThan(5000);
    await other.end();
    const database = await opening;
    await openStores(database).newest();
    await database.close();
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
    await appendDays(openStores(database), closedDays(0, 1), []);
    await database.close();
    expect(await tablesOf(address)).toEqual(["kysely_migration"]);
    expect(await ask(address, "select day from peak.ledger")).toHaveLength(3);
  });
});

describePostgres("PostgreSQL, with several processes at once", () => {
  /** Several instances on one database. */
  const instances = async (count: number) => {
    const address = await postgres.prepared();
    return Promise.all(Array.from({ length: count }, async () => openStores(await openPostgres(address))));
  };
  const closeAll = (all: Awaited<ReturnType<typeof instances>>) => Promise.all(all.map((each) => each.close()));

  test("a past appended in different pieces by two of them has no gap and no double", async () => {
    const all = await instances(2);
    const signer = testSigner();
    const append = async (stores: Stores, step: number) => {
      for (let done = 0; done < 300; done = (await storedDays(stores)).length) {
        const piece = Math.min(step, 300 - done);
        await appendDays(stores, closedDays(done, piece), historyRows(done + 1, piece), signer).catch((error) => {
          if (!(error instanceof LedgerConflictError || error instanceof LedgerError)) throw error;
        });
      }
    };
    await Promise.all(all.map((stores, who) => append(stores, who === 0 ? 40 : 25)));
    for (const stores of all) expect(await storedDays(stores)).toEqual(closedDays(0, 300));
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
  test("taken while the service writes and restored elsewhere is whole", async () => {
    const address = await postgres.prepared();
    const writer = openStores(await openPostgres(address));
    const signer = testSigner();
    await appendDays(writer, closedDays(0, 300), historyRows(1, 300), signer);
    await writer.scores.add(hourlyScore());
    const file = join(tempFolder(), "peak.dump");
    execFileSync(postgres.program("pg_dump"), ["--format=custom", `--file=${file}`, address.href]);
    await appendDays(writer, closedDays(300, 1), [], signer);
    await writer.close();
    const target = await postgres.empty();
    const words = ["--exit-on-error", "--single-transaction", "--no-owner", `--dbname=${target.href}`, file];
    execFileSync(postgres.program("pg_restore"), words);
    const restored = await openPostgres(target);
    const found = openStores(restored);
    expect(await storedDays(found)).toEqual(closedDays(0, 300));
    expect(await storedRows(found)).toEqual(historyRows(1, 300));
    expect(await found.scores.newest()).toStrictEqual(hourlyScore());
    await appendDays(found, closedDays(300, 1), [], signer);
    await restored.close();
  });
});
