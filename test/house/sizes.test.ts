import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

/** Longer than this, a file has two subjects. Functions are measured by the linter. */
const MOST_LINES = 250;
/** Half of all files are shorter than this. */
const MEDIAN_LINES = 70;

test("no file of src, simulator or tools is too long", () => {
  expect(tooLong(codeBelow("src", "simulator", "tools").map(sizeOf))).toEqual([]);
});

test("the median file of src is short", () => {
  const sizes = codeBelow("src").map(sizeOf);
  expect(sizes.length).toBeGreaterThan(100);
  expect(median(sizes)).toBeLessThan(MEDIAN_LINES);
});

test("a file of 251 lines and a median of 70 are seen", () => {
  const sizes = [10, 70, 251].map((lines) => ({ path: `src/${lines}.ts`, lines: linesOf("a\n".repeat(lines)) }));
  expect(tooLong(sizes)).toEqual(["src/251.ts has 251 lines"]);
  expect(median(sizes)).toBe(MEDIAN_LINES);
});

interface Size {
  readonly path: string;
  readonly lines: number;
}

function sizeOf(path: string): Size {
  return { path, lines: linesOf(readText(path)) };
}

function linesOf(text: string): number {
  return text.split("\n").length - 1;
}

function tooLong(sizes: readonly Size[]): readonly string[] {
  return sizes.filter(({ lines }) => lines > MOST_LINES).map(({ path, lines }) => `${path} has ${lines} lines`);
}

function median(sizes: readonly Size[]): number {
  const lines = sizes.map((each) => each.lines).sort((a, b) => a - b);
  return lines[Math.floor(lines.length / 2)] ?? 0;
}
