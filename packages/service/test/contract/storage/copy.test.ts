import { cpSync } from "node:fs";
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
});
