import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, endOf, FIRST_DAY, trackRecord } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { syntheticDays } from "../../../../model/test/support/synthetic-market.js";
import type { ClosedDay } from "../../../src/domain/closed-day.js";
import { recordJson } from "../../../src/files/record-json.js";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { asOptions, marketTables } from "./market-tables.js";
import { runPeak } from "./run-peak.js";

const DAYS = 1400;

const EXPECTED = recordJson(trackRecord(syntheticDays(DAYS)));

function written(name: string): { readonly html: string; readonly json: string } {
  return { html: readFileSync(`${name}.html`, "utf8"), json: readFileSync(`${name}.json`, "utf8") };
}

/** A database with the first days of the made-up market closed. */
async function storedMarket(days: number): Promise<string> {
  const folder = tempFolder();
  const stores = openStores(await openSqlite(folder));
  const closed = syntheticDays(days).map((inputs, row): ClosedDay => {
    const day = addDays(FIRST_DAY, row);
    return { ...inputs, majors: {}, day, closedAt: endOf(day), sources: {} };
  });
  await stores.days.append(closed, []);
  await stores.close();
  return folder;
}

describe("peak backtest", () => {
  test("writes the record of files as report and as JSON", async () => {
    const out = join(tempFolder(), "record");
    expect(await runPeak(["backtest", ...asOptions(marketTables(DAYS)), "--out", out])).toEqual({
      code: 0,
      out: `1400 days up to 2014-05-17, written to ${out}.html and ${out}.json\n`,
      err: "",
    });
    const { html, json } = written(out);
    expect(json).toBe(EXPECTED);
    expect(html).toMatch(/^<!doctype html>/);
    expect(html).toContain("there have been only a few cycles.");
    expect(readdirSync(join(out, "..")).sort()).toEqual(["record.html", "record.json"]);
  });

  test("without files writes the record of the stored days, and changes nothing there", async () => {
    const folder = await storedMarket(DAYS);
    const out = join(tempFolder(), "record");
    const database = join(folder, "peak.db");
    const before = readFileSync(database);
    const { code, err } = await runPeak(["backtest", "--out", out], { DATA_DIR: folder });
    expect([code, err]).toEqual([0, ""]);
    expect(written(out).json).toBe(EXPECTED);
    expect(readFileSync(database)).toEqual(before);
  });

  test("does with the Bitcoin file alone, and says so of the gauge it has no days of", async () => {
    const out = join(tempFolder(), "record");
    expect((await runPeak(["backtest", "--btc", marketTables(DAYS).btc, "--out", out])).code).toBe(0);
    expect(written(out).json).not.toContain('"gauge": "fear_greed"');
    expect(written(out).json).toContain('"gauge": "power_law"');
  });

  test.each([
    ["there is no database yet", () => tempFolder()],
    ["no day is stored yet", () => storedMarket(0)],
  ])("says what to do when %s", async (what, folderOf) => {
    const folder = await folderOf();
    const out = join(tempFolder(), "record");
    expect(await runPeak(["backtest", "--out", out], { DATA_DIR: folder })).toEqual({
      code: 1,
      out: "",
      err: `peak: ${what}: run \`peak backfill\` first, or name a file with --btc\n`,
    });
    expect(existsSync(`${out}.html`) || existsSync(`${out}.json`)).toBe(false);
  });

  test("says that two years of days are needed, and leaves older files as they are", async () => {
    const out = join(tempFolder(), "record");
    for (const kind of ["html", "json"]) writeFileSync(`${out}.${kind}`, "old");
    const { code, err } = await runPeak(["backtest", "--btc", marketTables(700).btc, "--out", out]);
    expect([code, err]).toEqual([1, "peak: no day has a score yet: the first one takes two years of days\n"]);
    expect(written(out)).toEqual({ html: "old", json: "old" });
  });

  test("is called wrongly with the other files but not the Bitcoin file", async () => {
    const { fearGreed } = marketTables(800);
    const { code, err } = await runPeak(["backtest", "--fear-greed", fearGreed]);
    expect([code, err]).toEqual([2, "peak: --fear-greed, --dominance and --majors go with --btc\n"]);
  });
});
