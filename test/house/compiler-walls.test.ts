import { expect, test } from "vitest";
import { type Files, plant, runTool } from "./planted-tree.js";
import { readText } from "./tree.js";

const NOT_IN_PROJECT = "TS6307";
const NO_SUCH_NAME = /^TS(2304|2580|2584|2591)$/;

test("a pure room that reaches out does not compile", async () => {
  const codes = await compile("tsconfig.pure.json", {
    "src/storage/thing.ts": "export const thing = 1;\n",
    "src/domain/word.ts": "export const word = 1;\n",
    "src/engine/innocent.ts": `import { word } from "../domain/word.js";\nexport const next = word + 1;\n`,
    "src/engine/reaches-storage.ts": `export { thing } from "../storage/thing.js";\n`,
    "src/engine/waits.ts": "setTimeout(() => undefined, 1);\n",
    "src/engine/asks.ts": "export const home = process.env;\n",
    "src/engine/fetches.ts": `export const page = fetch("http://127.0.0.1/");\n`,
    "src/engine/prints.ts": `console.log("hello");\n`,
    "src/engine/draws.ts": "export const body = document.body;\n",
    "src/domain/waits.ts": "setInterval(() => undefined, 1);\n",
  });
  expect(codes.get("src/engine/reaches-storage.ts")).toBe(NOT_IN_PROJECT);
  for (const name of ["waits", "asks", "fetches", "prints", "draws"]) {
    expect(codes.get(`src/engine/${name}.ts`)).toMatch(NO_SUCH_NAME);
  }
  expect(codes.get("src/domain/waits.ts")).toMatch(NO_SUCH_NAME);
  expect(codes.size).toBe(7);
});

test("a simulator that imports from src does not compile", async () => {
  const codes = await compile("tsconfig.simulator.json", {
    "src/sources/number.ts": "export const number = 1;\n",
    "simulator/innocent.ts": `import { hostname } from "node:os";\nexport const name = hostname();\n`,
    "simulator/reads-ours.ts": `export { number } from "../src/sources/number.js";\n`,
  });
  expect([...codes]).toEqual([["simulator/reads-ours.ts", NOT_IN_PROJECT]]);
});

test("a server room that imports from the simulator does not compile", async () => {
  const codes = await compile("tsconfig.server.json", {
    "simulator/market.ts": "export const market = 1;\n",
    "src/http/innocent.ts": "export const one = 1;\n",
    "src/http/cheats.ts": `export { market } from "../../simulator/market.js";\n`,
  });
  expect([...codes]).toEqual([["src/http/cheats.ts", NOT_IN_PROJECT]]);
});

test("a picture that looks at the page or the clock's timers, and a widget that reaches for Node or a server room, do not compile", async () => {
  const pure = await compile("tsconfig.pure.json", {
    "src/chart/innocent.ts": "export const one = 1;\n",
    "src/chart/looks.ts": "export const body = document.body;\n",
    "src/chart/waits.ts": "setTimeout(() => undefined, 1);\n",
  });
  expect([...pure.keys()].sort()).toEqual(["src/chart/looks.ts", "src/chart/waits.ts"]);
  for (const code of pure.values()) expect(code).toMatch(NO_SUCH_NAME);
  const widgets = await compile("tsconfig.widgets.json", {
    "src/chart/tree.ts": "export const one = 1;\n",
    "src/http/paths.ts": "export const path = 1;\n",
    "src/widgets/innocent.ts": "export const body = document.body;\n",
    "src/widgets/asks.ts": "export const home = process.env;\n",
    "src/widgets/serves.ts": `export { path } from "../http/paths.js";\n`,
  });
  expect(widgets.get("src/widgets/asks.ts")).toMatch(NO_SUCH_NAME);
  expect(widgets.get("src/widgets/serves.ts")).toBe(NOT_IN_PROJECT);
  expect(widgets.size).toBe(2);
});

test("a client that needs a page or Node does not compile", async () => {
  const codes = await compile("tsconfig.client.json", {
    "src/client/innocent.ts": `export const page = fetch("http://127.0.0.1/");\n`,
    "src/client/asks.ts": "export const home = process.env;\n",
    "src/client/looks.ts": "export const body = document.body;\n",
  });
  expect([...codes.keys()].sort()).toEqual(["src/client/asks.ts", "src/client/looks.ts"]);
  for (const code of codes.values()) expect(code).toMatch(NO_SUCH_NAME);
});

test("a translation may lack a sentence, but have none that English lacks and none of another kind", async () => {
  const translation = (words: string) =>
    `import type { Translation } from "./locale.js";\nexport const own: Translation = ${words};\n`;
  const codes = await compile("tsconfig.server.json", {
    "src/site/html.ts":
      "export class Html { readonly #text = 1; text(): number { return this.#text; } }\nexport type Text = string | Html;\n",
    "src/site/locales/locale.ts": readText("src/site/locales/locale.ts"),
    "src/site/locales/en/en.ts": `export const en = { home: { title: (name: string) => name, lead: "a", rows: ["a", "b"] } } as const;\n`,
    "src/site/locales/lacks.ts": translation(`{ home: { rows: ["a"] } }`),
    "src/site/locales/whole.ts": translation(`{ home: { title: (name) => name, lead: "a", rows: ["a", "b"] } }`),
    "src/site/locales/unknown.ts": translation(`{ home: { leed: "a" } }`),
    "src/site/locales/too-many.ts": translation(`{ home: { rows: ["a", "b", "c"] } }`),
    "src/site/locales/text-for-function.ts": translation(`{ home: { title: "a" } }`),
    "src/site/locales/function-for-text.ts": translation(`{ home: { lead: () => "a" } }`),
  });
  const refused = ["function-for-text", "text-for-function", "too-many", "unknown"];
  expect([...codes.keys()].sort()).toEqual(refused.map((name) => `src/site/locales/${name}.ts`));
});

/** The first error of each file of a planted tree that has one. */
async function compile(project: string, files: Files): Promise<ReadonlyMap<string, string>> {
  const configs = ["package.json", "tsconfig.base.json", "tsconfig.pure.json", "tsconfig.client.json", project];
  const folder = await plant([...new Set(configs)], files);
  const output = await runTool(folder, "typescript/bin/tsc", ["-p", project, "--noEmit", "--pretty", "false"]);
  const errors = output.split("\n").flatMap((line) => {
    const [, path, code] = /^([^\s(]+)\(\d+,\d+\): error (TS\d+):/.exec(line) ?? [];
    return path === undefined || code === undefined ? [] : [[path, code] as const];
  });
  return new Map(errors.reverse());
}
