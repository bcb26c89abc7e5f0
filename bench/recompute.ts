/** Measures how long the model takes for a whole history. */
import { evaluateDays } from "peak-cycle-model";
import { syntheticDays } from "../packages/model/test/support/synthetic-market.js";
import { type Figure, median } from "./figure.js";

const DAYS = 5900;
/** Skips the days before the last coin is listed, so that every day has seven majors. */
const UNLISTED = 3001;
const RUNS = 20;

/** How long the model takes for the whole history: the first time in this process, and once warmed up. */
export function recompute(): Figure {
  const days = syntheticDays(UNLISTED + DAYS).slice(UNLISTED);
  const [fresh = 0, ...warm] = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    if (evaluateDays(days).length !== DAYS) throw new Error("a day is missing");
    return performance.now() - start;
  });
  return {
    name: "recompute of 5,900 days",
    value: `${median(warm).toFixed(0)} ms`,
    goal: "at most 60 ms",
    note: `${fresh.toFixed(0)} ms the first time`,
  };
}
