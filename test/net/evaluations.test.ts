/** The engine against its golden evaluations, to the last printed digit, through `peak evaluate`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newFolder } from "../../packages/service/test/support/made-once.js";
import { asOptions, marketTables } from "../../packages/service/test/support/market-tables.js";
import { endedPeak } from "../../packages/service/test/support/service-process.js";
import { golden } from "./support/golden.js";

/** The coins, in the order of the golden file's made-up market. */
const COINS = ["ltc", "doge", "xrp", "eth", "bnb", "ada", "sol"] as const;

/** One row in this many is kept in full; the digest covers all rows. */
const STEP = 50;

const COLUMNS = [
  "date,pos_mvrv,pos_thermo,pos_plaw,pos_ma200w,pos_puell,pos_roi,pos_fng,coverage,score_raw,score,score_smoothed",
  "phase_key,signal,descent_guard,top_risk,alt_basket,alt_score,crypto_score,crypto_phase_key",
  "settled_phase_key,settled_since",
]
  .join()
  .split(",");

test("the engine's evaluation of 4,000 invented days matches the golden file in every digit", async () => {
  const out = join(newFolder(), "evaluations.csv");
  const { code, err } = await endedPeak(["evaluate", ...asOptions(marketTables(4000, COINS)), "--out", out]);
  expect([code, err]).toEqual([0, []]);
  const [header = "", ...lines] = readFileSync(out, "utf8").trimEnd().split("\n");
  const names = header.split(",");
  const rows = lines.map((line) => {
    const cells = line.split(",");
    return COLUMNS.map((name) => cells[names.indexOf(name)]).join();
  });
  expectVariety(rows);
  const flagged = flagChanges(rows);
  const digest = createHash("sha256").update(rows.join("\n")).digest("hex");
  const now = { columns: COLUMNS, rows: rows.filter((_, i) => i % STEP === 0), flagged, days: rows.length, digest };
  expect(now).toEqual(golden("evaluations.json", now));
});

/** A golden file of an uneventful market would prove little. */
function expectVariety(rows: readonly string[]): void {
  const seen = (name: string) => new Set(rows.map((row) => row.split(",")[COLUMNS.indexOf(name)]));
  for (const name of ["phase_key", "crypto_phase_key", "settled_phase_key"]) expect(seen(name).size, name).toBe(6);
  expect(seen("signal").size).toBe(5);
  for (const name of ["descent_guard", "top_risk"]) expect(seen(name).size, name).toBe(2);
  for (const name of COLUMNS.filter((each) => each.startsWith("pos_"))) expect(seen(name).size).toBeGreaterThan(2000);
}

/** The days on which a flag is set or cleared. */
function flagChanges(rows: readonly string[]): readonly string[] {
  const flags = rows.map((row) => {
    const cells = row.split(",");
    return ["descent_guard", "top_risk"].map((name) => cells[COLUMNS.indexOf(name)]).join();
  });
  return flags.flatMap((flag, i) => (flag === (flags[i - 1] ?? ",") ? [] : [`${rows[i]?.slice(0, 10)} ${flag}`]));
}
