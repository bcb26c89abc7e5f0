import { formatDay, PHASES, utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { BAND_OPACITY, CELL_OPACITY, CSS_VARIABLES, fillOf, LIGHT } from "../../../src/colors.js";
import { timeTicks } from "../../../src/cycle/cycle-axes.js";
import { elasticCycleChart, fixedCycleChart } from "../../../src/cycle/cycle-chart.js";
import { dataOfRange } from "../../../src/cycle/cycle-data.js";
import { cycleScale, priceTicks } from "../../../src/cycle/cycle-scale.js";
import { serialize, type Tree } from "../../../src/markup.js";
import { sampleCycle } from "../../support/sample-cycle.js";

const DATA = sampleCycle();
const ELASTIC = { colors: CSS_VARIABLES, language: "en" } as const;
const FIXED = { ...ELASTIC, colors: LIGHT, tier: "wide", width: 900, height: 500, fontSize: 11.5 } as const;

function withTag(drawn: Tree, tag: string): readonly Tree[] {
  const below = drawn.children.flatMap((each) => (typeof each === "string" ? [] : withTag(each, tag)));
  return drawn.tag === tag ? [drawn, ...below] : below;
}

describe("the long chart", () => {
  test("has one drawing for all widths: positions in percent, and labels in three tiers", () => {
    const drawn = elasticCycleChart(DATA, ELASTIC, "The price");
    const groups = withTag(drawn, "g").map(({ attributes }) => attributes["class"]);
    expect(groups.filter((name) => name !== undefined)).toEqual(["narrow", "medium", "wide"]);
    const places = withTag(drawn, "text").map(({ attributes }) => `${attributes["x"]} ${attributes["y"]}`);
    for (const place of places) expect(place).toMatch(/^-?[\d.]+% [\d.]+%$/);
    const stretched = withTag(drawn, "path").filter(({ attributes }) => String(attributes["d"]).length > 40);
    expect(stretched.length).toBeGreaterThan(5);
    for (const { attributes } of stretched) expect(attributes["vector-effect"]).toBe("non-scaling-stroke");
  });

  test("draws the line in the color of each phase, and the cell of that phase behind the score", () => {
    const text = serialize(elasticCycleChart(DATA, ELASTIC, "The price"));
    for (const { phase } of DATA.points) {
      expect(text).toContain(`stroke="var(--fill-${phase})"`);
      expect(text).toContain(`fill="var(--fill-${phase})" fill-opacity="${CELL_OPACITY}"`);
    }
  });

  test("shows the price without color over empty bands of all phases before the first score", () => {
    const points = DATA.points.map((point) => ({ ...point, score: undefined, phase: undefined }));
    const text = serialize(fixedCycleChart({ ...DATA, points, laterPlace: undefined }, FIXED));
    expect(text).toContain(`stroke="${LIGHT.muted}" stroke-width="2.25"`);
    const bands = [...text.matchAll(new RegExp(`fill="(#\\w+)" fill-opacity="${BAND_OPACITY}"`, "g"))].map(
      ([, fill]) => fill,
    );
    expect(bands).toEqual(PHASES.map(({ key }) => LIGHT[fillOf(key)]));
    expect(text.split("fill-opacity")).toHaveLength(6);
    expect(text).not.toContain('stroke-width="1.4"');
  });

  test("ends in hollow dots while the score is stale", () => {
    const dots = (isStale: boolean) =>
      withTag(fixedCycleChart({ ...DATA, isStale }, FIXED), "circle").map(({ attributes }) => attributes["fill"]);
    expect(dots(false)).not.toContain(LIGHT.background);
    expect(dots(true)).toEqual([LIGHT.background, LIGHT.background]);
  });

  test("has a bracket for the range of the later place where one is known", () => {
    const strokes = (data: typeof DATA) =>
      withTag(fixedCycleChart(data, FIXED), "line").filter(({ attributes }) => attributes["transform"] !== undefined);
    expect(strokes(DATA)).toHaveLength(1);
    expect(strokes({ ...DATA, laterPlace: undefined })).toHaveLength(0);
  });

  test("marks highs and lows of its own in a shorter range, but not the newest point", () => {
    const { points, turns } = dataOfRange(DATA, "30d");
    expect(points).toHaveLength(30);
    const prices = points.map(({ priceUsd }) => priceUsd);
    for (const { kind, priceUsd } of turns) {
      expect(priceUsd).toBe(kind === "high" ? Math.max(...prices) : Math.min(...prices));
      expect(priceUsd).not.toBe(prices.at(-1));
    }
  });

  test.each([
    ["cycle", "2024-04-20"],
    ["2y", "2023-01-01"],
  ] as const)("begins the range %s on %s or within the week after", (range, from) => {
    const first = formatDay(dataOfRange(DATA, range).points[0]?.day ?? utcDay("1970-01-01"));
    expect(first >= from).toBe(true);
    expect(new Date(first).getTime() - new Date(from).getTime()).toBeLessThan(7 * 86_400_000);
  });
});

test.each([
  [0.7, 5.2, [10, 100, 1000, 10_000, 100_000]],
  [4.1, 5.2, [20_000, 50_000, 100_000]],
  [4.95, 5.04, [90_000, 95_000, 100_000, 105_000]],
])("prices between 10^%d and 10^%d have the lines %j", (low, high, ticks) => {
  expect(priceTicks(low, high)).toEqual(ticks);
});

test("the time axis names a month that no January dates with its year, else only Januaries", () => {
  const texts = (range: "cycle" | "2y" | "all") =>
    timeTicks(cycleScale(dataOfRange(DATA, range)), { width: 536, fontSize: 11, language: "en" }).map(
      ({ text }) => text,
    );
  expect(texts("cycle")).toEqual(["May 2024", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
  expect(texts("2y")).toContain("2024");
  expect(texts("2y").filter((text) => text.includes("202"))).toHaveLength(1);
  expect(texts("all").every((text) => /^20\d\d$/.test(text))).toBe(true);
});
