import type { CurrentScore } from "peak-cycle-drawing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { agedScore } from "../../src/shared/age.js";

const HOUR_MS = 3_600_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 10), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A score that was computed some hours ago by the reader's clock. */
function scoreOf(hoursAgo: number, isStale = false): CurrentScore {
  const updatedAt = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  return { score: 72.4, phase: "HOT", updatedAt, isStale };
}

test.each<[string, [hoursAgo: number, isStale?: boolean], isUnreachable: boolean, keptMs: number, ageHours: number]>([
  ["is fresh when the site itself has just sent it", [1], false, 0, 0],
  ["is as old as a cache has kept it", [1], false, 3.5 * HOUR_MS, 3],
  ["is fresh after less than two hours in a cache", [1], false, 1.9 * HOUR_MS, 0],
  ["is two hours old if the site calls it stale, regardless of the reader's clock", [-5, true], false, 0, 2],
  ["is as old as the reader's clock says while the site cannot be reached", [5], true, 0, 5],
  ["is fresh although the reader's clock is hours ahead", [23.9], false, 0, 0],
  ["is old from a day on, even if the response calls it fresh", [24], false, 0, 24],
])("a score on a widget %s", (_what, computed, isUnreachable, keptMs, ageHours) => {
  const shown = agedScore(scoreOf(...computed), isUnreachable, keptMs);
  expect([shown?.ageHours, shown?.isStale]).toEqual([ageHours, ageHours > 0]);
});
