import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../../support/temp-sqlite.js";
import { asOptions, marketTables } from "./market-tables.js";
import { runPeak } from "./run-peak.js";

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

describe("peak evaluate", () => {
  test("writes the columns in their order, one row a day from 2010-07-18", async () => {
    const [header, ...rows] = await evaluated(DAYS);
    expect(header).toBe(HEADER);
    expect(rows.at(-1)).toBe("");
    expect(rows).toHaveLength(DAYS + 1);
    expect([rows[0]?.slice(0, 11), rows[DAYS - 1]?.slice(0, 10)]).toEqual(["2010-07-18,", "2019-04-21"]);
    for (const row of rows.slice(0, DAYS)) expect(row.split(",")).toHaveLength(22);
  });

  test("writes twelve decimals, published scores with one, and blanks where nothing is known", async () => {
    const rows = (await evaluated(DAYS)).slice(1, -1).map((row) => row.split(","));
    const columns = HEADER.split(",");
    const exact = columns.filter((name) => /^(pos_|coverage|score_raw|score_smoothed|alt_)/.test(name));
    for (const name of exact) {
      const cells = rows.map((row) => row[columns.indexOf(name)] ?? "?");
      expect(cells.filter((cell) => !/^$|^\d+\.\d{12}$/.test(cell))).toEqual([]);
      expect(cells.some((cell) => cell !== "")).toBe(true);
    }
    for (const name of ["score", "crypto_score"]) {
      const cells = rows.map((row) => row[columns.indexOf(name)] ?? "?");
      expect(cells.filter((cell) => !/^$|^\d{1,3}\.\d$/.test(cell))).toEqual([]);
      expect(cells.filter((cell) => cell !== "").length).toBeGreaterThan(2000);
    }
    expect(rows[0]?.slice(9)).toEqual(
      Array(13)
        .fill("")
        .map((_, i) => (i === 7 ? rows[0]?.[16] : "")),
    );
  });

  test("names bad rows by line, exits 1 and leaves no output, nor changes an older one", async () => {
    const folder = tempFolder();
    const tables = marketTables(800, folder);
    appendFileSync(tables.btc, "2012-10-01,minus one,\n2012-13-01,5,\n");
    appendFileSync(tables.dominance, "2012-10-01,101\n");
    const out = join(folder, "out.csv");
    const first = await runPeak(["evaluate", ...asOptions(tables), "--out", out]);
    expect([first.code, first.out]).toEqual([1, ""]);
    expect(first.err).toContain(`${tables.btc} line 803, column date: is not a date written YYYY-MM-DD`);
    expect(existsSync(out) || existsSync(`${out}.part`)).toBe(false);
    writeFileSync(out, "old");
    expect((await runPeak(["evaluate", ...asOptions(tables), "--out", out])).code).toBe(1);
    expect(readFileSync(out, "utf8")).toBe("old");
  });

  test("does not write over a file that it reads, and exits 2", async () => {
    const { btc } = marketTables(800);
    const { code, err } = await runPeak(["evaluate", "--btc", btc, "--out", relative("", btc)]);
    expect([code, err]).toEqual([2, `peak: --out names ${btc}, which is read: name another file\n`]);
  });
});
