import { type Figure, median } from "./figure.js";
import { startChild } from "./processes.js";

/** How long the model takes for the whole history: in a fresh process, and once warmed up. */
export async function recompute(): Promise<Figure> {
  const { child, first } = await startChild<readonly number[]>("recompute");
  child.kill();
  const [fresh = 0, ...warm] = first;
  return {
    name: "recompute of 5,900 days",
    value: `${median(warm).toFixed(0)} ms`,
    goal: "at most 60 ms",
    note: `${fresh.toFixed(0)} ms in a fresh process`,
  };
}
