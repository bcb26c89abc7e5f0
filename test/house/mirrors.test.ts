import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

/** A file that exports a value has behavior; types alone have none. */
const EXPORTS_A_VALUE = /^export (?:async )?(?:function|class|const|let)\b/m;

test("every file of domain and engine with behavior has its unit test at the same path", () => {
  const sources = codeBelow("src/domain", "src/engine");
  expect(sources.length).toBeGreaterThan(40);
  expect(withoutMirror(sources, readText, new Set(codeBelow("test/unit")))).toEqual([]);
});

test("every unit test of domain and engine has its file", () => {
  const sources = new Set(codeBelow("src"));
  const tests = codeBelow("test/unit/domain", "test/unit/engine");
  expect(tests.filter((path) => !sources.has(path.replace("test/unit", "src").replace(".test.ts", ".ts")))).toEqual([]);
});

test.each([
  ["a function", "export function thing(): number {\n  return 1;\n}\n", ["src/engine/a.ts"]],
  ["a table", "/** Rows. */\nexport const ROWS = [1];\n", ["src/engine/a.ts"]],
  ["a class", "export class Thing {}\n", ["src/engine/a.ts"]],
  ["types only", "export interface Thing {\n  readonly a: number;\n}\nexport type Other = Thing;\n", []],
])("without a test, a file with %s is found or exempt", (_what, text, missing) => {
  expect(withoutMirror(["src/engine/a.ts"], () => text, new Set())).toEqual(missing);
  expect(withoutMirror(["src/engine/a.ts"], () => text, new Set(["test/unit/engine/a.test.ts"]))).toEqual([]);
});

function withoutMirror(
  sources: readonly string[],
  read: (path: string) => string,
  tests: ReadonlySet<string>,
): readonly string[] {
  const mirror = (path: string) => path.replace("src", "test/unit").replace(/\.ts$/, ".test.ts");
  return sources.filter((path) => EXPORTS_A_VALUE.test(read(path)) && !tests.has(mirror(path)));
}
