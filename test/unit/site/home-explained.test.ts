import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BOTTOMS, TOPS, YEARS_AFTER } from "../../../src/site/home-explained.js";

const METHOD = readFileSync("docs/method.md", "utf8");

test("the turns are those of the method", () => {
  for (const { day, score } of [...TOPS, ...BOTTOMS]) expect(METHOD).toContain(`| ${day} | ${score.toFixed(1)}`);
  expect(TOPS).toHaveLength(3);
  expect(BOTTOMS).toHaveLength(4);
});

test("shares and returns by phase are those of the method", () => {
  const rows = Object.values(YEARS_AFTER);
  expect(METHOD).toContain(`| share of days | ${rows.map(({ share }) => `${share} %`).join(" | ")} |`);
  expect(METHOD).toContain(
    `| return of the next year, median | ${rows.map(({ median }) => `${median} %`).join(" | ")} |`,
  );
});

test("the figures in the prose are those of the method", () => {
  for (const figure of ["100, 100, 92, 79", "Of 274 PEAK days, 199", "Of 500 FONDO days, 139", "4 to 34 days ahead"]) {
    expect(METHOD).toContain(figure);
  }
  expect(Math.round((1 - 15_758 / 21_600) * 100)).toBe(27);
});
