import { appendFileSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endOf, type Instant, startOf, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/storage/open-sqlite.js";
import { openStores } from "../../../src/storage/stores.js";
import { METRICS } from "../../support/metrics.js";
import { tempFolder } from "../../support/temp-sqlite.js";
import { asOptions, marketTables } from "./market-tables.js";
import { runPeak } from "./run-peak.js";

const DAYS = 1600;

async function everything(folder: string) {
  const stores = openStores(await openSqlite(folder));
  const all = [];
  for (const metric of METRICS) all.push(...(await stores.observations.between(metric, 0 as Instant, 9e15 as Instant)));
  await stores.close();
  return all.map(({ metric, source, observedAt, value }) => ({ metric, source, observedAt, value }));
}

function imported(folder: string, options: readonly string[]) {
  return runPeak(["import", ...options], { DATA_DIR: folder });
}

describe("peak import", () => {
  test("brings every figure of every file, each at the moment its metric is observed", async () => {
    const folder = tempFolder();
    const { code, out, err } = await imported(folder, asOptions(marketTables(DAYS)));
    const all = await everything(folder);
    expect([code, out, err]).toEqual([0, `${all.length} new figures of ${all.length} imported\n`, ""]);
    expect(new Set(all.map(({ source }) => source))).toEqual(new Set(["import"]));
    expect(new Set(all.map(({ metric }) => metric))).toEqual(
      new Set(["btc-close", "mvrv", "fear-greed", "dominance", "ltc-close", "doge-close", "xrp-close"]),
    );
    const first = (metric: string) => all.find((each) => each.metric === metric)?.observedAt;
    expect(first("btc-close")).toBe(endOf(utcDay("2010-07-18")));
    expect(first("fear-greed")).toBe(startOf(utcDay("2013-10-30")));
  });

  test("done twice adds nothing, and a longer file adds what is new", async () => {
    const folder = tempFolder();
    await imported(folder, asOptions(marketTables(DAYS)));
    const before = await everything(folder);
    expect((await imported(folder, asOptions(marketTables(DAYS)))).out).toMatch(/^0 new figures of \d+ imported/);
    expect(await everything(folder)).toEqual(before);
    await imported(folder, asOptions(marketTables(DAYS + 1)));
    expect((await everything(folder)).length).toBe(before.length + 7);
  });

  test("with one bad row in one file leaves the database as it was, and names the line", async () => {
    const folder = tempFolder();
    await imported(folder, asOptions(marketTables(800)));
    const before = await everything(folder);
    const tables = marketTables(DAYS);
    appendFileSync(tables.majors, "2014-12-31,eth,0\n");
    const { code, out, err } = await imported(folder, asOptions(tables));
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(new RegExp(`^peak: ${tables.majors} line \\d+, column price_usd: `));
    expect(await everything(folder)).toEqual(before);
  });

  test("refuses closes of days to come, with which every live price would be compared from then on", async () => {
    const folder = join(tempFolder(), "data");
    const btc = join(tempFolder(), "btc.csv");
    writeFileSync(btc, "date,price_usd\n2010-07-18,0.08\n2199-01-01,0.09\n");
    const { code, err } = await imported(folder, ["--btc", btc]);
    expect([code, err]).toEqual([1, `peak: ${btc} line 3, column price_usd: btc-close of a day that is not over\n`]);
    expect(existsSync(folder)).toBe(false);
  });

  test("of a missing or unfit file does not even make a database", async () => {
    const folder = join(tempFolder(), "data");
    const { btc } = marketTables(10);
    for (const options of [
      ["--btc", "/nowhere/at-all.csv"],
      ["--btc", btc, "--majors", "/nowhere/at-all.csv"],
      ["--btc", btc, "--dominance", btc],
    ]) {
      expect((await imported(folder, options)).code).toBe(1);
      expect(existsSync(folder)).toBe(false);
    }
  });

  test("says so when the past is frozen already", async () => {
    const folder = tempFolder();
    const stores = openStores(await openSqlite(folder));
    await stores.installation.put("backfill:done", "yes");
    await stores.close();
    expect((await imported(folder, ["--btc", marketTables(10).btc])).out).toContain(
      "days closed before stay as they are",
    );
  });
});
