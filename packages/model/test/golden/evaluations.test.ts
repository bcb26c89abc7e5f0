import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MODEL_VERSION } from "../../src/evaluation.js";
import { differences, numbersOf } from "../support/numbers-of.js";
import { GOLDEN_FILE, type Golden, goldenEvaluations } from "./golden-evaluations.js";

/** Programs may differ in the last bits of a logarithm; the method asks for agreement to 1e-9. */
const TOLERANCE = 1e-9;

const golden = JSON.parse(readFileSync(GOLDEN_FILE, "utf8")) as Golden;
const now = JSON.parse(JSON.stringify(goldenEvaluations())) as Golden;

test("the golden file belongs to this version of the model, whose flags go up and down on the same days", () => {
  expect(golden.modelVersion).toBe(MODEL_VERSION);
  expect(now.flags).toEqual(golden.flags);
});

test("every evaluation is that of the golden file; if the change is meant, run npx tsx tools/update-golden.ts evaluations", () => {
  const [before, after] = [numbersOf(golden.rows), numbersOf(now.rows)];
  const changed = differences(golden.rows, now.rows).filter((path) => {
    const [a, b] = [before.get(path), after.get(path)];
    return typeof a !== "number" || typeof b !== "number" || Math.abs(a - b) > TOLERANCE * Math.max(1, Math.abs(a));
  });
  expect(changed.slice(0, 10), `${changed.length} values differ; the first of them`).toEqual([]);
});
