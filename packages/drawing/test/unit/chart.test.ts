import { PHASES } from "peak-cycle-model";
import { expect, test } from "vitest";
import { chart } from "../../src/chart.js";
import type { ChartDay } from "../../src/chart-data.js";
import { LIGHT } from "../../src/colors.js";
import { daysPlot } from "../../src/days-panels.js";
import { LANGUAGES } from "../../src/locale.js";
import { serialize, type Tree } from "../../src/markup.js";
import { NOW, TWO_DAYS } from "./sample-views.js";

const OPTIONS = { width: 640, colors: LIGHT, language: "en" } as const;

test("a chart says what it measures, the score, how it moved, the flag, the price now, and the first and the last day", () => {
  const words = wordsIn(chart({ now: NOW, days: TWO_DAYS }, OPTIONS));
  expect(words[0]).toBe("Bitcoin cycle index");
  for (const word of [
    "72.4",
    "Hot Zone",
    "+2.4 since Nov 20",
    "Signal: Reduce",
    "▲ Cycle-top risk",
    "$83.2K",
    "$81K",
  ]) {
    expect(words).toContain(word);
  }
  expect(words).toEqual(expect.arrayContaining(["Nov 20", "Nov 21 UTC", "60", "80"]));
});

test("a chart says how long the settled phase has lasted, where the score stands in it", () => {
  const settled = { phase: "HOT", since: 20_773 } as NonNullable<typeof NOW.settled>;
  const said = (phase: typeof settled.phase) =>
    wordsIn(chart({ now: { ...NOW, settled: { ...settled, phase } }, days: TWO_DAYS }, OPTIONS)).join("; ");
  expect(said("HOT")).toContain("for 6 days · +2.4 since Nov 20");
  expect(said("PEAK")).not.toContain("for 6 days");
});

test("both lines end at the score and the price now, in the place of the row of that day", () => {
  const view = { now: NOW, days: TWO_DAYS };
  const { points, right, scoreY, priceY, x } = daysPlot(view, 640);
  expect(points.map(({ score, priceUsd }) => [score, priceUsd])).toEqual([
    [70, 81_000],
    [72.4, 83_236.56],
  ]);
  expect(x(1)).toBe(right);
  const drawn = serialize(chart(view, OPTIONS));
  for (const y of [scoreY(72.4), priceY(83_236.56)]) {
    expect(drawn).toContain(`<circle cx="${right}" cy="${y}"`);
    expect(drawn).toMatch(new RegExp(`L${right} ${y}"`));
  }
});

test("the panel of the score shows about 30 points with a bound of a phase in it", () => {
  for (const level of [0, 9, 33, 50, 77, 100]) {
    const days = Array.from({ length: 30 }, (_, i): ChartDay => ({ ...TWO_DAYS[0]!, score: level, date: day(i) }));
    const { scores } = daysPlot({ now: undefined, days }, 640);
    expect(scores.high - scores.low).toBe(30);
    expect(PHASES.some(({ from }) => from >= scores.low && from <= scores.high)).toBe(true);
  }
});

test("UTC is said once on the axis", () => {
  for (const language of LANGUAGES) {
    const days = Array.from({ length: 30 }, (_, i) => ({ ...TWO_DAYS[0]!, date: day(i) }));
    const words = wordsIn(chart({ now: undefined, days }, { ...OPTIONS, language }));
    expect(words.filter((word) => word.endsWith("UTC"))).toHaveLength(1);
  }
});

test("prices that do not move are a line in the middle with one value", () => {
  const days = TWO_DAYS.map((each) => ({ ...each, priceUsd: 0.07 }));
  const drawn = chart({ now: { ...NOW, priceUsd: 0.07 }, days }, OPTIONS);
  expect(wordsIn(drawn).filter((word) => word === "$0.07").length).toBeGreaterThan(0);
  expect(serialize(drawn)).not.toMatch(/NaN|Infinity|undefined/);
});

function day(index: number): string {
  return `2026-10-${String(index + 1).padStart(2, "0")}`;
}

function wordsIn(element: Tree): readonly string[] {
  return element.children.flatMap((child) => (typeof child === "string" ? [child] : wordsIn(child)));
}

test.each([22, 25, 31, 38, 39.5])("the name of a phase does not lie on a line at %d", (score) => {
  const days = Array.from({ length: 30 }, (_, i) => ({
    ...TWO_DAYS[0]!,
    date: `2026-10-${i + 1}`,
    score,
    phase: "ACUM" as const,
  }));
  const svg = serialize(chart({ now: undefined, days }, { width: 640, colors: LIGHT, language: "en" }));
  const nameY = Number(/y="([\d.]+)"[^>]*>Accumulation</.exec(svg)?.[1]);
  const lineY = Number(/ ([\d.]+)"[^>]*stroke="#222"/.exec(svg)?.[1]);
  expect(nameY).toBeGreaterThan(0);
  expect(lineY < nameY - 9 || lineY > nameY + 3).toBe(true);
});
