/** The laws of the settled phase, over scores that walk to and fro. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { settle } from "../../../src/engine/settled-phase.js";
import { addDays, utcDay } from "../../../src/instant.js";
import { phaseOf, type SettledPhase } from "../../../src/score.js";

const FIRST = utcDay("2012-07-16");

/** Scores with one decimal that walk to and fro over the bounds, and jump now and then. */
const scores = fc
  .array(
    fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 1000 })),
    {
      minLength: 1,
      maxLength: 300,
    },
  )
  .map((steps) => {
    let tenths = 500;
    return steps.map(([step, chance, jump]) => {
      tenths = chance === 0 ? jump : Math.min(1000, Math.max(0, tenths + step));
      return tenths / 10;
    });
  });

/** One step a day. */
function stepwise(list: readonly number[]): readonly SettledPhase[] {
  let settled: SettledPhase | undefined;
  return list.map((score, row) => {
    settled = settle(settled, score, addDays(FIRST, row));
    return settled;
  });
}

test("the outermost phases are entered on the very day, and no phase outlasts the plain one by ten days", () => {
  fc.assert(
    fc.property(scores, (list) => {
      stepwise(list).forEach(({ phase, daysAway }, row) => {
        const plain = phaseOf(list[row] ?? 0).key;
        expect(daysAway).toBeLessThan(10);
        if (phase === plain) expect(daysAway).toBe(0);
        if (plain === "PEAK" || plain === "FONDO") expect(phase).toBe(plain);
      });
    }),
  );
});
