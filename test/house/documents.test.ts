/** The docs are complete: nothing public is missing from docs/api.md, and no log message from docs/monitoring.md. */

import { expect, test } from "vitest";
import { PHASE_KEYS } from "../../packages/drawing/src/locale.js";
import { PHASE_NAMES } from "../../packages/drawing/src/locales/words.js";
import { codeBelow, readText } from "./tree.js";

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly { name: string }[] } }>>;
  readonly components: { readonly schemas: unknown };
}

const PAGE = readText("docs/api.md");
const { paths, components }: Description = JSON.parse(readText("docs/openapi.json"));

/** Whether the page has a name in code: `score`, `btc.score`, `?theme`, or `"score":` in an example. */
function isNamed(name: string): boolean {
  return new RegExp(`(?:\`|[\`.{, ?/])"?${name}"?(?:[\`:.,} =]|\\[\\])`).test(PAGE);
}

test("docs/api.md names every path and every parameter of openapi.json", () => {
  const missing = Object.entries(paths).flatMap(([path, { get }]) => [
    ...(PAGE.includes(path.replace(/\{.*/, "")) ? [] : [path]),
    ...(get.parameters ?? []).filter(({ name }) => !isNamed(name)).map(({ name }) => `${path} ${name}`),
  ]);
  expect(Object.keys(paths).length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test("docs/api.md names every field of every response", () => {
  const fields = new Set<string>();
  JSON.stringify(components.schemas, (_key, value) => {
    for (const name of Object.keys(value?.properties ?? {})) fields.add(name);
    return value;
  });
  expect(fields.size).toBeGreaterThan(80);
  expect([...fields].filter((field) => !isNamed(field))).toEqual([]);
});

test("docs/api.md gives the label of each phase in all five languages, as widgets and pages show it", () => {
  for (const key of PHASE_KEYS) expect(PAGE).toContain(`| \`${key}\` | ${PHASE_NAMES[key].split("|").join(" | ")} |`);
});

test("docs/monitoring.md lists exactly the messages of the log", () => {
  const logged = codeBelow("packages/service/src").flatMap((path) => messagesIn(readText(path)));
  const table = readText("docs/monitoring.md").split("\n## Log\n")[1] ?? "";
  const cells = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell).join();
  const listed = [...cells.matchAll(/`([^`]+)`/g)].map(([, message = ""]) => message);
  expect(logged.length).toBeGreaterThan(30);
  expect([...new Set(logged)].sort()).toEqual(listed.sort());
});

test("docs/operations.md takes no longer than fifteen minutes to read, at 200 words a minute", () => {
  expect(readText("docs/operations.md").split(/\s+/).length).toBeLessThan(15 * 200);
});

/** The last string in each call of the log. */
function messagesIn(code: string): readonly string[] {
  const calls = [...code.matchAll(/\blog\.(?:debug|info|warn|error)\(([\s\S]*?)\);?\n/g)];
  return calls.map(([, call = ""]) => [...call.matchAll(/"([^"]+)"/g)].at(-1)?.[1] ?? call);
}
