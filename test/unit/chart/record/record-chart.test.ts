import { describe, expect, test } from "vitest";
import { CSS_VARIABLES, LIGHT } from "../../../../src/chart/colors.js";
import { LANGUAGES } from "../../../../src/chart/locale.js";
import { serialize, type Tree } from "../../../../src/chart/markup.js";
import { recordChart } from "../../../../src/chart/record/record-chart.js";
import { type RecordChartData, recordLayout } from "../../../../src/chart/record/record-layout.js";
import { type RenderOptions, textWidth } from "../../../../src/chart/svg.js";
import { SAMPLE_RECORD } from "../../../support/sample-record.js";

const VIEW: RecordChartData = {
  points: SAMPLE_RECORD.curve,
  turns: SAMPLE_RECORD.turns.map(({ kind, day, priceUsd, readings }) => ({
    kind,
    day,
    priceUsd,
    score: readings.score,
  })),
  periods: [
    { key: "early", from: "2012-07-15" },
    { key: "development", from: "2014-01-01" },
    { key: "later", from: "2023-01-01" },
  ],
};

const WIDE: RenderOptions = { width: 880, colors: LIGHT, language: "en" };
const NARROW: RenderOptions = { ...WIDE, width: 288 };

function drawn(options: RenderOptions, view = VIEW): Tree {
  return recordChart(view, options, "says");
}

function all(tree: Tree, tag: string): readonly Tree[] {
  const below = tree.children.flatMap((child) => (typeof child === "string" ? [] : all(child, tag)));
  return tree.tag === tag ? [tree, ...below] : below;
}

function texts(tree: Tree): readonly string[] {
  return all(tree, "text").map(({ children }) => children.join(""));
}

describe("the drawing of the record", () => {
  test("names the day and the score of every cycle high and low", () => {
    const said = texts(drawn(WIDE));
    for (const day of ["Sep 7, 2014", "Aug 28, 2016", "Aug 12, 2018", "Aug 2, 2020", "Jul 17, 2022", "Jul 7, 2024"]) {
      expect(said).toContain(day);
    }
    for (const { readings } of SAMPLE_RECORD.turns.slice(0, 6)) expect(said).toContain(readings.score?.toFixed(1));
  });

  test("names months where it is narrow", () => {
    expect(texts(drawn(NARROW))).toContain("Sep 2014");
  });

  test("sets the later period apart by a heavy line, a background and its name", () => {
    const layout = recordLayout(VIEW, WIDE.width);
    const lines = all(drawn(WIDE), "path").filter(({ attributes }) => attributes["stroke-width"] === 1.5);
    const starts = lines.map(({ attributes }) => String(attributes["d"]).split(" ")[0]);
    expect(starts).toContain(`M${layout.x("2023-01-01")}`);
    expect(
      all(drawn(WIDE), "rect").filter(({ attributes }) => attributes["x"] === layout.x("2023-01-01")),
    ).toHaveLength(1);
    for (const [index, word] of ["Later", "Posterior", "Posterior", "Später", "Après"].entries()) {
      expect(texts(drawn({ ...WIDE, language: LANGUAGES[index] ?? "en" }))).toContain(word);
    }
  });

  test("stays small, and takes its colors from the page where it is to", () => {
    expect(serialize(drawn(WIDE)).length).toBeLessThan(60_000);
    expect(serialize(drawn(NARROW)).length).toBeLessThan(16_000);
    expect(serialize(drawn({ ...WIDE, colors: CSS_VARIABLES }))).not.toMatch(/#[0-9a-f]{3}/);
  });

  test("says no more of a day than half a px: heights are halves", () => {
    const layout = recordLayout(VIEW, WIDE.width);
    const heights = VIEW.points.flatMap(({ priceUsd, score }) => [layout.priceY(priceUsd), layout.scoreY(score ?? 0)]);
    expect(heights.filter((px) => !Number.isInteger(2 * px))).toEqual([]);
  });

  test("draws two points, and no score before the first", () => {
    const points = [
      { day: "2024-01-01", priceUsd: 40_000, score: undefined, smoothed: undefined },
      { day: "2024-01-08", priceUsd: 41_000, score: undefined, smoothed: undefined },
    ];
    expect(serialize(drawn(WIDE, { points, turns: [], periods: [] }))).not.toContain("NaN");
  });

  test("cannot be drawn without points", () => {
    expect(() => drawn(WIDE, { ...VIEW, points: [] })).toThrow(RangeError);
  });

  describe.each([288, 440, 640, 880, 1200])("at %i px", (width) => {
    test.each(LANGUAGES)("keeps every text inside in %s", (language) => {
      const tree = drawn({ ...WIDE, width, language });
      const size = recordLayout(VIEW, width).fontSize;
      const outside = all(tree, "text").filter(({ attributes, children }) => {
        const wide = 0.9 * textWidth(children.join(""), size);
        const share = { middle: 0.5, end: 1 }[String(attributes["text-anchor"])] ?? 0;
        const start = Number(attributes["x"]) - share * wide;
        return start < 0 || start + wide > width + 1 || Number(attributes["y"]) > Number(tree.attributes["height"]);
      });
      expect(outside.map(({ children }) => children.join(""))).toEqual([]);
    });
  });
});
