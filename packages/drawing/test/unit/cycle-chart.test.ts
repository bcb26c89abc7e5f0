import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { color } from "../../src/colors.js";
import { timeTicks } from "../../src/cycle/cycle-axes.js";
import { cycleChart, PLOTS } from "../../src/cycle/cycle-chart.js";
import { type CycleChartData, dataOf } from "../../src/cycle/cycle-data.js";
import { cycleScale, PRICE, priceTicks, SCORE } from "../../src/cycle/cycle-scale.js";
import { formatUsd, type Language, PHASE_KEYS, phaseAt } from "../../src/locale.js";
import { serialize, type Tree } from "../../src/markup.js";
import { labelsAt } from "../support/at-least-width.js";
import { sampleCycle } from "../support/sample-cycle.js";

const DATA = sampleCycle();
function withTag(drawn: Tree, tag: string): readonly Tree[] {
  const below = drawn.children.flatMap((each) => (typeof each === "string" ? [] : withTag(each, tag)));
  return drawn.tag === tag ? [drawn, ...below] : below;
}

/** The texts of a plot's labels. */
function textsOf(data: CycleChartData, name: keyof typeof PLOTS = "wide", language: Language = "en"): readonly Tree[] {
  return withTag(labelsAt(cycleChart(data, language, "The score"), name, PLOTS[name]), "text");
}

const wordsOf = (texts: readonly Tree[]) => texts.map(({ children }) => children.join(""));

describe("the long chart", () => {
  test("draws the score in the color of the band it is in, and the price in gray", () => {
    const text = serialize(cycleChart(DATA, "en", "The score"));
    for (const key of PHASE_KEYS) expect(text).toContain(`stroke="var(--fill-${key})"`);
    expect(text).toContain('stroke="var(--soft)" stroke-width="1.75"');
  });

  test("has the score above the price, 150 px high at the usual height", () => {
    expect((SCORE.bottom - SCORE.top) * PLOTS.wide.height).toBeCloseTo(150, 0);
    expect(SCORE.bottom).toBeLessThan(PRICE.top);
  });

  test("shows no price twice on its axis when the price does not move", () => {
    const points = DATA.points.map((point) => ({ ...point, priceUsd: 12_345.67 }));
    const prices = wordsOf(textsOf({ ...DATA, points, turns: [] })).filter((text) => text.startsWith("$"));
    expect(new Set(prices).size).toBe(prices.length);
    expect(prices).toContain("$12,346");
  });

  test("ends in hollow dots while the score is stale", () => {
    const dots = (isStale: boolean) =>
      withTag(cycleChart({ ...DATA, turns: [], isStale }, "en", "The score"), "circle").map(
        ({ attributes }) => attributes["fill"],
      );
    expect(dots(false)).not.toContain(color("background"));
    expect(dots(true)).toEqual([color("background"), color("background")]);
  });

  const labeled = (Object.keys(PLOTS) as (keyof typeof PLOTS)[]).filter((name) => PLOTS[name].tier !== "bare");

  test.each(labeled)("labels the newest high and low at the width %s, even if nothing else fits", (name) => {
    const texts = wordsOf(textsOf(DATA, name));
    for (const kind of ["high", "low"]) {
      const turn = DATA.turns.findLast((each) => each.kind === kind);
      expect(texts).toContain(formatUsd(turn?.priceUsd ?? 0, "en", true));
    }
  });

  test("puts the score of a turn below its price, in the color of its band", () => {
    const turn = DATA.turns.findLast(({ kind }) => kind === "high")!;
    const reading = textsOf(DATA).find(({ children }) => children[0] === `score ${Math.round(turn.score)}`);
    expect(reading?.attributes["fill"]).toBe(color(phaseAt(turn.score)));
  });

  test("labels the first halving with room by name, and the others by year", () => {
    const texts = wordsOf(textsOf(DATA, "wide"));
    expect(texts.filter((text) => text.startsWith("halving"))).toHaveLength(1);
    expect(texts).toContain("2024");
  });

  test("hides the number of a price line near the newest price without moving any", () => {
    const at = (last: number) => {
      const points = DATA.points.map((point, i) =>
        i === DATA.points.length - 1 ? { ...point, priceUsd: last } : point,
      );
      const texts = textsOf({ ...DATA, points });
      return (label: string) => texts.find(({ children }) => children[0] === label)?.attributes["y"];
    };
    expect(at(9900)("$10K")).toBeUndefined();
    expect(at(9900)("$1K")).toBe(at(90_000)("$1K"));
  });

  test("labels the record's main highs and lows in the whole past", () => {
    expect(dataOf(DATA, "all", false).turns).toEqual(DATA.turns.filter(({ isMain }) => isMain));
  });

  test.each(["cycle", "1y", "30d"] as const)(
    "labels its own high and low in the range %s, but not the newest point",
    (range) => {
      const { points, turns } = dataOf(DATA, range, false);
      const prices = points.map(({ priceUsd }) => priceUsd);
      expect(turns.length).toBeGreaterThan(0);
      for (const { kind, priceUsd } of turns) {
        expect(priceUsd).toBe(kind === "high" ? Math.max(...prices) : Math.min(...prices));
        expect(priceUsd).not.toBe(prices.at(-1));
      }
    },
  );
});

test.each([
  [0.7, 5.2, [10, 100, 1000, 10_000, 100_000]],
  [4.1, 5.2, [20_000, 50_000, 100_000]],
  [4.95, 5.04, [90_000, 95_000, 100_000, 105_000]],
  [4.0847, 4.0931, [12_200, 12_300]], // axis labels have three digits
])("an axis of prices between 10^%d and 10^%d has the lines %j", (low, high, ticks) => {
  expect(priceTicks(low, high)).toEqual(ticks);
});

test("the time axis shows the year with a month if there is no January, otherwise only with Januaries", () => {
  const texts = (from: string) => {
    const points = DATA.points.filter(({ day }) => day >= utcDay(from));
    const ticks = timeTicks(cycleScale({ ...DATA, points }), 536, 11, "en");
    return ticks.map(({ text }) => text);
  };
  expect(texts("2024-04-20")).toEqual(["May 2024", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]);
  expect(texts("2023-01-01")).toContain("2024");
  expect(texts("2023-01-01").filter((text) => text.includes("202"))).toHaveLength(1);
  expect(texts("2010-01-01").every((text) => /^20\d\d$/.test(text))).toBe(true);
});
