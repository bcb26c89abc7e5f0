import { copyFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Instant } from "peak-cycle-model";
import { expect, test } from "vitest";
import { StorageError } from "../../../src/domain/errors.js";
import type { OpenDatabase } from "../../../src/storage/database.js";
import { CopyError, copyBetween, copyDatabase } from "../../../src/storage/maintenance/copy.js";
import { COPIED_TABLES } from "../../../src/storage/maintenance/table-pages.js";
import {
  type DatabaseLocation,
  openForReading,
  openForWriting,
  openSource,
} from "../../../src/storage/open-database.js";
import { openStores } from "../../../src/storage/stores.js";
import { madeOnce } from "../../support/made-once.js";
import { describePostgres, tempPostgres } from "../../support/temp-postgres.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { startChild } from "./child/start-child.js";
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
const unwatched = { progress: () => {}, signal: never };

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
  await stores.scripts.keep([{ version: "1.0.0", name: "chart", body: "«x»\n'\\".repeat(5000) }], 5 as Instant);
  await stores.market.put("btcPrice", quote(5e-324));
  await stores.market.put("fearGreed", quote(Number.MAX_VALUE));
  for (const position of [7, 8]) await stores.chain.addStatement(statement({ position }), publicKey());
  await stores.chain.addRevision(revision());
  await stores.sources.put(sourceState({ answeredAt: undefined, fault: "throttled" }));
  await stores.reports.put("record", "1", "{}");
  await stores.deliveries.activate("a", [{ id: "msg_1", at: 5 as Instant, body: "{}" }], 6 as Instant);
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
    const database = await openForWriting(folderPlace(folder));
    await fill(database, count);
    await database.close();
  });
  const folder = tempFolder();
  cpSync(made, folder, { recursive: true });
  return folderPlace(folder);
}

test("the order of copying names every table there is, but for two that belong to one database", async () => {
  const database = await openForWriting(folderPlace(tempFolder()));
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema where type = 'table'`.execute(
    database.queries,
  );
  await database.close();
  const tables = rows.map(({ name }) => name).filter((name) => !["kysely_migration", "leases"].includes(name));
  expect(COPIED_TABLES.map((part) => part.table).sort()).toEqual(tables.sort());
});

describePostgres("a copy", () => {
  const postgres = tempPostgres();

  test("from SQLite to PostgreSQL, and from there to another and back, has every value, and tells how far it has come", async () => {
    const source = await filledFolder();
    const before = await contentOf(source);
    const first = serverPlace(await postgres.empty());
    const second = serverPlace(await postgres.empty());
    const back = folderPlace(tempFolder());
    const seen: string[] = [];
    const progress = (work: string, done: number, total: number) => seen.push(`${work} ${done} of ${total}`);
    const counts = [
      await copyBetween({ from: source, to: first }, { progress, signal: never }),
      await copyBetween({ from: first, to: second }, unwatched),
      await copyBetween({ from: second, to: back }, unwatched),
    ];
    const rows = Object.values(before).reduce((sum, each) => sum + each.length, 0);
    expect(counts).toEqual([rows, rows, rows]);
    for (const place of [source, first, second, back]) expect(await contentOf(place)).toStrictEqual(before);
    expect(seen.slice(0, 2)).toEqual([`copy 0 of ${rows}`, `copy 1000 of ${rows}`]);
    expect(seen.indexOf(`compare 0 of ${rows}`)).toBe(seen.lastIndexOf(`copy ${rows} of ${rows}`) + 1);
    expect(seen.at(-1)).toBe(`compare ${rows} of ${rows}`);
  });

  test("goes into tables without a row, and into nothing else", async () => {
    const from = await filledFolder();
    const to = serverPlace(await postgres.prepared());
    await copyBetween({ from, to }, unwatched);
    expect(await copyBetween({ from, to }, unwatched)).toBeGreaterThan(1200); // it is complete
    const other = await filledFolder(1201);
    const again = copyBetween({ from: other, to }, unwatched);
    await expect(again).rejects.toThrow(StorageError);
    await expect(again).rejects.toThrow(
      "the target is not empty: it has rows in observations. Copy into a new database",
    );
    const started = serverPlace(await postgres.prepared());
    const service = await openForWriting(started);
    await openStores(service).installation.put("minute", "3");
    await service.close();
    await expect(copyBetween({ from, to: started }, unwatched)).rejects.toThrow("it has rows in installation");
  });

  test("stopped anywhere, is no database to work on, and goes on when it is run again", async () => {
    const from = await filledFolder();
    const to = serverPlace(await postgres.empty());
    for (let stopAfter = 1; ; stopAfter += 15) {
      const stop = new AbortController();
      let steps = 0;
      const progress = () => {
        if (steps++ === stopAfter) stop.abort(new Error("stopped by the test"));
      };
      const ended = await copyBetween({ from, to }, { progress, signal: stop.signal }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe("stopped by the test");
          return false;
        },
      );
      if (ended) break;
      const sentence = "a copy into this database was not finished: run the same `peak copy` again";
      await expect(openForWriting(to)).rejects.toThrow(sentence);
      await expect(openForReading(to)).rejects.toThrow(sentence);
      await expect(copyBetween({ from: to, to: folderPlace(tempFolder()) }, unwatched)).rejects.toThrow(sentence);
    }
    expect(await contentOf(to)).toStrictEqual(await contentOf(from));
  });

  test("killed by SIGKILL comes to its end when it is run again", async () => {
    const from = await filledFolder();
    const address = await postgres.empty();
    const child = startChild("copy", from.dataDir, address.href);
    await child.wrote(2).catch(() => {});
    await child.kill();
    await copyBetween({ from, to: serverPlace(address) }, unwatched);
    expect(await contentOf(serverPlace(address))).toStrictEqual(await contentOf(from));
  });

  test("goes on from a source that has grown in between, and is a copy of what it is now", async () => {
    const from = await filledFolder();
    const to = serverPlace(await postgres.empty());
    await stopAfter(from, to, 3);
    const service = await openForWriting(from);
    const stores = openStores(service);
    await stores.market.put("btcPrice", quote(8));
    await stores.installation.put("minute", "8");
    await stores.sources.put(sourceState());
    await stores.reports.put("record", "2", "{}");
    await stores.deliveries.end("a", "msg_1", "delivered", 7 as Instant);
    await stores.chain.addStatement(statement({ position: 9 }), publicKey());
    await stores.observations.add([observation({ source: "aaa", value: 8 }), observation({ source: "zzz", value: 9 })]);
    await stores.days.append(closedDays(1200, 1), historyRows(1201, 1));
    await service.close();
    await copyBetween({ from, to }, unwatched);
    expect(await contentOf(to)).toStrictEqual(await contentOf(from));
  });

  test("does not go on from another source", async () => {
    const to = serverPlace(await postgres.empty());
    await stopAfter(await filledFolder(), to, 3);
    const other = folderPlace(tempFolder());
    const database = await openForWriting(other);
    await openStores(database).observations.add([observation({ value: 77 })]);
    await database.close();
    const copying = copyBetween({ from: other, to }, unwatched);
    await expect(copying).rejects.toThrow(CopyError);
    await expect(copying).rejects.toThrow("observations differs from the source");
  });

  test("that differs by one bit of one number is seen, and stays unfinished", async () => {
    const from = await filledFolder();
    const address = await postgres.empty();
    const to = serverPlace(address);
    await stopAfter(from, to, 40); // while it compares
    const name = address.pathname.slice(1);
    const [row] = await postgres.server.ask(
      name,
      "alter table history disable trigger all",
      "update history set raw = raw + 8e-15 where day = (select max(day) from history) returning raw",
    );
    expect(row).toBeDefined();
    await expect(copyBetween({ from, to }, unwatched)).rejects.toThrow("history differs from the source");
    await expect(openForWriting(to)).rejects.toThrow("was not finished");
  });

  test("with a row too many at the end of a table is seen", async () => {
    const from = await filledFolder();
    const address = await postgres.empty();
    await stopAfter(from, serverPlace(address), 40);
    await postgres.server.ask(
      address.pathname.slice(1),
      "insert into scores select hour + 1000, computed_at, model_version, btc_raw, btc_score, btc_phase, btc_signal, crypto_raw, crypto_score, crypto_phase, descent_guard, top_risk, coverage, btc_price_usd from scores limit 1",
    );
    await expect(copyBetween({ from, to: serverPlace(address) }, unwatched)).rejects.toThrow("scores differs");
  });

  test("is not made from under a running writer, but is from a backup beside it", async () => {
    const from = await filledFolder(800);
    const backup = join(tempFolder(), "peak-2026-11-20.db");
    copyFileSync(join(from.dataDir, "peak.db"), backup);
    const writer = await openForWriting(from);
    const to = serverPlace(await postgres.empty());
    const file = folderPlace(join(from.dataDir, "peak.db"));
    await expect(copyBetween({ from: file, to }, unwatched)).rejects.toThrow(
      "another Peak process is using the folder",
    );
    await copyBetween({ from: folderPlace(backup), to }, unwatched);
    expect((await contentOf(to))["closed_days"]).toHaveLength(800);
    await writer.close();
  });

  test("holds the source, so that no service starts on it meanwhile", async () => {
    const from = await filledFolder();
    let refused: Promise<unknown> | undefined;
    const progress = () => {
      refused ??= openForWriting(from).then(
        () => "opened",
        (error: Error) => error.message,
      );
    };
    const to = await postgres.open();
    const source = await openSource(from, "exclusive");
    await copyDatabase({ from: source, to, progress, signal: never });
    expect(await refused).toContain("another Peak process is using the folder");
    await source.close();
  });

  test("needs a source", async () => {
    const folder = join(tempFolder(), "none");
    const copying = copyBetween({ from: folderPlace(folder), to: serverPlace(await postgres.empty()) }, unwatched);
    await expect(copying).rejects.toThrow(`there is no database at ${join(folder, "peak.db")} yet`);
    const bare = { from: serverPlace(await postgres.empty()), to: folderPlace(tempFolder()) };
    await expect(copyBetween(bare, unwatched)).rejects.toThrow("nothing is stored there yet");
  });
});

/** Begins a copy and stops it after so many steps. */
async function stopAfter(from: DatabaseLocation, to: DatabaseLocation, steps: number): Promise<void> {
  const stop = new AbortController();
  let left = steps;
  const progress = (work: string) => {
    if (--left <= 0 || work === "compare") stop.abort(new Error("stopped by the test"));
  };
  await expect(copyBetween({ from, to }, { progress, signal: stop.signal })).rejects.toThrow("stopped by the test");
}
