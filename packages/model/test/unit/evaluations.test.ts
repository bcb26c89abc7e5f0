/**
 * The engine on a made-up market, compared with some rows of the golden file of `peak evaluate`; `test/net` compares
 * all rows.
 */
import { readFileSync } from "node:fs";
import type { Major } from "peak-cycle-model";
import { expect, test } from "vitest";
import { FIRST_DAY } from "../../src/day.js";
import { evaluateDays } from "../../src/engine/cycle-model.js";
import { utcDay } from "../../src/instant.js";
import { syntheticDays } from "../support/synthetic-market.js";

const FILE = new URL("../../../../test/net/golden/evaluations.json", import.meta.url);
const GOLDEN: { readonly columns: readonly string[]; readonly rows: readonly string[]; readonly days: number } =
  JSON.parse(readFileSync(FILE, "utf8"));

/** The coins, in the order of the golden file. */
const COINS: readonly Major[] = ["ltc", "doge", "xrp", "eth", "bnb", "ada", "sol"];

/** What a cell must equal: a number to 1e-9, since programs may differ in the last bits of a logarithm. */
function expected(cell: string): unknown {
  if (cell === "") return undefined;
  return /^[\d.]+$/.test(cell) ? expect.closeTo(Number(cell), 9) : cell;
}

test("every evaluation in the golden file matches the engine", () => {
  const evaluations = evaluateDays(syntheticDays(GOLDEN.days, COINS));
  for (const row of GOLDEN.rows) {
    const golden = Object.fromEntries(row.split(",").map((cell, i) => [GOLDEN.columns[i] ?? "", expected(cell)]));
    const { date, settled_phase_key, settled_since, ...cells } = golden;
    const { positions, btc, crypto, context, basket, coverage } = evaluations[utcDay(`${date}`) - FIRST_DAY]!;
    const places = Object.entries(positions).map(([key, place]) => [`pos_${key}`, place]);
    const told = {
      ...Object.fromEntries(places),
      coverage,
      score_raw: btc?.raw,
      score: btc?.score,
      score_smoothed: btc?.smoothed,
      phase_key: btc?.phase,
      signal: btc?.signal,
      descent_guard: context.descentGuard ?? undefined,
      top_risk: context.topRisk ?? undefined,
      alt_basket: basket?.level,
      alt_score: basket?.score,
      crypto_score: crypto?.score,
      crypto_phase_key: crypto?.phase,
    };
    expect(told, `${date}`).toEqual(cells);
  }
});
