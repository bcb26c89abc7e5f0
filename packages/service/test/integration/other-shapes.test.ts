import { cpSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSigner } from "../../src/platform/signing-key.js";
import { SOURCE_NAMES } from "../../src/sources/all.js";
import { openSqlite } from "../../src/storage/open-sqlite.js";
import { openStores } from "../../src/storage/stores.js";
import { revision } from "../contract/storage/samples.js";
import { signStored } from "../support/history-check.js";
import { madeOnce } from "../support/made-once.js";
import { BOTH_FLAGS, SCORED_AT, storePublishedPast } from "../support/published-past.js";
import { startedService } from "../support/started-service.js";
import { tempFolder } from "../support/temp-sqlite.js";

/** An installation with something in each table, signed. */
async function makeInstallation(folder: string): Promise<void> {
  const stores = openStores(await openSqlite(folder));
  await storePublishedPast(stores, BOTH_FLAGS);
  await stores.chain.addRevision(revision({ number: 1, day: utcDay("2026-11-10") }));
  await stores.scripts.keep([{ version: "1", name: "nhci-chart.js", body: "1" }], SCORED_AT);
  await stores.deliveries.activate("somebody", [{ id: "one", at: SCORED_AT, body: "{}" }], SCORED_AT);
  for (const key of ["history:begun", "backfill:done"]) await stores.installation.put(key, "yes");
  const signer = await openSigner({ signingKeyFile: join(folder, "signing-key.pem") });
  const clock = { now: () => SCORED_AT, sleep: () => Promise.resolve() };
  await signStored({ clock, stores, signer });
  await stores.close();
}

const OTHER_SHAPES = ["[]", "{}", "null", "", "later", '{"a":[{}]}'];

/** What the hash chain covers: while one of these is not as it was signed, no history is shown. */
const CHAINED = ["closed_days", "closed_majors", "history", "links", "statements", "signing_keys", "revisions"];

/** The columns that hold a text, by table. */
function textColumnsIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const file = new SqliteFile(join(folder, "peak.db"), { readonly: true });
  const tables = file.prepare("select name from sqlite_schema where type = 'table'").pluck().all() as readonly string[];
  const columnsOf = (table: string) => file.pragma(`table_info(${table})`) as readonly { name: string; type: string }[];
  const texts = tables.map((table) => {
    const columns = columnsOf(table).filter(({ type }) => type.toLowerCase() === "text");
    return [table, columns.map(({ name }) => name)] as const;
  });
  file.close();
  return new Map(texts.filter(([table]) => !["kysely_migration", "leases", "observations"].includes(table)));
}

/** Replaces a text in the last row of each table: in each round that of another column, by another shape. */
function change(folder: string, tables: ReadonlyMap<string, readonly string[]>, round: number): readonly string[] {
  const file = new SqliteFile(join(folder, "peak.db"));
  file.pragma("foreign_keys = OFF");
  const changed = [...tables].flatMap(([table, columns], i) => {
    // The body of the record is the one text that holds a whole structure: it gets every shape.
    const isRecord = table === "reports";
    const shape = OTHER_SHAPES[(isRecord ? round : i + round) % OTHER_SHAPES.length];
    const column = isRecord && round < OTHER_SHAPES.length ? "body" : columns[round];
    if (column === undefined) return [];
    file.exec(`drop trigger if exists ${table}_refuses_update`);
    const last = `rowid = (select max(rowid) from "${table}")`;
    const { changes } = file.prepare(`update "${table}" set "${column}" = ? where ${last}`).run(shape);
    return changes === 1 ? [`${table}.${column}: ${shape}`] : [];
  });
  file.close();
  return changed;
}

const PAGES = ["/", "/status", "/record", "/feeds/atom.xml"];
const ANSWERS = ["/api/public/nhci", "/api/public/nhci/history", "/api/public/nhci/meta", "/api/public/nhci/record"];

describe("with stored texts in other shapes", () => {
  test.each(["chained", "other"] as const)("of the %s tables, the service starts, answers, and ends", async (kind) => {
    const original = await madeOnce("installation-of-all-tables", makeInstallation);
    const tables = new Map(
      [...textColumnsIn(original)].filter(([name]) => CHAINED.includes(name) === (kind === "chained")),
    );
    let done = 0;
    for (let round = 0; ; round++) {
      const DATA_DIR = tempFolder();
      cpSync(original, DATA_DIR, { recursive: true });
      const changed = change(DATA_DIR, tables, round);
      if (changed.length === 0) break;
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
});
