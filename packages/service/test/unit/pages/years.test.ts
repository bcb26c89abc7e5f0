import fc from "fast-check";
import { expect, test } from "vitest";
import { WIDTHS, yearLabels } from "../../../src/pages/years.js";

const turn = (year: number, score: number) => ({ kind: "high" as const, year, score });

/** The labels at one of the widths, narrowest first. */
function textsAt(nth: number, ...args: Parameters<typeof yearLabels>): readonly string[] {
  const text = yearLabels(...args)[nth]?.text ?? "";
  return [...text.matchAll(/<span class="p[^>]*>([^<]*)</g)].map(([, label = ""]) => label);
}

test("near years share a label, more than three are a span, and none stands below the marker", () => {
  expect(textsAt(5, [turn(2013, 100), turn(2017, 99), turn(2021, 90)])).toEqual(["2021", "2013\u2002’17"]);
  expect(textsAt(0, [turn(2015, 10), turn(2018, 12), turn(2020, 13), turn(2022, 10)])).toEqual(["2015–22"]);
  expect(textsAt(3, [turn(2019, 64), turn(2021, 90)], { score: 65, text: "Now 65.0" })).toEqual(["2021"]);
});

test("the labels of every width have room there, whatever the turns are", () => {
  const turns = fc.array(fc.tuple(fc.integer({ min: 2011, max: 2060 }), fc.double({ min: 0, max: 100, noNaN: true })), {
    minLength: 1,
    maxLength: 12,
  });
  fc.assert(
    fc.property(turns, fc.nat(WIDTHS.length - 1), (some, nth) => {
      const labels = textsAt(
        nth,
        some.map(([year, score]) => turn(year, score)),
      );
      expect(labels.length).toBeGreaterThan(0);
      const width = labels.reduce((sum, label) => sum + label.length - 0.5, 0);
      expect(width).toBeLessThanOrEqual(Math.max(24, WIDTHS[nth] ?? 0));
    }),
  );
});
