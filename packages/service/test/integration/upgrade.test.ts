import { readFileSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { StorageError } from "../../src/domain/errors.js";
import { openSigner } from "../../src/platform/signing-key.js";
import { parseConfig } from "../../src/settings.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import type { OpenDatabase } from "../../src/storage/database.js";
import { MIGRATIONS, type Migrations } from "../../src/storage/migrations.js";
import { openForReading } from "../../src/storage/open-database.js";
import { openPostgres } from "../../src/storage/open-postgres.js";
import { openSqlite } from "../../src/storage/open-sqlite.js";
import { fillFolder } from "../support/prepared-folder.js";
import { eventually } from "../support/service-process.js";
import { never, simulatedLife } from "../support/simulated-life.js";
import { startedService } from "../support/started-service.js";
import { describePostgres, tempPostgres } from "../support/temp-postgres.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { runPeak } from "../unit/commands/run-peak.js";

/** From here on this process is a version with one migration more. */
function upgradeThisVersion(): void {
  const migrations: Record<string, Migrations[string]> = MIGRATIONS;
  migrations["9999-more"] = async (db) => {
    await db.schema.createTable("more").addColumn("name", "text").execute();
  };
  onTestFinished(() => void delete migrations["9999-more"]);
}

/** What a version with other ideas may have left in the tables of the latest state. */
async function storeAsAnotherVersion({ queries, close }: OpenDatabase): Promise<void> {
  const bodies = ["{}", "[]", '{"modelVersion":"0","turns":{}}'];
  const statements = [
    ...bodies.map(
      (body, i) => `insert into reports values ('record${i === 0 ? "" : i}', '2026-11-20 0.0.1', '${body}')`,
    ),
    "insert into market values ('ethPrice', 1, 'kraken', 1, 1)",
    "insert into market values ('fearGreed', 50, 'alternative-me', 9000000000000000, 1)",
    "insert into source_states values ('kraken', 1, null, 'sulking')",
    "insert into source_states values ('gone', 1, 1, null)",
    "insert into installation values ('minute', 'noon')",
  ];
  for (const statement of statements) await sql.raw(statement).execute(queries);
  await close();
}

const PASSED_OVER = [
  ...["market ethPrice", "market fearGreed"],
  "source_states kraken",
  ...["reports record", "reports record1", "reports record2"],
];

async function appliedTo(settings: Readonly<Record<string, string>>): Promise<readonly string[] | undefined> {
  const { queries, close } = (await openForReading(parseConfig(settings)))!;
  const rows = await queries.selectFrom("kysely_migration").select("name").orderBy("name").execute();
  await close();
  return rows.map(({ name }) => name);
}

const PAGES = ["/", "/status", "/api/public/nhci", "/api/public/nhci/history", "/api/public/nhci/meta"];

async function oldFolder(): Promise<string> {
  const folder = tempFolder();
  await fillFolder(folder, Date.now());
  await storeAsAnotherVersion(await openSqlite(folder));
  return folder;
}

describe("a newer version on the database of an older one", () => {
  test("says what a start would do, starts, passes over what it cannot read, and makes that again", async () => {
    const DATA_DIR = await oldFolder();
    const doctor = await runPeak(["doctor"], { DATA_DIR, UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") });
    expect(doctor.out).toContain(`a start passes over and makes again: ${PASSED_OVER.join(", ")}`);
    upgradeThisVersion();
    const older = await runPeak(["doctor"], { DATA_DIR, UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") });
    expect(older.out).toMatch(/^database +warning .*a start brings its tables up to date: 9999-more/m);
    const { get, until200, log } = await startedService({ DATA_DIR });
    for (const path of [...PAGES, "/record", "/api/public/nhci/record"]) await until200(path);
    const passed = log.lines.filter(({ sentence }) =>
      sentence.startsWith("a stored value that this version cannot read"),
    );
    expect(passed.map(({ facts }) => facts["value"])).toEqual(PASSED_OVER);
    expect((await get("/readyz")).status).toBe(200);
  });

  test("starts where the database refuses to drop what it cannot read", async () => {
    const life = await simulatedLife("2026-11-21T07:10:00Z");
    Object.assign(life.stores, { dropUnreadable: () => Promise.reject(new StorageError("permission denied")) });
    await expect(life.worker.load(never)).resolves.toBeUndefined();
    const sentence = "what is no longer needed could not be removed from the database";
    const facts = { reason: "permission denied" };
    expect(life.log.lines).toContainEqual(expect.objectContaining({ sentence, facts }));
  });

  test.each([
    ["its address is taken", "PORT is in use", async () => ({ PORT: await takenPort() })],
    ["the signing key cannot be made", "cannot be made", async () => ({ SIGNING_KEY_FILE: "/proc/nowhere/key.pem" })],
    [
      "what it remembers beside the key is something else",
      "is not what Peak keeps beside its signing key",
      async (folder: string) => void writeFileSync(join(folder, "signing-key.pem.signed"), '{"statement":3}'),
    ],
  ] as const)("leaves the tables as they are when its start fails since %s", async (_why, sentence, spoil) => {
    const DATA_DIR = await oldFolder();
    const settings = { DATA_DIR, ...(await spoil(DATA_DIR)) };
    upgradeThisVersion();
    await expect(startedService(settings)).rejects.toThrow(sentence);
    delete (MIGRATIONS as Record<string, unknown>)["9999-more"];
    expect(await appliedTo({ DATA_DIR })).toEqual(Object.keys(MIGRATIONS).sort());
  });
});

async function takenPort(): Promise<string> {
  const taken = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void taken.close());
  await new Promise((resolve) => taken.once("listening", resolve));
  return String((taken.address() as AddressInfo).port);
}

describePostgres("instances that are replaced one by one", () => {
  const postgres = tempPostgres();

  test("go on beside the first one of a newer version, which changes the tables", async () => {
    const address = await postgres.withPast(Date.now());
    await storeAsAnotherVersion(await openPostgres(address));
    const settings = { DATABASE_URL: address.href, DATA_DIR: tempFolder() };
    const old = await startedService(settings);
    for (const path of PAGES) await old.until200(path);
    upgradeThisVersion();
    const newer = await startedService(settings);
    for (const path of PAGES) await newer.until200(path);
    expect(await appliedTo(settings)).toEqual(Object.keys(MIGRATIONS).sort());
    expect((await old.get("/readyz")).status).toBe(200);
    await old.end();
    await eventually("a turn", () => newer.log.lines.some(({ sentence }) => sentence === "the jobs are taken over"));
    expect((await newer.get("/readyz")).status).toBe(200);
  });
});

describePostgres("a service whose user has the rights that the documentation lists and no other", () => {
  const postgres = tempPostgres();

  test("publishes and keeps the record, and after an upgrade by the owner does so again", async () => {
    const address = await postgres.withPast(Date.now());
    const database = address.pathname.slice(1);
    const role = `peak_app_${database}`;
    const run = (sql: string) => postgres.server.ask(database, ...sql.split("\n").filter((line) => line !== ""));
    const given = new URL(address);
    Object.assign(given, { username: role, password: "less" });
    await run(`create role ${role} login password 'less'`);
    onTestFinished(async () => {
      await run(`drop owned by ${role}`);
      await run(`drop role ${role}`);
    });
    const [tables] = await run(
      "select string_agg(tablename, ' ' order by tablename) as names from pg_tables where schemaname = 'public'",
    );
    const page = readFileSync(new URL("../../../../docs/operations/postgresql.md", import.meta.url), "utf8");
    const grants = (/^grant usage.*?(?=^```)/ms.exec(page)?.[0] ?? "").replaceAll("peak_app", role);
    for (const name of String(tables?.["names"]).split(" ")) expect(grants).toMatch(new RegExp(`[ ,]${name}[ ,]`));

    await run(grants);
    const settings = { DATABASE_URL: given.href, DATA_DIR: tempFolder() };
    const service = await startedService(settings);
    for (const path of [...PAGES, "/api/public/nhci/record"]) await service.until200(path);
    expect(service.log.lines.filter(({ level }) => level === "error")).toEqual([]);
    await service.end();
    await expect(openThrough(given, "delete from history")).rejects.toThrow("permission denied");

    upgradeThisVersion();
    await expect(startedService(settings)).rejects.toThrow("the user lacks a right there");
    await (await startedService({ ...settings, DATABASE_URL: address.href })).end();
    await (await startedService(settings)).until200("/readyz");
  });
});

async function openThrough(address: URL, statement: string): Promise<void> {
  const database = await openPostgres(address, "read");
  await sql.raw(statement).execute(database.queries).finally(database.close);
}

describePostgres("a first start of several with a key that was made before", () => {
  const postgres = tempPostgres();

  test("is a question that makes no table; answered by one process, once, all of them start", async () => {
    const address = await postgres.empty();
    const folder = tempFolder();
    const key = join(folder, "key.pem");
    await openSigner({ signingKeyFile: key });
    const nothing = { UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };
    const settings = {
      ...nothing,
      LOG_LEVEL: "silent",
      DATABASE_URL: address.href,
      DATA_DIR: folder,
      SIGNING_KEY_FILE: key,
    };
    const question = "DATABASE_URL is new or not there, but the signing key";
    await expect(startedService(settings)).rejects.toThrow(question);
    expect(
      await postgres.server.ask(address.pathname.slice(1), "select 1 from pg_tables where schemaname = 'public'"),
    ).toEqual([]);

    await (await startedService({ ...settings, NEW_HISTORY: "yes" })).end();
    const all = await Promise.all([1, 2, 3].map(() => startedService(settings)));
    for (const { get } of all) expect((await get("/healthz")).status).toBe(200);
  });
});
