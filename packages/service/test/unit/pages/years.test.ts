import fc from "fast-check";
import { expect, test } from "vitest";
import { yearLabels } from "../../../src/pages/years.js";

const turn = (year: number, score: number) => ({ kind: "high" as const, year, score });

/** The labels at one of the widths, narrowest first. */
function textsAt(nth: number, ...args: Parameters<typeof yearLabels>): readonly string[] {
  const text = yearLabels(...args)[nth]?.text ?? "";
  return [...text.matchAll(/<span class="p[^>]*>([^<]*)</g)].map(([, label = ""]) => label);
}

test("near years share a label, and more than three are a span", () => {
  expect(textsAt(5, [turn(2013, 100), turn(2017, 99), turn(2021, 90)])).toEqual(["2021", "2013\u2002’17"]);
  expect(textsAt(0, [turn(2015, 10), turn(2018, 12), turn(2020, 13), turn(2022, 10)])).toEqual(["2015–22"]);
});

test("no label stands below the marker", () => {
  const pill = { score: 65, text: "Now 65.0" };
  expect(textsAt(3, [turn(2019, 64), turn(2021, 90)], pill)).toEqual(["2021"]);
});

test("every year is named at every width, in as many labels as have room", () => {
  const turns = fc.array(
    fc.record({ year: fc.integer({ min: 2011, max: 2060 }), score: fc.double({ min: 0, max: 100, noNaN: true }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 5 }), (some, nth) => {
      const labels = textsAt(
        nth,
        some.map(({ year, score }) => turn(year, score)),
      );
      expect(labels.length).toBeGreaterThan(0);
      const [least, width] = [Math.min(...some.map(({ year }) => year)), [24, 34, 46, 70, 110, 150][nth] ?? 0];
      expect(labels.join(" ")).toContain(`${least}`.slice(2));
      expect(labels.reduce((sum, label) => sum + label.length - 0.5, 0)).toBeLessThanOrEqual(width);
    }),
  );
});
