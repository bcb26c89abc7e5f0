import { utcDay } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { color } from "../../src/colors.js";
import { timeTicks } from "../../src/cycle/cycle-axes.js";
import { elasticCycleChart, fixedCycleChart, PLOTS } from "../../src/cycle/cycle-chart.js";
import { dataOf } from "../../src/cycle/cycle-data.js";
import { cycleScale, priceTicks } from "../../src/cycle/cycle-scale.js";
import { formatUsd } from "../../src/locale.js";
import { serialize, type Tree } from "../../src/markup.js";
import { sampleCycle } from "../support/sample-cycle.js";

const DATA = sampleCycle();
const FIXED = { language: "en", tier: "medium", width: 900, height: 500, fontSize: 11.5 } as const;

function withTag(drawn: Tree, tag: string): readonly Tree[] {
  const below = drawn.children.flatMap((each) => (typeof each === "string" ? [] : withTag(each, tag)));
  return drawn.tag === tag ? [drawn, ...below] : below;
}

describe("the long chart", () => {
  test("draws the line in the color of each phase, and the cell of that phase behind the score", () => {
    const text = serialize(elasticCycleChart(DATA, "en", "The price"));
    for (const { phase } of DATA.points) {
      expect(text).toContain(`stroke="var(--fill-${phase})"`);
      expect(text).toContain(`fill="var(--fill-${phase})" fill-opacity="var(--cell)"`);
    }
  });

  test("has no price on its axis twice where the price stands still", () => {
    const points = DATA.points.map((point) => ({ ...point, priceUsd: 12_345.67 }));
    const drawn = fixedCycleChart({ ...DATA, points, turns: [] }, { ...FIXED, tier: "narrow", width: 300 });
    const prices = withTag(drawn, "text").flatMap(({ children }) => String(children[0]).match(/^\$.*/)?.[0] ?? []);
    expect(prices).toEqual(["$12.2K", "$12.3K"]);
  });

  test("ends in hollow dots while the score is stale", () => {
    const dots = (isStale: boolean) =>
      withTag(fixedCycleChart({ ...DATA, isStale }, FIXED), "circle").map(({ attributes }) => attributes["fill"]);
    expect(dots(false)).not.toContain(color("background"));
    expect(dots(true)).toEqual([color("background"), color("background")]);
  });

  const labeled = Object.entries(PLOTS).filter(([, { tier }]) => tier !== "bare");

  test.each(labeled)("names the newest high and low at the width %s, whatever else has no room", (_, plot) => {
    const drawn = fixedCycleChart(DATA, { ...FIXED, ...plot });
    const texts = withTag(drawn, "text").map(({ children }) => children.join(""));
    for (const kind of ["high", "low"]) {
      const turn = DATA.turns.findLast((each) => each.kind === kind);
      expect(texts).toContain(formatUsd(turn?.priceUsd ?? 0, "en", true));
    }
  });

  test("names halvings once, and the others by their year", () => {
    const texts = withTag(fixedCycleChart(DATA, FIXED), "text").map(({ children }) => children.join(""));
    expect(texts.filter((text) => text.includes("’"))).toEqual(["Halving ’12", "’16", "’20", "’24"]);
  });

  test("keeps the number of a price line that the newest price would cover", () => {
    const points = DATA.points.map((point, i) => (i === DATA.points.length - 1 ? { ...point, priceUsd: 9900 } : point));
    const texts = withTag(fixedCycleChart({ ...DATA, points }, FIXED), "text");
    const yOf = (label: string) => Number(texts.find(({ children }) => children[0] === label)?.attributes["y"]);
    expect(Math.abs(yOf("$10K") - yOf("$9,900"))).toBeGreaterThan(11.5);
  });

  test("names the main highs and lows of the record in the whole past", () => {
    expect(dataOf(DATA, "all", false).turns).toEqual(DATA.turns.filter(({ isMain }) => isMain));
  });

  test.each(["cycle", "1y", "30d"] as const)(
    "names its own high and low in the range %s, but not the newest",
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
  [4.0847, 4.0931, [12_200, 12_300]], // an axis has three digits
])("prices between 10^%d and 10^%d have the lines %j", (low, high, ticks) => {
  expect(priceTicks(low, high)).toEqual(ticks);
});

test("the time axis names a month that no January dates with its year, else only Januaries", () => {
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
