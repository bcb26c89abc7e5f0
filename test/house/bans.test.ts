import { expect, test } from "vitest";
import { lint } from "./planted-tree.js";

const TODAY = "export const now = () => Date.now();\n";
const ENVIRONMENT = "export const home = () => process.env.HOME;\n";
const LEAVE = "export const leave = () => process.exit(1);\n";
const ARGUMENTS = "export const words = () => process.argv;\n";
const FETCH = `export const ask = () => fetch("http://127.0.0.1/");\n`;
const DISGUISE = "export const now = () => globalThis.Date.now();\n";
const PRINT = `export const say = () => console.log("hello");\n`;
const DEFAULT = "export default 1;\n";
const ANY = "export const thing: any = 1;\n";
const WRONG_PROMISE = "export const sure = (value?: number) => value!;\n";
const LOOP = ["export const knot = (n: number) => {", ...deep(6), "  return n;", "};", ""].join("\n");

test.each([
  ["Date in the engine", "src/engine/a.ts", TODAY, "noRestrictedGlobals"],
  ["Date in the domain", "src/domain/a.ts", TODAY, "noRestrictedGlobals"],
  ["Date in an operation", "src/operations/a.ts", TODAY, "noRestrictedGlobals"],
  ["Date in disguise", "src/engine/a.ts", DISGUISE, "noRestrictedGlobals"],
  ["the environment in a room", "src/http/a.ts", ENVIRONMENT, "noProcessEnv noRestrictedGlobals"],
  ["the environment in the wiring", "src/app.ts", ENVIRONMENT, "noProcessEnv noRestrictedGlobals"],
  ["an exit in a command", "src/cli/a.ts", LEAVE, "noRestrictedGlobals"],
  ["arguments in a command", "src/cli/a.ts", ARGUMENTS, "noRestrictedGlobals"],
  ["the global fetch", "src/sources/a.ts", FETCH, "noRestrictedGlobals"],
  ["the console", "src/http/a.ts", PRINT, "noConsole"],
  ["a default export", "src/http/a.ts", DEFAULT, "noDefaultExport"],
  ["any", "src/http/a.ts", ANY, "noExplicitAny"],
  ["a promise that nothing is missing", "src/http/a.ts", WRONG_PROMISE, "noNonNullAssertion"],
  ["a knot of conditions", "src/http/a.ts", LOOP, "noExcessiveCognitiveComplexity"],
  ["a function of 61 lines", "src/http/a.ts", longFunction(61), "noExcessiveLinesPerFunction"],
])("the linter refuses %s", async (_what, path, text, rules) => {
  expect(await lint({ [path]: text, "src/http/innocent.ts": "export const one = 1;\n" })).toEqual(
    rules.split(" ").map((rule) => `${path} ${rule}`),
  );
});

test.each([
  ["Date in the one file that formats and parses", "src/domain/instant.ts", TODAY],
  ["Date at the edge", "src/platform/a.ts", TODAY],
  ["the environment at the door", "src/main.ts", ENVIRONMENT],
  ["an exit at the door", "src/main.ts", LEAVE],
  ["the global fetch in a test", "test/a.test.ts", FETCH],
  ["the console in the simulator", "simulator/a.ts", PRINT],
  ["a function of 60 lines", "src/http/a.ts", longFunction(60)],
])("the linter allows %s", async (_what, path, text) => {
  expect(await lint({ [path]: text })).toEqual([]);
});

test("the linter refuses files that import each other", async () => {
  const files = {
    "src/http/a.ts": `import { b } from "./b.js";\n\nexport const a = () => b;\n`,
    "src/http/b.ts": `import { a } from "./a.js";\n\nexport const b = () => a;\n`,
  };
  expect(await lint(files)).toEqual(["src/http/a.ts noImportCycles", "src/http/b.ts noImportCycles"]);
});

function deep(levels: number): readonly string[] {
  return Array.from({ length: levels }, (_, i) => `if (n > ${i}) {`).concat(Array(levels).fill("}"));
}

/** As the linter counts: what stands between the braces, without blank lines and comments. */
function longFunction(lines: number): string {
  const body = Array.from({ length: lines }, (_, i) => `  list.push(${i});`);
  return ["export function long(list: number[]): void {", ...body, "}", ""].join("\n");
}
