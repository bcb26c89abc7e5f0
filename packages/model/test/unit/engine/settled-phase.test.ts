import { describe, expect, test } from "vitest";
import { settle } from "../../../src/engine/settled-phase.js";
import { addDays, utcDay } from "../../../src/instant.js";
import type { SettledPhase } from "../../../src/score.js";

const FIRST = utcDay("2021-10-19");

/** The phase after each score, one a day. */
function phasesOf(scores: readonly number[]): readonly string[] {
  let settled: SettledPhase | undefined;
  return scores.map((score, row) => {
    settled = settle(settled, score, addDays(FIRST, row));
    return settled.phase;
  });
}

/** The phase at the end of these scores. */
const settledOn = (...scores: readonly number[]) => phasesOf(scores).at(-1);

describe("the settled phase", () => {
  test("worked example: a week in PEAK from 2021-10-20, HOT again once the score is under 74", () => {
    const scores = [79.5, 80, 79.1, 78.2, 77.3, 76.4, 75.8, 75.4, 73.9];
    expect(phasesOf(scores)).toEqual(["HOT", ...Array(7).fill("PEAK"), "HOT"]);
  });

  test.each([
    [79.9, 80, "PEAK"],
    [59.9, 60, "HOT"],
    [40, 39.9, "ACUM"],
    [20, 19.9, "FONDO"],
  ])("moves outward at once: %d, %d is %s", (before, score, phase) => {
    expect(settledOn(before, score)).toBe(phase);
  });

  test.each([
    [80, 74, "PEAK", 73.9, "HOT"],
    [60, 54, "HOT", 53.9, "BULL"],
    [39.9, 45.9, "ACUM", 46, "BULL"],
    [19.9, 25.9, "FONDO", 26, "ACUM"],
  ])(
    "moves back after a retreat of 6 points: after %d, %d is still %s, %d is %s",
    (far, short, still, enough, back) => {
      expect(settledOn(far, short)).toBe(still);
      expect(settledOn(far, enough)).toBe(back);
    },
  );

  test("moves back on the tenth day in a row without such a retreat", () => {
    expect(phasesOf([80, ...Array(10).fill(79.9)])).toEqual([...Array(10).fill("PEAK"), "HOT"]);
  });

  test.each([
    [[50, 100], "PEAK"],
    [[100, 0], "FONDO"],
    [[100, 50], "BULL"], // under 74 and under 54, not under 40
    [[0, 59], "BULL"],
    [[0, 66], "HOT"],
    [[0, 45], "ACUM"], // over 26, and under 46
  ])("crosses several bounds in a day: %j is %s", (scores, phase) => {
    expect(settledOn(...scores)).toBe(phase);
  });

  test("a provisional step neither changes the state nor counts a day twice", () => {
    let settled = settle(undefined, 80, FIRST);
    for (let row = 1; row <= 9; row += 1) settled = settle(settled, 79, addDays(FIRST, row));
    const copy = { ...settled };
    expect(settle(settled, 79, settled.day).phase).toBe("PEAK");
    expect(settle(settled, 73, settled.day)).toMatchObject({ phase: "HOT", since: settled.day });
    expect(settle(settled, 79, addDays(settled.day, 1)).phase).toBe("HOT");
    expect(settled).toEqual(copy);
  });
});
