import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sampleSite } from "./sample-site.js";

const FOLDER = new URL("../../../../../docs/recipes/", import.meta.url);
const RECIPES = readdirSync(FOLDER).filter((name) => name !== "README.md");

const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

test("every address of a recipe answers", async () => {
  const { ask } = sampleSite();
  const addresses = RECIPES.flatMap((name) => [
    ...textOf(name).matchAll(/https:\/\/peak\.example(\/[\w./?=&-]*\w)/g),
  ]).map(([, path = ""]) => path);
  expect(addresses.length).toBeGreaterThan(15);
  for (const path of new Set(addresses)) {
    const { status } = await ask(path.replace(/^(\/sandbox\/[\w-]+)$/, "$1/api/public/nhci"));
    expect([path, status]).toEqual([path, path.includes("/limited") ? 429 : 200]);
  }
});

const CURRENT = "/api/public/nhci";

/** Where a recipe names fields, and the object of an answer that has them. */
const FIELDS: readonly (readonly [recipe: string, names: RegExp, path: string, within: string])[] = [
  ["home-assistant", /value_json\.([\w.]+\w)/g, CURRENT, ""],
  ["home-assistant", /json_attributes: \[([\w, ]+)\]/g, CURRENT, "btc"],
  ["grafana", /"selector": "(\w+)"/g, `${CURRENT}/history`, "data.0"],
  ["prometheus", /'\{ \.(btc[\w.]*) \}'/g, CURRENT, ""],
  ["prometheus", /'\{ \.(phase_key|signal|context\.\w+) \}'/g, CURRENT, "btc"],
  ["prometheus", /'\{ \.(settled) \}'/g, `${CURRENT}/meta`, ""],
  ["prometheus", /'\{ \.(key|since|days) \}'/g, `${CURRENT}/meta`, "settled"],
  ["telegram", /const \{ ([\w, ]+) \} = data\.btc/g, CURRENT, "btc"],
  ["react", /const \{ ([\w, ]+) \} = answer\.data\.btc/g, CURRENT, "btc"],
];

test.each(FIELDS)(
  "every field that the recipe for %s names (%s) is in the answer",
  async (recipe, names, path, within) => {
    const { ask } = sampleSite();
    const answer: unknown = await (await ask(path)).json();
    const fields = [...textOf(`${recipe}.md`).matchAll(names)].flatMap(([, list = ""]) => list.split(", "));
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const place = [...within.split("."), ...field.split(".")].filter((part) => part !== "");
      const value = place.reduce<unknown>((value, part) => (value as Record<string, unknown>)?.[part], answer);
      expect(value, place.join(".")).toBeDefined();
    }
  },
);

test("every column that a recipe reads is in history.csv", async () => {
  const { ask } = sampleSite();
  const [header = ""] = (await (await ask(`${CURRENT}/history.csv`)).text()).split("\r\n");
  const columns = header.split(",");
  const named = [...textOf("excel.md").matchAll(/\{"(\w+)", type/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((name) => !columns.includes(name))).toEqual([]);
  const [, index = ""] = /split\(','\)\[(\d+)\]/.exec(textOf("home-assistant.md")) ?? [];
  expect(columns[Number(index)]).toBe("settled_phase_key");
});
