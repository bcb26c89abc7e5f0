import { expect, test } from "vitest";
import { CSS_VARIABLES, LIGHT } from "../../src/colors.js";
import { serialize, type Tree } from "../../src/markup.js";
import { elasticRuler, RULER_WIDTHS, type RulerView, rulerLine } from "../../src/ruler.js";
import { textsOf } from "../property/texts-of.js";
import { rulerAt } from "../support/ruler-at.js";

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
} as const;

const ELASTIC = { colors: CSS_VARIABLES, language: "en" } as const;

function textsIn(part: Tree | string): readonly string[] {
  return typeof part === "string" ? [part] : part.children.flatMap(textsIn);
}

test("names the five segments, the bounds, where it stands now and the years of past turns, close ones together", () => {
  const texts = textsIn(rulerAt(1120, VIEW));
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
  const texts = textsIn(rulerAt(288, VIEW));
  for (const text of ["Bottom", "Accum.", "Bull", "Hot", "Peak"]) expect(texts).toContain(text);
});

/** The height in px of the base line of each text. */
function placed(width: number, view: RulerView, language: "en" | "fr" = "en") {
  const texts = textsOf(rulerAt(width, view, language));
  return new Map(texts.map(({ text, bottom, size }) => [text, Math.round(bottom - 0.22 * size)]));
}

const TOPS = [
  ...[2013, 2017].map((year) => ({ kind: "high" as const, year, score: 99.5 })),
  { kind: "high" as const, year: 2021, score: 90 },
  ...[2019, 2025].map((year) => ({ kind: "high" as const, year, score: 64.3 })),
];

test.each([288, 358, 720])("no year stands right above the mark of another, %d px wide", (width) => {
  const years = placed(width, { turns: TOPS });
  expect(years.get("2021")).toBe(28);
  if (width < 400) expect(years.get("2013, 2017")).toBe(16);
});

test.each(["en", "fr"] as const)("the flag gives way to the years of a top beside it in %s", (language) => {
  for (const score of [45, 49.6, 55]) {
    expect([...placed(358, { now: { score, phase: "BULL" }, turns: TOPS }, language).keys()]).toContain("2019, 2025");
  }
});

test("the marker stops above and below a name that it would cut", () => {
  const bar = (score: number) =>
    serialize(rulerAt(1120, { now: { score, phase: "BULL" } })).match(/d="M0 0V[^"]*"/)?.[0];
  expect([bar(50), bar(41)]).toEqual(['d="M0 0V6.5M0 21.5V28"', 'd="M0 0V28"']);
});

test("a mark at an end stays inside", () => {
  const view = { turns: [{ kind: "high", year: 2017, score: 100 }] } as const;
  expect(serialize(rulerAt(300, view))).toContain('d="M-9-8h9l-4.5 7z"');
});

test("is one drawing for all widths, in percent, with labels for several of them, and says all of it in words", () => {
  const drawn = elasticRuler(VIEW, ELASTIC);
  const classes = drawn.children.flatMap((each) => (typeof each === "string" ? [] : (each.attributes["class"] ?? [])));
  expect(classes).toEqual([...RULER_WIDTHS.map((width) => `ruler-labels ruler${width}`)]);
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
