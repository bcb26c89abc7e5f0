import { expect, test } from "vitest";
import { CSS_VARIABLES, LIGHT } from "../../src/colors.js";
import { serialize, type Tree } from "../../src/markup.js";
import { elasticRuler, fixedRuler, RULER_WIDTHS, rulerLine } from "../../src/ruler.js";

const VIEW = {
  now: { score: 38.4, phase: "ACUM" },
  turns: [
    { kind: "high", year: 2013, score: 100 },
    { kind: "high", year: 2017, score: 100 },
    { kind: "high", year: 2025, score: 67.3 },
    { kind: "low", year: 2018, score: 13.2 },
    { kind: "low", year: 2020, score: 14 },
    { kind: "low", year: 2026, score: 24.3 },
  ],
  range: { low: 11, high: 69 },
} as const;

const ELASTIC = { colors: CSS_VARIABLES, language: "en" } as const;

function textsIn(part: Tree | string): readonly string[] {
  return typeof part === "string" ? [part] : part.children.flatMap(textsIn);
}

test("names the five segments, the bounds, where it stands now and the years of past turns, close ones together", () => {
  const texts = textsIn(fixedRuler(VIEW, { ...ELASTIC, width: 1120 }));
  const expected = [
    "Bottom",
    "Accumulation",
    "Hot Zone",
    "0",
    "60",
    "100",
    "Now 38.4",
    "2013, 2017",
    "2025",
    "2018, 2020",
  ];
  for (const text of expected) expect(texts).toContain(text);
});

test("shortens names where the segments are too narrow for one of them", () => {
  const texts = textsIn(fixedRuler(VIEW, { ...ELASTIC, width: 288 }));
  for (const text of ["Bottom", "Accum.", "Bull", "Hot", "Peak"]) expect(texts).toContain(text);
});

test("is one drawing for all widths, in percent, with labels for several of them, and says all of it in words", () => {
  const drawn = elasticRuler(VIEW, ELASTIC);
  const classes = drawn.children.flatMap((each) => (typeof each === "string" ? [] : (each.attributes["class"] ?? [])));
  expect(classes).toEqual(RULER_WIDTHS.map((width) => `ruler-labels ruler${width}`));
  expect(drawn.attributes["aria-label"]).toBe(
    "Now 38.4, Accumulation. Price tops: 2013 100, 2017 100, 2025 67. Price bottoms: 2018 13, 2020 14, 2026 24",
  );
  expect(serialize(drawn)).toContain('<svg x="38.4%"');
});

test("its small form has five segments, of which one is filled, and a marker; before a score no marker", () => {
  const at = { x: 0, y: 8, width: 98 };
  const drawn = rulerLine(at, LIGHT, VIEW.now);
  expect(drawn).toHaveLength(6);
  const filled = drawn.slice(0, 5).filter(({ attributes }) => attributes["stroke-opacity"] === undefined);
  expect(filled.map(({ attributes }) => attributes["stroke"])).toEqual([LIGHT["fill-ACUM"]]);
  expect(drawn.at(-1)?.attributes["d"]).toBe("M38 0v16");
  expect(rulerLine(at, LIGHT)).toHaveLength(5);
});
