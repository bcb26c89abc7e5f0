import { posix } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

/** Five languages with the same files each have one line together. */
const LANGUAGES = { folder: /^src\/pages\/words\/[a-z]{2}$/, line: "src/pages/words/<lang>/*" };

test("every file of src, simulator, tools and bench has its line on the map, and every line its file", () => {
  const files = codeBelow("src", "simulator", "tools", "bench");
  expect(files.length).toBeGreaterThan(300);
  expect(faults(files, linesOf(readText("docs/architecture.md")))).toEqual([]);
});

test.each([
  ["a file without a line", ["src/a.ts", "src/b.ts"], ["src/a.ts"], ["src/b.ts has no line"]],
  ["a line without a file", ["src/a.ts"], ["src/a.ts", "src/b.ts"], ["src/b.ts is gone"]],
  ["a file with two lines", ["src/a.ts"], ["src/a.ts", "src/a.ts"], ["src/a.ts has 2 lines"]],
  ["a file of a language", ["src/pages/words/de/a.ts", "src/pages/words/fr/b.ts"], [LANGUAGES.line], []],
  ["a file beside the languages", ["src/pages/words/a.ts"], [], ["src/pages/words/a.ts has no line"]],
])("%s is judged", (_what, files, map, expected) => {
  expect(faults(files, map)).toEqual(expected);
});

test("a line belongs to the heading above it, and counts when it says something about the file", () => {
  const rows = ["| file | what |", "|---|---|", "| `b.ts` | does b |", "| `c.ts` |  |"];
  const page = ["| `a.ts` | x |", "## The map", "### `src/a`", ...rows, "### `bench`", "| `d.ts` | like `b.ts` |", ""];
  expect(linesOf(page.join("\n"))).toEqual(["src/a/b.ts", "bench/d.ts"]);
});

/** Paths of all lines of the map, in their order. */
function linesOf(page: string): readonly string[] {
  const [, map = ""] = page.split("\n## The map\n");
  return map.split(/^### /m).flatMap((part) => {
    const folder = /^`(.+)`/.exec(part)?.[1] ?? "";
    return [...part.matchAll(/^\| `([^`]+)` \| \S.* \|$/gm)].map(([, name = ""]) => posix.join(folder, name));
  });
}

function faults(files: readonly string[], map: readonly string[]): readonly string[] {
  const expected = new Set(files.map((path) => (LANGUAGES.folder.test(posix.dirname(path)) ? LANGUAGES.line : path)));
  const counts = new Map<string, number>();
  for (const path of map) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [
    ...[...expected].filter((path) => !counts.has(path)).map((path) => `${path} has no line`),
    ...[...counts.keys()].filter((path) => !expected.has(path)).map((path) => `${path} is gone`),
    ...[...counts].filter(([, count]) => count > 1).map(([path, count]) => `${path} has ${count} lines`),
  ];
}
