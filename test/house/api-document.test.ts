import { expect, test } from "vitest";
import { PHASE_KEYS, PHASE_NAMES } from "../../packages/drawing/src/phases.js";
import { readText } from "./tree.js";

const DOCUMENT = readText("docs/api.md");

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters?: readonly Parameter[] } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Parameter {
  readonly name: string;
}

const { paths, components }: Description = JSON.parse(readText("docs/openapi.json"));

/** Whether the document has a name in code: `score`, `btc.score`, `?theme` or `"score":` of an example. */
function names(name: string): boolean {
  return new RegExp(`(?:\`|[\`.{, ?/])"?${name}"?(?:[\`:.,} =]|\\[\\])`).test(DOCUMENT);
}

test("docs/api.md names every path of openapi.json and every parameter", () => {
  const missing = Object.entries(paths).flatMap(([path, { get }]) => [
    ...(DOCUMENT.includes(path.replace(/\{.*/, "")) ? [] : [path]),
    ...(get.parameters ?? []).filter(({ name }) => !names(name)).map(({ name }) => `${path} ${name}`),
  ]);
  expect(Object.keys(paths).length).toBeGreaterThan(20);
  expect(missing).toEqual([]);
});

test("docs/api.md names every field of every answer", () => {
  const fields: string[] = [];
  JSON.stringify(components.schemas, (_key, value) => {
    if (value?.properties !== undefined) fields.push(...Object.keys(value.properties));
    return value;
  });
  expect(fields.length).toBeGreaterThan(80);
  expect([...new Set(fields)].filter((field) => !names(field))).toEqual([]);
});

test("docs/api.md names each phase as widgets and pages do, in every language", () => {
  for (const key of PHASE_KEYS) {
    expect(DOCUMENT).toContain(`| \`${key}\` | ${PHASE_NAMES[key].split("|").join(" | ")} |`);
  }
});
