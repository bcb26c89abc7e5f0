/**
 * The examples in the comments of the published packages: each public function has one, and each runs. A line
 * `expression; // value` states the value, and `// throws Name` the error; everything that the package exports is in
 * scope.
 */
import { transform } from "esbuild";
import * as client from "peak-cycle-client";
import * as model from "peak-cycle-model";
import * as verify from "peak-cycle-verify";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { close, listen } from "../../packages/service/src/http/listen.js";
import { systemClock } from "../../packages/service/src/platform/clock.js";
import { SAMPLE_CONFIG } from "../../packages/service/test/support/sample-published.js";
import { sampleSite } from "../../packages/service/test/support/sample-site.js";
import { days, Growing, signer } from "../../packages/verify/test/support/ledgers.js";
import { answersOf, closeSites, site } from "../../packages/verify/test/support/sites.js";
import { codeBelow, readText } from "./tree.js";

/** The address in examples; the test serves its own site there. */
const DESCRIBED = "https://peak.example";

const sample = sampleSite();
const addresses: Record<string, string> = {};

beforeAll(async () => {
  const { port } = await listen(sample.app, SAMPLE_CONFIG);
  addresses["client"] = `http://127.0.0.1:${port}`;
  const growing = new Growing();
  growing.append(days(0, 40), signer());
  addresses["verify"] = (await site(answersOf(growing.ledger))).replace(/\/$/, "");
  // On any later day, the client would call the sample site's score stale.
  vi.useFakeTimers({ toFake: ["Date"], now: sample.clock.now() });
});

afterAll(async () => {
  vi.useRealTimers();
  closeSites();
  await close(systemClock, sample.app, 0);
});

describe.each([
  ["model", model, 24],
  ["verify", verify, 9],
  ["client", client, 2],
] as const)("the package %s", (folder, exports, least) => {
  const examples = examplesOf(folder);
  const isError = (each: unknown) => typeof each === "function" && each.prototype instanceof Error;
  const functions = Object.entries(exports).flatMap(([name, each]) =>
    typeof each === "function" && !isError(each) ? [name] : [],
  );

  test("has a runnable example of each public function", () => {
    expect(functions.length).toBeGreaterThanOrEqual(least);
    expect(functions.filter((name) => !examples.has(name))).toEqual([]);
  });

  test.each(functions.filter((name) => examples.has(name)))(
    "the example of %s runs and returns the values it states",
    async (name) => {
      const described = (examples.get(name) ?? "").replaceAll(DESCRIBED, addresses[folder] ?? DESCRIBED);
      const { code, checks } = checked(described);
      expect(checks, "values that the example states").toBeGreaterThan(0);
      await runExample(code, exports);
    },
  );
});

/** The code of each `@example`, by the name of the function or class that it describes. */
function examplesOf(folder: string): ReadonlyMap<string, string> {
  const comment = /\/\*\*((?:(?!\*\/).)*)\*\/\nexport (?:async )?(?:function|class) (\w+)/gs;
  const found = codeBelow(`packages/${folder}/src`).flatMap((path) => [...readText(path).matchAll(comment)]);
  return new Map(
    found.flatMap(([, text = "", name = ""]) => {
      const [, code] = /@example\n \* ```ts\n(.*?) \* ```/s.exec(text) ?? [];
      return code === undefined ? [] : [[name, code.replaceAll(/^ \* ?/gm, "")] as const];
    }),
  );
}

/** The code of an example, with an assertion for each value that it states. */
function checked(example: string): { readonly code: string; readonly checks: number } {
  let checks = 0;
  const lines = example.split("\n").map((line) => {
    const [, expression, value = ""] = /^(\S.*); \/\/ (.+)$/.exec(line) ?? [];
    if (expression === undefined || /^(const|import|for) /.test(expression)) return line;
    checks += 1;
    const [, error] = /^throws (\w+)$/.exec(value) ?? [];
    return error === undefined
      ? `expect(${expression}).toEqual(${value});`
      : `expect(() => ${expression}).toThrow(expect.objectContaining({ name: "${error}" }));`;
  });
  return { code: lines.join("\n"), checks };
}

async function runExample(code: string, exports: object): Promise<void> {
  const withoutImports = code.replaceAll(
    /^import \{ (.*) \} from "(.*)";$/gm,
    (_line, names: string, module: string) =>
      module.startsWith("node:") ? `const { ${names} } = process.getBuiltinModule("${module}");` : "",
  );
  const names = Object.keys(exports);
  const { code: script } = await transform(`async () => {\n${withoutImports}\n}`, { loader: "ts" });
  const run = new Function("expect", ...names, `return (${script.trim().replace(/;$/, "")})()`);
  await run(expect, ...Object.values(exports));
}
