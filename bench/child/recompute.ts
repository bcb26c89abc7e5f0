import { type DayInputs, evaluateDays } from "peak-cycle-model";
import { syntheticDays } from "../../packages/model/test/support/synthetic-market.js";
import type { RecomputeTimes, RunTime } from "../measures/recompute.js";

/** Times the model over a made-up history: the first run of the process, then runs of one and two lengths in turn. */

const DAYS = 5900;
/** Rows of the made-up market before its last coin gets a price: left out, so that every day has seven majors. */
const UNLISTED = 3001;
const WARM_UP = 3;
const ROUNDS = Number(process.argv[2] ?? 0);

const days = history(DAYS);
const cold = timeOf(days).ms;
const twice = ROUNDS === 0 ? [] : history(2 * DAYS);
for (let i = 0; ROUNDS > 0 && i < WARM_UP; i++) {
  evaluateDays(days);
  evaluateDays(twice);
}
const once: RunTime[] = [];
const doubled: RunTime[] = [];
for (let i = 0; i < ROUNDS; i++) {
  once.push(timeOf(days));
  doubled.push(timeOf(twice));
}
process.send?.({ cold, once, doubled } satisfies RecomputeTimes);

function history(count: number): DayInputs[] {
  return syntheticDays(UNLISTED + count).slice(UNLISTED);
}

function timeOf(inputs: readonly DayInputs[]): RunTime {
  const start = performance.now();
  const cpu = process.cpuUsage();
  const evaluations = evaluateDays(inputs);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  if (evaluations.length !== inputs.length) throw new Error("a day is missing");
  return { ms, cpuMs: (user + system) / 1000 };
}
