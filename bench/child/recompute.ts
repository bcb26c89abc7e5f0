// Times the model over an invented history, several times in one process.
import { evaluateDays } from "peak-cycle-model";
import { syntheticDays } from "../../packages/model/test/support/synthetic-market.js";

const DAYS = 5900;
/** Skips the days before the last coin is listed, so that every day has seven majors. */
const UNLISTED = 3001;
const RUNS = 20;

const days = syntheticDays(UNLISTED + DAYS).slice(UNLISTED);
const times = Array.from({ length: RUNS }, () => {
  const start = performance.now();
  if (evaluateDays(days).length !== DAYS) throw new Error("a day is missing");
  return performance.now() - start;
});
process.send?.(times);
