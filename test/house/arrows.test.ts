import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Files, lint } from "./planted-tree.js";
import { ROOT } from "./tree.js";

const DOORS = ["http", "pages", "schedule", "upstreams", "storage", "limits", "metrics", "files", "platform", "raster"];
const PURE = ["engine", "domain"];

/** Who may import whom. What is not written here is forbidden. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["cli"],
  cli: [
    "commands.ts",
    "compose.ts",
    "config.ts",
    "files",
    "platform",
    "raster",
    "operations",
    "backtest",
    "chain",
    ...PURE,
  ],
  "compose.ts": [
    ...["work", "tasks.ts", "config.ts", "settings.ts"],
    ...[...DOORS, "operations", "picture", "backtest", "chain", ...PURE],
  ],
  "commands.ts": [
    ...["work", "config.ts", "settings.ts"],
    ...[...DOORS, "operations", "picture", "backtest", "chain", ...PURE],
  ],
  work: ["tasks.ts", "config.ts", "schedule", "upstreams", "storage", "platform", "operations", "domain"],
  "tasks.ts": ["schedule", "operations", "domain"],
  "config.ts": ["settings.ts", "domain"],
  "settings.ts": [],
  http: ["pages", "operations", "picture", "backtest", "domain"],
  pages: ["operations", "picture", "backtest", "domain"],
  raster: ["operations", "picture", "domain"],
  widgets: ["picture", "domain"],
  schedule: ["operations", "domain"],
  upstreams: ["operations", "domain"],
  storage: ["operations", "chain", "domain"],
  limits: ["operations", "domain"],
  metrics: ["operations", "domain"],
  platform: ["operations", "chain", "domain"],
  files: ["operations", "backtest", ...PURE],
  operations: ["backtest", "chain", ...PURE],
  backtest: PURE,
  chain: ["domain"],
  engine: ["domain"],
  picture: ["domain"],
  domain: [],
};

/** Single files that may be imported although their room may not. */
const EXCEPTIONS = [
  ["http", "limits/policy.ts"],
  ["config.ts", "platform/pino-log.ts"],
  ["main.ts", "platform/quick-ticks.ts"],
  ["main.ts", "platform/node-floor.ts"],
  ["config.ts", "upstreams/source-table.ts"],
] as const;

const ROOMS = Object.keys(ARROWS);
const BESIDE = ["simulator", "test", "tools", "bench"];

test("every room of the house is in the table of arrows", () => {
  expect(readdirSync(join(ROOT, "src")).sort()).toEqual([...ROOMS].sort());
});

test("the linter forbids every import that is not an arrow, and no other", async () => {
  const trials = ROOMS.flatMap((from) =>
    ROOMS.filter((to) => to !== from).map((to) => trial(from, to, !ARROWS[from]!.includes(to))),
  );
  expect(trials.length).toBe(ROOMS.length * (ROOMS.length - 1));
  await compare(trials);
});

test("the linter allows the named exceptions, and not the files beside them", async () => {
  await compare(
    EXCEPTIONS.flatMap(([from, path]) => [
      trial(from, path, false),
      trial(from, path.replace(/\/.*/, "/something-else.ts"), true),
    ]),
  );
});

test("nothing in src imports what stands beside the house, and the simulator imports nothing but itself", async () => {
  await compare([
    ...ROOMS.flatMap((from) => BESIDE.map((to) => trial(from, `../${to}`, true))),
    { path: "simulator/a.ts", text: importOf("../src/domain/score.js"), isRed: true },
    { path: "simulator/upstreams/b.ts", text: importOf("../../src/upstreams/number.js"), isRed: true },
    { path: "simulator/c.ts", text: importOf("../test/support/fake-clock.js"), isRed: true },
    { path: "simulator/d.ts", text: importOf("./upstreams/all.js"), isRed: false },
  ]);
});

test.each([
  ["a type import", `import type { Thing } from "../storage/thing.js";\nexport type Other = Thing;\n`],
  ["a re-export", `export { thing } from "../storage/thing.js";\n`],
  ["an import for its effect", `import "../storage/thing.js";\n`],
  ["an import when needed", `export const load = () => import("../storage/thing.js");\n`],
])("the linter sees %s", async (_form, text) => {
  await compare([
    { path: "src/engine/planted.ts", text, isRed: true },
    { path: "src/engine/deeper/planted.ts", text: text.replace("..", "../.."), isRed: true },
    { path: "src/engine/innocent.ts", text: text.replace("storage", "domain"), isRed: false },
  ]);
});

test("the pure rooms and the operations use no package and nothing of Node", async () => {
  const outside = ["zod", "node:fs", "node:process", "@scope/thing"];
  const pure = ["domain", "engine", "operations"];
  await compare([
    ...pure.flatMap((room) =>
      outside.map((name) => ({ path: plantedIn(room, name), text: importOf(name), isRed: true })),
    ),
    { path: "src/upstreams/planted.ts", text: importOf("zod"), isRed: false },
    { path: "src/storage/planted.ts", text: importOf("node:fs"), isRed: false },
    { path: "src/storage/process.ts", text: importOf("node:process"), isRed: true },
  ]);
});

interface Trial {
  readonly path: string;
  readonly text: string;
  readonly isRed: boolean;
}

/** One file with one import, from a room or a file of `src` to another. */
function trial(from: string, to: string, isRed: boolean): Trial {
  const path = from.endsWith(".ts") ? `src/${from}` : plantedIn(from, to);
  const up = from.endsWith(".ts") ? "./" : "../";
  const target = to.endsWith(".ts") ? to.replace(/\.ts$/, ".js") : `${to}/some-thing.js`;
  return { path, text: importOf(`${up}${target}`), isRed };
}

function plantedIn(room: string, what: string): string {
  return `src/${room}/planted-${what.replaceAll(/[^a-z]+/g, "-")}.ts`;
}

function importOf(source: string): string {
  return `import { thing } from "${source}";\n\nexport const other = thing;\n`;
}

/** Several trials may share a file of `src`; each round holds every file once. */
async function compare(trials: readonly Trial[]): Promise<void> {
  const rounds: Trial[][] = [];
  for (const each of trials) {
    const free = rounds.find((round) => round.every(({ path }) => path !== each.path));
    if (free === undefined) rounds.push([each]);
    else free.push(each);
  }
  for (const round of rounds) {
    const files: Files = Object.fromEntries(round.map(({ path, text }) => [path, text]));
    const red = round.filter(({ isRed }) => isRed).map(({ path }) => `${path} noRestrictedImports`);
    // Arrows in both directions make a cycle in the planted tree, which is another rule's matter.
    const found = (await lint(files)).filter((line) => line.endsWith(" noRestrictedImports"));
    expect(found).toEqual(red.sort());
  }
}
