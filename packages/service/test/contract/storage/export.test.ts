import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { HOUR_MS, type Instant, MAJORS, plus } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores, type Stores } from "../../../src/storage/stores.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { runPeak } from "../../unit/commands/run-peak.js";
import { at, closedDay, closedDays, day, historyRows, hourlyScore, revision } from "./samples.js";

/** A page, and an end that is no full page. */
const DAYS = 1003;
const SCORES = 41;

const TABLES = { "closed-days": "closed_days", history: "history", revisions: "revisions", scores: "scores" } as const;
const NAMES = Object.keys(TABLES);

type Line = Readonly<Record<string, unknown>>;

/** Fills a database with all that is exported, with gaps and with signs that CSV has to quote. */
async function fill(stores: Stores): Promise<void> {
  const days = closedDays(0, DAYS).map((each, index) => {
    if (index % 5 === 0) return { ...each, mvrv: undefined, majors: { eth: 1 / 3 } };
    return index % 7 === 0 ? { ...each, majors: {}, sources: {} } : each;
  });
  await stores.days.append(days, historyRows(2, DAYS - 1));
  for (const [index, reason] of ['A "wrong", price', "plain", "two\nlines"].entries()) {
    await stores.chain.addRevision(revision({ number: index + 1, day: day(500 + index), reason }));
  }
  for (let hour = 0; hour < SCORES; hour += 1) {
    const start: Instant = plus(at("2026-01-01T00:00:00Z"), hour * HOUR_MS);
    const context = { descentGuard: hour % 2 === 0 ? null : "BEAR_DESCENT", topRisk: null } as const;
    await stores.scores.add(hourlyScore({ hour: start, computedAt: plus(start, 123), context, coverage: hour / 7 }));
  }
}

function jsonLines(folder: string, name: string): readonly Line[] {
  const lines = readFileSync(join(folder, `${name}.jsonl`), "utf8").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The same rows as texts, as a CSV reader has them. */
function csvRows(folder: string, name: string): readonly Line[] {
  return parse(readFileSync(join(folder, `${name}.csv`)), { columns: true }) as readonly Line[];
}

function asTexts(line: Line): Line {
  const text = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  return Object.fromEntries(Object.entries(line).map(([name, value]) => [name, value === null ? "" : text(value)]));
}

function expectWhole(folder: string): void {
  const [closed = [], history = [], revisions = [], scores = []] = NAMES.map((name) => jsonLines(folder, name));
  const keys = [closed, history, revisions, scores].map(
    (lines) => new Set(lines.map(({ date, hour }) => date ?? hour)),
  );
  expect(keys.map(({ size }) => size)).toEqual([DAYS, DAYS - 1, 3, SCORES]);
  for (const name of NAMES) expect(csvRows(folder, name), name).toEqual(jsonLines(folder, name).map(asTexts));
  expect(closed[0]).toMatchObject({ mvrv: null, eth_close: 1 / 3, sol_close: null });
  const { majors, sources } = closedDay(1);
  expect(closed[1]).toEqual({
    date: "2010-07-19",
    closed_at: "2010-07-20T06:00:00.000Z",
    btc_close: 0.1 + 1 / 3,
    mvrv: 1 + 1 / 7001,
    fear_greed: 1,
    dominance: 40 + 1 / 9,
    ...Object.fromEntries(MAJORS.map((coin) => [`${coin}_close`, majors[coin]])),
    sources,
  });
  expect(history[0]).toEqual({
    date: "2010-07-20",
    computed_at: "2010-07-20T06:00:00.017Z",
    model_version: "1",
    raw: 2 + 1 / 3,
    score: 2.3,
    smoothed: 2 + 1 / 7,
    phase: "HOT",
    btc_price_usd: 0.1 + 2 / 3,
    price_source: "kraken",
    origin: "backfill",
  });
  expect(revisions[0]).toEqual({
    number: 1,
    date: "2011-11-30",
    revised_at: "2026-11-22T10:00:00.001Z",
    reason: 'A "wrong", price',
    score: 47.1,
    smoothed: 45,
    phase: "BULL",
    btc_price_usd: 66_900.12,
  });
  expect(scores.at(-1)).toEqual({
    hour: "2026-01-02T16:00:00.000Z",
    computed_at: "2026-01-02T16:00:00.123Z",
    model_version: "1",
    btc_raw: 61.234_567_890_123_4,
    btc_score: 61.2,
    btc_phase: "HOT",
    btc_signal: "REDUCE",
    crypto_raw: 55.049_999_999_999_99,
    crypto_score: 55,
    crypto_phase: "BULL",
    descent_guard: null,
    top_risk: null,
    coverage: 40 / 7,
    btc_price_usd: 91_234.56,
  });
}

async function filledFolder(): Promise<string> {
  const folder = tempFolder();
  const stores = openStores(await openSqlite(folder));
  await fill(stores);
  await stores.close();
  return folder;
}

describe("peak export", () => {
  test("writes every stored row and column, beside a service, as CSV and as JSON lines", {
    timeout: 60_000,
  }, async () => {
    const folder = await filledFolder();
    const database = await openSqlite(folder);
    const service = openStores(database);
    const out = join(tempFolder(), "export");
    expect(await runPeak(["export", "--out", out], { DATA_DIR: folder })).toEqual({
      code: 0,
      out: [
        "closed-days.csv, closed-days.jsonl  1003 rows\n",
        "history.csv, history.jsonl          1002 rows\n",
        "revisions.csv, revisions.jsonl      3 rows\n",
        "scores.csv, scores.jsonl            41 rows\n",
      ].join(""),
      err: "",
    });
    expect(readdirSync(out).sort()).toEqual(NAMES.flatMap((name) => [`${name}.csv`, `${name}.jsonl`]).sort());
    expectWhole(out);
    for (const [name, table] of Object.entries(TABLES)) {
      const row = await database.queries
        .withoutPlugins()
        .selectFrom(table as "history")
        .selectAll()
        .limit(1)
        .executeTakeFirst();
      const columns = Object.keys(row ?? {}).map((column) => (column === "day" ? "date" : column));
      expect(Object.keys(csvRows(out, name)[0] ?? {})).toEqual(expect.arrayContaining(columns));
    }
    await service.close();
  });

  test("writes closed days that `peak import` takes, every figure of them", async () => {
    const folder = await filledFolder();
    const out = join(tempFolder(), "export");
    await runPeak(["export", "--out", out], { DATA_DIR: folder });
    const path = join(out, "closed-days.csv");
    const files = ["--btc", path, "--fear-greed", path, "--dominance", path, "--majors", path];
    const columns = ["btc_close", "mvrv", "fear_greed", "dominance", ...MAJORS.map((major) => `${major}_close`)];
    const figures = csvRows(out, "closed-days").flatMap((row) => columns.filter((name) => row[name] !== ""));
    const { code, out: said } = await runPeak(["import", ...files], { DATA_DIR: tempFolder() });
    expect([code, said]).toEqual([0, `${figures.length} new figures of ${figures.length} imported\n`]);
  });

  test.each([
    ["there is no database", (root: string) => [join(root, "none"), join(root, "out")], "there is no database at"],
    ["the folder is a file", (root: string) => [join(root, "data"), join(root, "file")], "cannot write"],
    ["the folder above is not there", (root: string) => [join(root, "data"), join(root, "a", "b")], "cannot write"],
  ])("when %s it exits 2 with one sentence and makes nothing", async (_what, paths, sentence) => {
    const root = tempFolder();
    mkdirSync(join(root, "data"));
    await (await openSqlite(join(root, "data"))).close();
    writeFileSync(join(root, "file"), "");
    const [dataDir = "", out = ""] = paths(root);
    const { code, err } = await runPeak(["export", "--out", out], { DATA_DIR: dataDir });
    expect([code, err.split("\n").length]).toEqual([2, 2]);
    expect(err).toContain(sentence);
    expect([readdirSync(root).sort(), existsSync(join(root, "a"))]).toEqual([["data", "file"], false]);
  });
});
