import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { findPython } from "../../support/find-programs.js";
import { sampleSite } from "../../support/sample-site.js";

const FOLDER = new URL("../../../../../docs/recipes/", import.meta.url);
const RECIPES = readdirSync(FOLDER).filter((name) => name !== "README.md");

const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

test("every address in a recipe works", async () => {
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

/** Where a recipe names fields, and the object of the response that contains them. */
const FIELDS: readonly (readonly [recipe: string, names: RegExp, path: string, within: string])[] = [
  ["home-assistant", /value_json\.([\w.]+\w)/g, CURRENT, ""],
  ["home-assistant", /json_attributes: \[([\w, ]+)\]/g, CURRENT, "btc"],
  ["grafana", /"selector": "(\w+)"/g, `${CURRENT}/history`, "data.0"],
  ["prometheus", /'\{ \.(btc[\w.]*) \}'/g, CURRENT, ""],
  ["prometheus", /'\{ \.(phase_key|signal|context\.\w+) \}'/g, CURRENT, "btc"],
  ["prometheus", /'\{ \.(settled) \}'/g, `${CURRENT}/meta`, ""],
  ["prometheus", /'\{ \.(key|since|days) \}'/g, `${CURRENT}/meta`, "settled"],
  ["backtest", /\["(date|settled_signal)"\]/g, "/feed.json", "items.0._peak"],
  ["react", /const \{ ([\w, ]+) \} = answer\.data\.btc/g, CURRENT, "btc"],
];

test.each(FIELDS)(
  "every field that the recipe for %s names (%s) is in the response",
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

const python = findPython("json");

test.skipIf(python === undefined)("the backtest acts on a signal at the close of its own day, not before", () => {
  const [, program = ""] = /```python\n(.*?)```/s.exec(textOf("backtest.md")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "peak-backtest-"));
  const entry = (date: string, settled_signal: string) => ({ _peak: { date, settled_signal } });
  // Newest first. Two changes on March 3: the last one counts.
  const items = [entry("2026-03-03", "CAUTION"), entry("2026-03-03", "ACCUMULATE"), entry("2026-03-02", "ACCUMULATE")];
  const [feed, closes] = [join(folder, "feed.json"), join(folder, "closes.csv")];
  try {
    writeFileSync(feed, JSON.stringify({ items }));
    // Halves before the first signal, doubles fully invested, then falls by half with half of the money.
    writeFileSync(closes, "date,close\n2026-03-01,200\n2026-03-02,100\n2026-03-03,200\n2026-03-04,100\n");
    const script = program.replace(/FEED = ".*"/, `FEED = "${pathToFileURL(feed).href}"`);
    const { stdout, stderr } = spawnSync(python ?? "", ["-c", script, closes], { encoding: "utf8" });
    expect([stderr, stdout.split("\n").slice(0, 3)]).toEqual([
      "",
      [
        "2026-03-02 to 2026-03-04, without costs, taxes and interest. Peak Cycle Index by Peak, peak.example",
        "rule: x 1.50, largest fall -25%",
        "hold: x 1.00, largest fall -50%",
      ],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
