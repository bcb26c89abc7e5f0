import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { expect, test } from "vitest";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { copyBetween } from "../../../src/storage/maintenance/copy.js";
import { COPIED_TABLES } from "../../../src/storage/maintenance/table-pages.js";
import { type DatabaseLocation, openDatabase, openForReading } from "../../../src/storage/open-database.js";
import { openStores } from "../../../src/storage/stores.js";
import { madeOnce } from "../../support/made-once.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import {
  closedDays,
  historyRows,
  hourlyScore,
  observation,
  publicKey,
  quote,
  revision,
  sourceState,
  statement,
} from "./samples.js";

const never = new AbortController().signal;

/** A signal that is asked whether it has aborted between two pages. @param asked called with how often it was asked */
function watched(asked: (times: number) => void): AbortSignal {
  let times = 0;
  return Object.assign(new AbortController().signal, { throwIfAborted: () => asked(++times) });
}

const folderPlace = (dataDir: string): DatabaseLocation => ({ dataDir, databaseUrl: undefined });
const serverPlace = (databaseUrl: URL): DatabaseLocation => ({ dataDir: "", databaseUrl });

/** Everything that can be stored; several pages of it, numbers without a short form, texts with signs of all kinds. */
async function fill(database: OpenDatabase, count: number): Promise<void> {
  const stores = openStores(database);
  await stores.observations.add(
    Array.from({ length: count }, (_, i) =>
      observation({ observedAt: (i >> 1) as Instant, value: i / 3, source: i % 2 === 0 ? "kraken" : "Zaïf" }),
    ),
  );
  await stores.days.append(closedDays(0, count), historyRows(500, count - 500));
  for (let hour = 0; hour < 3; hour++) await stores.scores.add(hourlyScore({ hour: hour as Instant, coverage: 1 / 7 }));
  await stores.market.put("btcPrice", quote(5e-324));
  await stores.market.put("fearGreed", quote(Number.MAX_VALUE));
  for (const position of [7, 8]) await stores.chain.addStatement(statement({ position }), publicKey());
  await stores.chain.addRevision(revision());
  await stores.sources.put(sourceState({ answeredAt: undefined, fault: "throttled" }));
  await stores.reports.put("record", "1", "{}");
  const key = { hash: "h", prefix: "p", name: "n", perMinute: 9, madeAt: 5 as Instant, until: undefined };
  await stores.keys.add(key);
  await stores.installation.put("minute", "7");
}

async function contentOf(place: DatabaseLocation): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const database = await openForReading(place);
  if (database === undefined) return {};
  const tables: Record<string, readonly unknown[]> = {};
  for (const { table, key } of COPIED_TABLES) {
    const order = sql.join(key.map((column) => sql.ref(column)));
    tables[table] = (await sql`select * from ${sql.table(table)} order by ${order}`.execute(database.queries)).rows;
  }
  await database.close();
  return tables;
}

async function filledFolder(count = 1200): Promise<DatabaseLocation> {
  const made = await madeOnce(`filled-${count}`, async (folder) => {
    const database = await openDatabase(folderPlace(folder), "write");
    await fill(database, count);
    await database.close();
  });
  const folder = tempFolder();
  cpSync(made, folder, { recursive: true });
  return folderPlace(folder);
}

test("the order of copying names every table there is, but for two that belong to one database", async () => {
  const database = await openDatabase(folderPlace(tempFolder()), "write");
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
    database.queries,
  );
  await database.close();
  const tables = rows.map(({ name }) => name).filter((name) => !["kysely_migration", "leases"].includes(name));
  expect(COPIED_TABLES.map((part) => part.table).sort()).toEqual(tables.sort());
});

describePostgres("a copy", () => {
  const postgres = tempPostgres();

  test("from SQLite to PostgreSQL, and from there to another and back, has every value", async () => {
    const source = await filledFolder();
    const before = await contentOf(source);
    const first = serverPlace(await postgres.empty());
    const second = serverPlace(await postgres.empty());
    const back = folderPlace(tempFolder());
    const counts = [
      await copyBetween({ from: source, to: first }, never),
      await copyBetween({ from: first, to: second }, never),
      await copyBetween({ from: second, to: back }, never),
    ];
    const rows = Object.values(before).reduce((sum, each) => sum + each.length, 0);
    expect(counts).toEqual([rows, rows, rows]);
    for (const place of [source, first, second, back]) expect(await contentOf(place)).toStrictEqual(before);
  });

  test("goes into tables without a row, and into nothing else", async () => {
    const from = await filledFolder();
    const address = await postgres.prepared();
    const to = serverPlace(address);
    await copyBetween({ from, to }, never);
    expect(await copyBetween({ from, to }, never)).toBeGreaterThan(1200); // it is complete
    for (const change of [
      "update history set raw = raw + 8e-15 where day = (select max(day) from history)", // by one bit
      "insert into scores select hour + 1000, computed_at, model_version, btc_raw, btc_score, btc_phase, btc_signal, crypto_raw, crypto_score, crypto_phase, descent_guard, top_risk, coverage, btc_price_usd from scores limit 1",
    ]) {
      const name = address.pathname.slice(1);
      await postgres.server.ask(
        name,
        "alter table history disable trigger all",
        change,
        "alter table history enable trigger all",
      );
      const again = copyBetween({ from, to }, never);
      await expect(again).rejects.toThrow(
        "the target is not empty: it has rows in observations. Copy into a new database",
      );
    }
  });

  test("stopped anywhere, or from a source that changes meanwhile, leaves nothing", async () => {
    const from = await filledFolder();
    const to = serverPlace(await postgres.empty());
    let pages = 0;
    await copyBetween(
      { from, to: folderPlace(tempFolder()) },
      watched(() => pages++),
    );
    for (const last of [1, pages / 2, pages / 2 + 1, pages]) {
      const stop = watched((times) => {
        if (times === last) throw new Error("stopped by the test");
      });
      await expect(copyBetween({ from, to }, stop)).rejects.toThrow("stopped by the test");
      expect(Object.values(await contentOf(to)).flat()).toEqual([]);
    }
    const file = new SqliteFile(join(from.dataDir, "peak.db"));
    const meanwhile = watched((times) => {
      if (times === pages / 2) file.exec("insert into installation values ('minute-2', '8')");
    });
    await expect(copyBetween({ from, to }, meanwhile)).rejects.toThrow(
      "installation differs from the source: something still writes to it",
    );
    file.close();
    expect(Object.values(await contentOf(to)).flat()).toEqual([]);
  });
});

test("a copy is not made from under a running writer, but from a backup beside it, and no service starts on its source", async () => {
  const from = await filledFolder(800);
  const backup = join(tempFolder(), "peak-2026-11-20.db");
  copyFileSync(join(from.dataDir, "peak.db"), backup);
  const writer = await openDatabase(from, "write");
  const to = folderPlace(tempFolder());
  const file = folderPlace(join(from.dataDir, "peak.db"));
  const inUse = "another Peak process is using the folder";
  await expect(copyBetween({ from: file, to }, never)).rejects.toThrow(inUse);
  await copyBetween({ from: folderPlace(backup), to }, never);
  expect((await contentOf(to))["closed_days"]).toHaveLength(800);
  await writer.close();
  let refused: Promise<string> | undefined;
  const meanwhile = watched(() => {
    refused ??= openDatabase(from, "write").then(
      () => "opened",
      (error: Error) => error.message,
    );
  });
  await copyBetween({ from, to }, meanwhile);
  expect(await refused).toContain(inUse);
});

test("a copy needs a source", async () => {
  const folder = join(tempFolder(), "none");
  const copying = copyBetween({ from: folderPlace(folder), to: folderPlace(tempFolder()) }, never);
  await expect(copying).rejects.toThrow(`there is no database at ${join(folder, "peak.db")} yet`);
});
