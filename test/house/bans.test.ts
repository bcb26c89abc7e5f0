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

const REFUSED = [
  ["engine/a.ts", TODAY, "noRestrictedGlobals"],
  ["domain/a.ts", TODAY, "noRestrictedGlobals"],
  ["operations/a.ts", TODAY, "noRestrictedGlobals"],
  ["engine/disguised.ts", DISGUISE, "noRestrictedGlobals"],
  ["http/environment.ts", ENVIRONMENT, "noProcessEnv noRestrictedGlobals"],
  ["app.ts", ENVIRONMENT, "noProcessEnv noRestrictedGlobals"],
  ["cli/exit.ts", LEAVE, "noRestrictedGlobals"],
  ["cli/arguments.ts", ARGUMENTS, "noRestrictedGlobals"],
  ["sources/a.ts", FETCH, "noRestrictedGlobals"],
  ["http/console.ts", PRINT, "noConsole"],
  ["http/default.ts", DEFAULT, "noDefaultExport"],
  ["http/any.ts", ANY, "noExplicitAny"],
  ["http/non-null.ts", WRONG_PROMISE, "noNonNullAssertion"],
  ["http/knot.ts", LOOP, "noExcessiveCognitiveComplexity"],
  ["http/long.ts", longFunction(61), "noExcessiveLinesPerFunction"],
  ["http/circle-a.ts", `import { b } from "./circle-b.js";\n\nexport const a = () => b;\n`, "noImportCycles"],
  ["http/circle-b.ts", `import { a } from "./circle-a.js";\n\nexport const b = () => a;\n`, "noImportCycles"],
] as const;

const ALLOWED: readonly (readonly [path: string, text: string])[] = [
  ["src/domain/instant.ts", TODAY], // the one file that formats and parses
  ["src/platform/a.ts", TODAY],
  ["src/main.ts", ENVIRONMENT + LEAVE.replace("leave", "end")],
  ["test/a.test.ts", FETCH],
  ["simulator/a.ts", PRINT],
  ["src/http/short.ts", longFunction(60)],
];

test("the linter refuses what the house forbids, file by file, and nothing else", async () => {
  const files = [...REFUSED.map(([path, text]) => [`src/${path}`, text] as const), ...ALLOWED];
  const expected = REFUSED.flatMap(([path, , rules]) => rules.split(" ").map((rule) => `src/${path} ${rule}`));
  expect(await lint(Object.fromEntries(files))).toEqual(expected.sort());
});

function deep(levels: number): readonly string[] {
  return Array.from({ length: levels }, (_, i) => `if (n > ${i}) {`).concat(Array(levels).fill("}"));
}

/** As the linter counts: what stands between the braces, without blank lines and comments. */
function longFunction(lines: number): string {
  const body = Array.from({ length: lines }, (_, i) => `  list.push(${i});`);
  return ["export function long(list: number[]): void {", ...body, "}", ""].join("\n");
}
