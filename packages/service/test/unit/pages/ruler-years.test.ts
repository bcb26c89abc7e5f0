import fc from "fast-check";
import { expect, test } from "vitest";
import { rulerRow, WIDTHS } from "../../../src/pages/ruler-years.js";

const turn = (year: number, score: number) => ({ kind: "high" as const, year, score });

const LEGEND = { texts: ["Score at past price tops", "at tops"], side: "start" } as const;

/** The labels at one of the widths, narrowest first. */
function textsAt(nth: number, turns: Parameters<typeof rulerRow>[0]): readonly string[] {
  const text = rulerRow(turns, LEGEND)[nth]?.text ?? "";
  return [...text.matchAll(/<span class="p[^>]*>([^<]*)</g)].map(([, label = ""]) => label);
}

test("close years share a label, and more than three become a range", () => {
  expect(textsAt(5, [turn(2013, 100), turn(2017, 99), turn(2021, 90)])).toEqual(["2021", "2013\u2002’17"]);
  expect(textsAt(0, [turn(2015, 10), turn(2018, 12), turn(2020, 13), turn(2022, 10)])).toEqual(["2015–22"]);
});

test("the legend is next to the years, shorter if space is scarce, and on its own line if there is none", () => {
  const legendAt = (nth: number, score: number, side: "start" | "end" = "start") =>
    /<b class="([^"]*)">([^<]*)</.exec(rulerRow([turn(2019, score)], { ...LEGEND, side })[nth]?.text ?? "")?.slice(1);
  expect(legendAt(3, 64)).toEqual(["start", "Score at past price tops"]);
  expect(legendAt(1, 64)).toEqual(["start", "at tops"]);
  expect(legendAt(3, 4)).toEqual(["own start", "Score at past price tops"]);
  expect(legendAt(3, 4, "end")).toEqual(["end", "Score at past price tops"]);
  expect(legendAt(3, 98, "end")).toEqual(["own end", "Score at past price tops"]);
});

test("the labels of every width fit for any turns", () => {
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
