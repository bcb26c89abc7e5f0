import { FIRST_DAY } from "../../src/day.js";
import { evaluateDays } from "../../src/engine/cycle-model.js";
import { settle } from "../../src/engine/settled-phase.js";
import { type Evaluation, MODEL_VERSION } from "../../src/evaluation.js";
import { addDays, formatDay } from "../../src/instant.js";
import type { SettledPhase } from "../../src/score.js";
import { syntheticDays } from "../support/synthetic-market.js";

/** Where the golden file lies. */
export const GOLDEN_FILE = new URL("evaluations.json", import.meta.url);

/**
 * Eleven made-up years, of which one day in four weeks is kept: the smoothed score still holds 0.4 % of a day so long
 * ago.
 */
const DAYS = 4000;
const STEP = 28;

export interface GoldenRow {
  readonly day: string;
  readonly evaluation: Evaluation;
  /** Missing before the first score. */
  readonly settled: SettledPhase | undefined;
}

export interface Golden {
  readonly modelVersion: string;
  /** Days on which a flag goes up or down, as `2014-03-27 BEAR_DESCENT up`. */
  readonly flags: readonly string[];
  readonly rows: readonly GoldenRow[];
}

/** What the golden file has to hold: the model on the made-up market. */
export function goldenEvaluations(): Golden {
  let settled: SettledPhase | undefined;
  const rows = evaluateDays(syntheticDays(DAYS)).map((evaluation, row): GoldenRow => {
    const day = addDays(FIRST_DAY, row);
    if (evaluation.btc !== undefined) settled = settle(settled, evaluation.btc.score, day);
    return { day: formatDay(day), evaluation, settled };
  });
  return { modelVersion: MODEL_VERSION, flags: flagChanges(rows), rows: rows.filter((_, row) => row % STEP === 0) };
}

const FLAGS = [
  ["BEAR_DESCENT", "descentGuard"],
  ["TOP_DISTRIBUTION", "topRisk"],
] as const;

function flagChanges(rows: readonly GoldenRow[]): string[] {
  return rows.flatMap(({ day, evaluation }, row) =>
    FLAGS.flatMap(([name, flag]) => {
      const value = evaluation.context[flag];
      const before = rows[row - 1]?.evaluation.context[flag] ?? null;
      return value === before ? [] : [`${day} ${name} ${value === null ? "down" : "up"}`];
    }),
  );
}

/** One row a line, so that a change reads well in a diff. */
export function writeGolden({ modelVersion, flags, rows }: Golden): string {
  const lines = (list: readonly unknown[]) => list.map((each) => `    ${JSON.stringify(each)}`).join(",\n");
  return `{\n  "modelVersion": "${modelVersion}",\n  "flags": [\n${lines(flags)}\n  ],\n  "rows": [\n${lines(rows)}\n  ]\n}\n`;
}
