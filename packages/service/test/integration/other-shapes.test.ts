import { cpSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { HOUR_MS, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../src/platform/signing-key.js";
import { SOURCE_NAMES } from "../../src/sources/order.js";
import { openSqlite } from "../../src/storage/open-sqlite.js";
import { openStores } from "../../src/storage/stores.js";
import { observation, revision } from "../contract/storage/samples.js";
import { signStored } from "../support/history-check.js";
import { madeOnce } from "../support/made-once.js";
import { fillFolder } from "../support/prepared-folder.js";
import { BOTH_FLAGS, SCORED_AT, storePublishedPast } from "../support/published-past.js";
import { startedService } from "../support/started-service.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { runPeak } from "../unit/commands/run-peak.js";

/** An installation with something in each table, signed. */
async function makeInstallation(folder: string): Promise<void> {
  const stores = openStores(await openSqlite(folder));
  await storePublishedPast(stores, BOTH_FLAGS);
  await stores.chain.addRevision(revision({ number: 1, day: utcDay("2026-11-10") }));
  await stores.observations.add([observation({ observedAt: SCORED_AT, fetchedAt: SCORED_AT })]);
  for (const key of ["history:begun", "backfill:done"]) await stores.installation.put(key, "yes");
  const signer = await openSigner({ signingKeyFile: join(folder, "signing-key.pem") });
  const clock = { now: () => SCORED_AT, sleep: () => Promise.resolve() };
  await signStored({ clock, stores, signer });
  await stores.close();
}

const OTHER_TEXTS = ["[]", "{}", "null", "", "later", '{"a":[{}]}'];

/** Also beyond what a date, an exact number or any number is. */
const OTHER_NUMBERS = [8_640_000_000_000_001n, 9_007_199_254_740_993n, -1n, 0.5, Number.POSITIVE_INFINITY, 1e308];

/** What the hash chain covers: while one of these is not as it was signed, no history is shown. */
const CHAINED = ["closed_days", "closed_majors", "history", "links", "statements", "signing_keys", "revisions"];

interface Column {
  readonly name: string;
  readonly type: string;
}

function columnsIn(folder: string): ReadonlyMap<string, readonly Column[]> {
  const file = new SqliteFile(join(folder, "peak.db"), { readonly: true });
  const tables = file.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as readonly string[];
  const columns = tables.map((table) => [table, file.pragma(`table_info(${table})`) as readonly Column[]] as const);
  file.close();
  return new Map(columns.filter(([table]) => table !== "kysely_migration"));
}

/** Replaces a value in the last row of each table: in each round that of another column, by another shape. */
function change(folder: string, tables: ReadonlyMap<string, readonly Column[]>, round: number): readonly string[] {
  const file = new SqliteFile(join(folder, "peak.db"));
  file.pragma("foreign_keys = OFF");
  const changed = [...tables].flatMap(([table, columns], i) => {
    // The body of the record is the one text that holds a whole structure: it gets every shape.
    const isRecord = table === "reports";
    const column = isRecord && round < OTHER_TEXTS.length ? columns.at(-1) : columns[round];
    if (column === undefined) return [];
    const shapes = column.type.toLowerCase() === "text" ? OTHER_TEXTS : OTHER_NUMBERS;
    const shape = shapes[(isRecord ? round : i + round) % shapes.length];
    return wasSet(file, `${table}.${column.name}`, shape) ? [`${table}.${column.name}: ${shape}`] : [];
  });
  file.close();
  return changed;
}

/** Changes the last row, past the guard. @returns `false` when the table refuses it, as 0.5 among whole numbers */
function wasSet(file: SqliteFile.Database, place: string, shape: unknown): boolean {
  const [table, column] = place.split(".");
  const guard = file.prepare("select sql from sqlite_schema where name = ?").pluck().get(`${table}_refuses_update`);
  file.exec(`drop trigger if exists ${table}_refuses_update`);
  try {
    const last = `rowid = (select max(rowid) from "${table}")`;
    return file.prepare(`update "${table}" set "${column}" = ? where ${last}`).run(shape).changes === 1;
  } catch (error) {
    if (!(error instanceof SqliteFile.SqliteError)) throw error;
    return false;
  } finally {
    if (guard !== undefined) file.exec(String(guard));
  }
}

const PAGES = ["/", "/status", "/record", "/feeds/atom.xml"];
const ANSWERS = ["/api/public/nhci", "/api/public/nhci/history", "/api/public/nhci/meta", "/api/public/nhci/record"];

describe("with stored values in other shapes", () => {
  test.each(["chained", "other"] as const)("of the %s tables, the service starts, answers, and ends", async (kind) => {
    const original = await madeOnce("installation-of-all-tables-and-a-price", makeInstallation);
    const tables = new Map(
      [...columnsIn(original)].filter(([name]) => CHAINED.includes(name) === (kind === "chained")),
    );
    let done = 0;
    for (let round = 0; round < Math.max(...[...tables.values()].map(({ length }) => length)); round++) {
      const DATA_DIR = tempFolder();
      cpSync(original, DATA_DIR, { recursive: true });
      const changed = change(DATA_DIR, tables, round);
      done += changed.length;
      const service = await startedService({ DATA_DIR, UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") });
      for (const path of [...PAGES, ...ANSWERS]) {
        const { status } = await service.get(path);
        expect([path, changed, status === 503 || status < 500]).toEqual([path, changed, true]);
      }
      const bugs = service.log.lines.filter(({ facts }) => facts["error"] !== undefined);
      expect([changed, bugs]).toEqual([changed, []]);
      await service.end();
    }
    expect(done).toBeGreaterThan(10);
  });

  test("of a link on a day that no calendar has, publishing is held back", async () => {
    const DATA_DIR = tempFolder();
    await fillFolder(DATA_DIR, Date.now());
    await (await startedService({ DATA_DIR })).end();
    const file = new SqliteFile(join(DATA_DIR, "peak.db"));
    expect(wasSet(file, "links.day", 9_007_199_254_740_993n)).toBe(true);
    file.close();
    const settings = { DATA_DIR, UPSTREAMS_DISABLED: SOURCE_NAMES.join(",") };
    const { get } = await startedService(settings);
    expect(await get("/readyz")).toMatchObject({
      status: 503,
      text: expect.stringContaining("is not what was signed"),
    });
    const { out } = await runPeak(["doctor"], settings);
    expect(out).toMatch(/^database +failed .*publishing is held back on it: /m);
  });

  test("of observations all over, nobody takes them for figures, and a score is made of what the sources say", async () => {
    const DATA_DIR = tempFolder();
    await fillFolder(DATA_DIR, Date.now());
    const file = new SqliteFile(join(DATA_DIR, "peak.db"));
    const add = file.prepare("insert into observations values (?, 'kraken', ?, 1, ?)");
    for (const metric of ["fear-greed", "dominance", "usdt-price", "eth-price", "btc-close"]) {
      add.run(metric, Date.now() - HOUR_MS, Number.POSITIVE_INFINITY);
      add.run(metric, Date.now() - HOUR_MS, 91_234_567);
      add.run(metric, 8_000_000_000_000_000n, 1);
    }
    file.close();
    const { get, until200, log } = await startedService({ DATA_DIR });
    await until200("/api/public/nhci");
    expect((await get("/api/public/nhci/meta")).status).toBe(200);
    expect(log.lines.filter(({ level }) => level === "error" || level === "warn")).toEqual([]);
  });
});
