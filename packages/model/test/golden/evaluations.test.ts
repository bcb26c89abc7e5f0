/** The model on a made-up market against its golden file, which `npm run golden` rewrites. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FIRST_DAY } from "../../src/day.js";
import { evaluateDays } from "../../src/engine/cycle-model.js";
import { settle } from "../../src/engine/settled-phase.js";
import { type Evaluation, MODEL_VERSION } from "../../src/evaluation.js";
import { addDays, formatDay } from "../../src/instant.js";
import type { SettledPhase } from "../../src/score.js";
import { differences, numbersOf } from "../support/numbers-of.js";
import { syntheticDays } from "../support/synthetic-market.js";

const FILE = new URL("evaluations.json", import.meta.url);

/** Programs may differ in the last bits of a logarithm; the method asks for agreement to 1e-9. */
const TOLERANCE = 1e-9;

/**
 * Eleven made-up years, of which one day in four weeks is kept: the smoothed score still holds 0.4 % of a day so long
 * ago.
 */
const DAYS = 4000;
const STEP = 28;

interface Row {
  readonly day: string;
  readonly evaluation: Evaluation;
  /** Missing before the first score. */
  readonly settled: SettledPhase | undefined;
}

interface Golden {
  readonly modelVersion: string;
  /** Days on which a flag goes up or down, as `2014-03-27 BEAR_DESCENT up`. */
  readonly flags: readonly string[];
  readonly rows: readonly Row[];
}

function evaluated(): Golden {
  let settled: SettledPhase | undefined;
  const rows = evaluateDays(syntheticDays(DAYS)).map((evaluation, row): Row => {
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

function flagChanges(rows: readonly Row[]): string[] {
  return rows.flatMap(({ day, evaluation }, row) =>
    FLAGS.flatMap(([name, flag]) => {
      const value = evaluation.context[flag];
      const before = rows[row - 1]?.evaluation.context[flag] ?? null;
      return value === before ? [] : [`${day} ${name} ${value === null ? "down" : "up"}`];
    }),
  );
}

/** One row a line, so that a change reads well in a diff. */
function written({ modelVersion, flags, rows }: Golden): string {
  const lines = (list: readonly unknown[]) => list.map((each) => `    ${JSON.stringify(each)}`).join(",\n");
  return `{\n  "modelVersion": "${modelVersion}",\n  "flags": [\n${lines(flags)}\n  ],\n  "rows": [\n${lines(rows)}\n  ]\n}\n`;
}

test("every evaluation is that of the golden file, and flags go up and down on the same days", () => {
  const text = written(evaluated());
  if (process.env["UPDATE_GOLDEN"] === "yes") writeFileSync(FILE, text);
  const [golden, now]: [Golden, Golden] = [JSON.parse(readFileSync(FILE, "utf8")), JSON.parse(text)];
  expect([now.modelVersion, now.flags]).toEqual([golden.modelVersion, golden.flags]);
  const [before, after] = [numbersOf(golden.rows), numbersOf(now.rows)];
  const changed = differences(golden.rows, now.rows).filter((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    return typeof a !== "number" || typeof b !== "number" || Math.abs(a - b) > TOLERANCE * Math.max(1, Math.abs(a));
  });
  expect(changed.slice(0, 10), `${changed.length} values differ; the first of them`).toEqual([]);
});
