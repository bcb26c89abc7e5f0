import fc from "fast-check";
import { phaseOf, published } from "peak-cycle-model";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/locale.js";
import { tree } from "../../src/markup.js";
import { RULER_HEIGHT, RULER_WIDTHS } from "../../src/ruler.js";
import { rulerAt } from "../support/ruler-at.js";
import { crowding } from "./texts-of.js";

const score = fc.double({ min: 0, max: 100, noNaN: true }).map(published);
const turns = fc.array(
  fc.record({
    kind: fc.constantFrom("high" as const, "low" as const),
    year: fc.integer({ min: 2011, max: 2040 }),
    score,
  }),
  { maxLength: 16 },
);

test("no two texts of the ruler touch and none leaves it, at any width, score and turns, in every language", () => {
  fc.assert(
    fc.property(
      score,
      turns,
      fc.constantFrom(...LANGUAGES),
      fc.oneof(fc.constantFrom(...RULER_WIDTHS), fc.integer({ min: 272, max: 1200 })),
      (now, past, language, width) => {
        const view = { now: { score: now, phase: phaseOf(now).key }, turns: past };
        const drawn = tree("g", { transform: "translate(8 8)" }, rulerAt(width, view, language));
        expect(crowding(tree("svg", { viewBox: `0 0 ${width + 16} ${RULER_HEIGHT + 16}` }, drawn))).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});
