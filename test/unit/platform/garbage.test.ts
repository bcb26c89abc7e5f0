import { expect, test } from "vitest";
import { releaseMemory } from "../../../src/platform/garbage.js";

const MB = 2 ** 20;

test("a heap that was large for a moment goes back to the system", () => {
  releaseMemory(); // what other tests have left
  const before = process.memoryUsage.rss();
  const full = fillHeap();
  expect(full - before).toBeGreaterThan(40 * MB);
  releaseMemory();
  expect(full - process.memoryUsage.rss()).toBeGreaterThan(0.6 * (full - before));
});

/** @returns the resident memory with some 60 MB of objects, which nobody holds afterwards */
function fillHeap(): number {
  const objects: unknown[] = [];
  for (let i = 0; i < 400_000; i++) objects.push({ at: i, list: [i, i], text: String(i) });
  return objects.length > 0 ? process.memoryUsage.rss() : 0;
}
