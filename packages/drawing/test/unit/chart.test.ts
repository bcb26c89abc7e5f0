import { PHASES } from "peak-cycle-model";
import { describe, expect, test } from "vitest";
import { chart, chartHeight, headHeight, plotOf } from "../../src/chart.js";
import { LIGHT } from "../../src/colors.js";
import { LANGUAGES, translate } from "../../src/locale.js";
import { serialize, type Tree } from "../../src/markup.js";
import { NOW, TWO_DAYS } from "./sample-views.js";

const OPTIONS = { width: 640, colors: LIGHT, language: "en" } as const;

test("a chart says the score, the days, the price now and the prices of the highest and the lowest day", () => {
  const words = wordsIn(chart({ now: NOW, days: TWO_DAYS }, OPTIONS));
  for (const word of [
    "72.4",
    "Hot Zone",
    "Signal: Reduce",
    "▲ Cycle-top risk",
    "— Smoothed",
    "••• Daily",
    "BTC 83,237 USD",
    "83,000",
    "81,000",
    "Nov 20",
    "Nov 21 UTC",
  ]) {
    expect(words).toContain(word);
  }
  expect(words).toEqual(expect.arrayContaining(["20", "40", "60", "80"]));
});

test("a chart of crypto says its score and its days, and nothing that only Bitcoin has, in the same size", () => {
  const days = TWO_DAYS.map(({ date, score, phase }) => ({ date, score, phase }));
  const { score, phase, updatedAt, isStale } = NOW;
  const view = { asset: "crypto", now: { score, phase, updatedAt, isStale }, days } as const;
  for (const width of [180, 320, 640, 1200]) {
    const drawn = chart(view, { ...OPTIONS, width });
    const words = wordsIn(drawn);
    expect(words).toEqual(expect.arrayContaining(["Crypto", "72.4", "Hot Zone", "— Daily", "Nov 20", "Nov 21 UTC"]));
    expect(words.join()).not.toMatch(/Bitcoin|BTC|USD|Signal|▲|Smoothed|•••/);
    expect(serialize(drawn)).not.toMatch(/NaN|undefined/);
    expect(drawn.attributes["height"]).toBe(chartHeight(width));
    const { y, scoreBottom, axis } = plotOf(width, "crypto");
    expect(serialize(drawn)).toContain(`${plotOf(width).right},${y(72.5)}"`);
    expect(scoreBottom).toBeLessThan(axis - 11);
  }
});

test("the mark at the end is the score, not the smoothed one", () => {
  const drawn = serialize(chart({ now: NOW, days: TWO_DAYS }, OPTIONS));
  expect(drawn).toContain(`cy="${plotOf(640).y(72.4)}" r="5"`);
});

test("UTC is said once on the axis", () => {
  for (const language of LANGUAGES) {
    const days = Array.from({ length: 30 }, (_, index) => ({
      ...TWO_DAYS[0]!,
      date: `2026-11-${String(index + 1).padStart(2, "0")}`,
    }));
    const words = wordsIn(chart({ now: undefined, days }, { ...OPTIONS, language }));
    expect(words.filter((word) => word.endsWith("UTC"))).toHaveLength(1);
  }
});

test("prices that do not move are a line in the middle with one value", () => {
  const days = TWO_DAYS.map((day) => ({ ...day, priceUsd: 0.07 }));
  const drawn = chart({ now: { ...NOW, priceUsd: 0.07 }, days }, OPTIONS);
  expect(wordsIn(drawn).filter((word) => word === "0.07")).toHaveLength(1);
  expect(serialize(drawn)).not.toMatch(/NaN|Infinity|undefined/);
});

describe.each([180, 319, 320, 640, 1200])("at %i px", (width) => {
  test.each([1, 8, 13, 18, 22, 38, 61, 79, 84, 99])("a line at %i begins beside no name of a phase", (level) => {
    const day = { ...TWO_DAYS[0]!, score: level, smoothed: level };
    const drawn = chart({ now: NOW, days: Array.from({ length: 30 }, () => day) }, { ...OPTIONS, width });
    const names = textsIn(drawn).filter(({ attributes }) => "paint-order" in attributes);
    expect(names).toHaveLength(5);
    const line = plotOf(width).y(level);
    const struck = names.map(({ attributes }) => Number(attributes["y"])).filter((y) => line > y - 8 && line < y);
    expect(struck).toEqual([]);
  });

  test("the plot lies inside the picture, below the head", () => {
    const { left, right, top, scoreBottom, priceTop, bottom, x, y } = plotOf(width);
    expect(left).toBeGreaterThan(0);
    expect(right).toBeLessThan(width);
    expect([top, scoreBottom, priceTop, bottom, chartHeight(width)].toSorted((a, b) => a - b)).toEqual([
      top,
      scoreBottom,
      priceTop,
      bottom,
      chartHeight(width),
    ]);
    expect([x(0, 30), x(29, 30), x(0, 1)]).toEqual([left, right, right]);
    expect([y(100), y(0)]).toEqual([top, scoreBottom]);
    expect(top).toBeGreaterThan(headHeight(width));
  });
});

test("each phase is named in its band, apart from the lines by a halo", () => {
  const drawn = serialize(chart({ now: undefined, days: TWO_DAYS }, OPTIONS));
  for (const { key } of PHASES) {
    expect(drawn).toMatch(
      new RegExp(
        `<text x="42" [^>]*fill="${LIGHT[key]}" paint-order="stroke" stroke="#fff"[^>]*>${translate(key, "en")}<`,
      ),
    );
  }
});

test.each([
  ["at the left", 0, "start"],
  ["in the middle", 5, "end"],
  ["at the right", 10, "end"],
])("the highest price has its value inside of the plot: %s", (_name, highest, anchor) => {
  const days = Array.from({ length: 11 }, (_, index) => ({
    ...TWO_DAYS[0]!,
    priceUsd: index === highest ? 90_000 : 80_000,
  }));
  expect(serialize(chart({ now: undefined, days }, OPTIONS))).toMatch(
    new RegExp(`text-anchor="${anchor}"[^>]*>90,000<`),
  );
});

function wordsIn(element: Tree): readonly string[] {
  return element.children.flatMap((child) => (typeof child === "string" ? [child] : wordsIn(child)));
}

function textsIn(drawn: Tree): readonly Tree[] {
  const inside = drawn.children.flatMap((child) => (typeof child === "string" ? [] : textsIn(child)));
  return drawn.tag === "text" ? [drawn, ...inside] : inside;
}
