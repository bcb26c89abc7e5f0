import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { asOptions, marketTables } from "../../support/market-tables.js";
import { runPeak } from "../../support/run-peak.js";
import { tempFolder } from "../../support/temp-sqlite.js";

const HEADER =
  "date,pos_mvrv,pos_thermo,pos_plaw,pos_ma200w,pos_puell,pos_roi,pos_fng,coverage,score_raw,score,score_smoothed," +
  "phase_key,signal,descent_guard,top_risk,alt_basket,alt_score,crypto_score,crypto_phase_key," +
  "settled_phase_key,settled_since";
const DAYS = 3200;

async function evaluated(days: number, options = asOptions(marketTables(days))): Promise<readonly string[]> {
  const out = join(tempFolder(), "out.csv");
  expect(await runPeak(["evaluate", ...options, "--out", out])).toMatchObject({ code: 0, err: "" });
  return readFileSync(out, "utf8").split("\n");
}

test("peak evaluate writes its columns in order, one row per day from 2010-07-18, blank where unknown", async () => {
  const [header, ...lines] = await evaluated(DAYS);
  expect([header, lines.at(-1), lines.length]).toEqual([HEADER, "", DAYS + 1]);
  const rows = lines.slice(0, -1).map((line) => line.split(","));
  expect([rows[0]?.[0], rows.at(-1)?.[0]]).toEqual(["2010-07-18", "2019-04-21"]);
  for (const [index, name] of HEADER.split(",").entries()) {
    const form = /^(score|crypto_score)$/.test(name) ? /^\d{1,3}\.\d$/ : /^\d+\.\d{12}$/;
    const cells = rows.map((row) => row[index] ?? "?").filter((cell) => cell !== "");
    if (!/^(pos_|coverage|score|alt_|crypto_score)/.test(name)) continue;
    expect([name, cells.filter((cell) => !form.test(cell)), cells.length > 0]).toEqual([name, [], true]);
  }
  expect(rows[0]?.slice(9, 16)).toEqual(Array(7).fill(""));
});

test("peak evaluate names the lines of bad rows, exits with 1 and does not change an older output", async () => {
  const tables = marketTables(800);
  appendFileSync(tables.btc, "2012-10-01,minus one,\n");
  const out = join(tempFolder(), "out.csv");
  writeFileSync(out, "old");
  const { code, err } = await runPeak(["evaluate", ...asOptions(tables), "--out", out]);
  expect([code, err]).toEqual([1, expect.stringContaining(`${tables.btc} line 802, column price_usd: `)]);
  expect([readFileSync(out, "utf8"), readdirSync(join(out, ".."))]).toEqual(["old", ["out.csv"]]);
});

test("peak evaluate refuses to overwrite an input file and exits with 2", async () => {
  const { btc } = marketTables(800);
  const { code, err } = await runPeak(["evaluate", "--btc", btc, "--out", relative("", btc)]);
  expect([code, err]).toEqual([2, `peak: --out is the input file ${btc}: choose another file\n`]);
});
