import { type Evaluation, MODEL_VERSION } from "../../src/domain/evaluation.js";
import { addDays, formatDay } from "../../src/domain/instant.js";
import { evaluateDays, FIRST_DAY } from "../../src/engine/cycle-model.js";
import { syntheticDays } from "../support/synthetic-market.js";

/** Where the golden file lies. */
export const GOLDEN_FILE = new URL("evaluations.json", import.meta.url);

/** Eleven made-up years, of which one day a week is kept. */
const DAYS = 4000;
const STEP = 7;

export interface GoldenRow {
  readonly day: string;
  readonly evaluation: Evaluation;
}

export interface Golden {
  readonly modelVersion: string;
  /** Days on which a flag goes up or down, as `2014-03-27 BEAR_DESCENT up`. */
  readonly flags: readonly string[];
  readonly rows: readonly GoldenRow[];
}

/** What the golden file has to hold: the model on the made-up market. */
export function goldenEvaluations(): Golden {
  const rows = evaluateDays(syntheticDays(DAYS)).map((evaluation, row) => ({
    day: formatDay(addDays(FIRST_DAY, row)),
    evaluation,
  }));
  return { modelVersion: MODEL_VERSION, flags: flagChanges(rows), rows: rows.filter((_, row) => row % STEP === 0) };
}

function flagChanges(rows: readonly GoldenRow[]): string[] {
  return rows.flatMap(({ day, evaluation }, row) => {
    const { descentGuard, topRisk } = evaluation.context;
    const before = rows[row - 1]?.evaluation.context;
    const changes: string[] = [];
    if (descentGuard !== (before?.descentGuard ?? null)) changes.push(`${day} BEAR_DESCENT ${word(descentGuard)}`);
    if (topRisk !== (before?.topRisk ?? null)) changes.push(`${day} TOP_DISTRIBUTION ${word(topRisk)}`);
    return changes;
  });
}

function word(flag: string | null): "up" | "down" {
  return flag === null ? "down" : "up";
}

/** One row a line, so that a change reads well in a diff. */
export function writeGolden({ modelVersion, flags, rows }: Golden): string {
  const lines = (list: readonly unknown[]) => list.map((each) => `    ${JSON.stringify(each)}`).join(",\n");
  return `{\n  "modelVersion": "${modelVersion}",\n  "flags": [\n${lines(flags)}\n  ],\n  "rows": [\n${lines(rows)}\n  ]\n}\n`;
}
