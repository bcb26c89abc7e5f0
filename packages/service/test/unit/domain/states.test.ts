import { HOUR_MS, instantOf, plus } from "peak-cycle-model";
import { expect, test } from "vitest";
import { fearGreedClass } from "../../../src/domain/live-figures.js";
import { sourceHealth } from "../../../src/domain/source-state.js";

test.each([
  ["Extreme Fear", 0, 25],
  ["Fear", 26, 46],
  ["Neutral", 47, 54],
  ["Greed", 55, 75],
  ["Extreme Greed", 76, 100],
])("fear and greed is %s from %d to %d", (name, from, to) => {
  expect([fearGreedClass(from), fearGreedClass(to)]).toEqual([name, name]);
});

test("a source is ok or failing by its last response, and idle if it was not queried for 26 hours", () => {
  const askedAt = instantOf("2026-11-20T04:00:00Z");
  const state = { source: "one", askedAt, answeredAt: undefined, fault: undefined };
  const [late, later] = [plus(askedAt, 26 * HOUR_MS), plus(askedAt, 26 * HOUR_MS + 1)];
  expect([sourceHealth(state, late), sourceHealth({ ...state, fault: "throttled" }, late)]).toEqual(["ok", "failing"]);
  expect([sourceHealth(state, later), sourceHealth(undefined, later)]).toEqual(["idle", "idle"]);
});
