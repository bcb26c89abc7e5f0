import { posix } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

/** Everything that is about the model and its words alone. */
const PURE = ["backtest", "chain", "engine", "domain"];
/** What the composition root puts together. */
const COMPOSED = ["http", "metrics", "operations", "platform", "rate-limit", "render", "site", "sources", "domain"];

/**
 * The walls: each room or file right below `src`, and what it may import of the others. What is not written here is
 * forbidden. Arrows point one way.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  "main.ts": ["cli"],
  cli: [
    "client",
    "mcp",
    "app.ts",
    "jobs.ts",
    "config.ts",
    "files",
    "sources",
    "storage",
    "site",
    "platform",
    "render",
    "operations",
    ...PURE,
  ],
  "app.ts": ["jobs.ts", "worker.ts", "config.ts", ...COMPOSED],
  "jobs.ts": ["worker.ts", "config.ts", "scheduler", "storage", "platform", "operations", "domain"],
  "worker.ts": ["config.ts", "scheduler", "sources", "webhooks", "platform", "operations", "domain"],
  "config.ts": ["settings.ts", "domain"],
  "settings.ts": [],
  http: ["site", "operations", "chart", "backtest", "domain"],
  site: ["operations", "chart", "backtest", "domain"],
  render: ["operations", "chart", "domain"],
  widgets: ["chart"],
  client: [],
  mcp: ["client"],
  scheduler: ["operations", "domain"],
  sources: ["operations", "domain"],
  webhooks: ["operations", "domain"],
  storage: ["operations", "chain", "domain"],
  "rate-limit": ["operations"],
  metrics: ["operations", "domain"],
  platform: ["operations", "chain", "domain"],
  files: ["backtest", "engine", "domain"],
  operations: PURE,
  backtest: ["engine", "domain"],
  chain: ["domain"],
  engine: ["domain"],
  chart: ["domain"],
  domain: [],
};

/** Single files that another room may import although their own room is closed to it. */
const EXCEPTIONS = [
  "http -> rate-limit/policy.ts",
  "config.ts -> http/http-deps.ts",
  "config.ts -> platform/log.ts",
  "config.ts -> platform/version.ts",
  "config.ts -> sources/all.ts",
  "main.ts -> platform/fast-next-tick.ts",
  "main.ts -> platform/version.ts",
];

/** Rooms that use no package and nothing of Node. */
const WITHOUT_PACKAGES = ["domain", "engine", "operations"];

test("rooms import each other only along the arrows", () => {
  const files = read("src", "simulator");
  expect(files.size).toBeGreaterThan(300);
  expect([...files].flatMap(wrongImports)).toEqual([]);
});

test("every room of the table is there, and every arrow is used", () => {
  const used = new Set([...read("src")].flatMap(([path, text]) => importsOf(path, text).map(arrowOf(path))));
  const named = Object.entries(ALLOWED).flatMap(([from, rooms]) => rooms.map((to) => `${from} -> ${to}`));
  expect([...named, ...EXCEPTIONS].filter((arrow) => !used.has(arrow))).toEqual([]);
});

test("no file imports itself by way of others, not even for a type", () => {
  const found = circles(graphOf(read("src", "simulator", "test", "bench", "torture", "tools")));
  expect(found).toEqual([]);
});

const UP = "..";

test.each([
  ["a type", "src/engine/a.ts", `import type { Thing } from "${UP}/storage/thing.js";`],
  ["a re-export", "src/engine/deep/a.ts", `export { thing } from "${UP}/${UP}/storage/thing.js";`],
  ["an effect", "src/engine/a.ts", `import "${UP}/storage/thing.js";`],
  ["a late import", "src/engine/a.ts", `const load = () => import("${UP}/storage/thing.js");`],
  ["names over lines", "src/engine/a.ts", `import {\n  a,\n  b,\n} from "${UP}/storage/thing.js";`],
  ["a package in a pure room", "src/engine/a.ts", `import { z } from "zod";`],
  ["Node in an operation", "src/operations/a.ts", `import { readFile } from "node:fs";`],
  ["the process", "src/http/a.ts", `import { env } from "node:process";`],
  ["a test", "src/http/a.ts", `import { a } from "${UP}/${UP}/test/a.js";`],
  ["ours in the simulator", "simulator/a.ts", `import { a } from "${UP}/src/domain/a.js";`],
  ["a file beside an exception", "src/http/a.ts", `import { a } from "${UP}/rate-limit/other.js";`],
])("%s across a wall is seen", (_what, path, text) => {
  expect(wrongImports([path, text])).toHaveLength(1);
});

test.each([
  ["a neighbour", "src/engine/a.ts", `import { b } from "./b.js";`],
  ["an arrow", "src/engine/a.ts", `import { day } from "${UP}/domain/day.js";`],
  ["a package at the edge", "src/sources/a.ts", `import { z } from "zod";`],
  ["an exception", "src/http/a.ts", `import { a } from "${UP}/rate-limit/policy.js";`],
])("%s is no wrong import", (_what, path, text) => {
  expect(wrongImports([path, text])).toEqual([]);
});

test("a circle of three files is seen, and one way is none", () => {
  const graph = (last: string) =>
    graphOf(
      new Map([
        ["src/a.ts", `import type { B } from "./b.js";`],
        ["src/b.ts", `import { c } from "./c.js";`],
        ["src/c.ts", last],
      ]),
    );
  expect(circles(graph(`export { a } from "./a.js";`))).toEqual(["src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts"]);
  expect(circles(graph(""))).toEqual([]);
});

function read(...folders: readonly string[]): ReadonlyMap<string, string> {
  return new Map(codeBelow(...folders).map((path) => [path, readText(path)]));
}

/** What a file imports: paths from the checkout for our own files, names for packages. */
function importsOf(path: string, text: string): readonly string[] {
  const code = text.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  const found = [...code.matchAll(/\b(?:from\s*|import\s*\(?\s*)"([^"\s]+)"/g)].map(([, name = ""]) => name);
  const isOurs = (name: string) => name.startsWith(".");
  return found.map((name) => (isOurs(name) ? posix.join(posix.dirname(path), name).replace(/\.js$/, ".ts") : name));
}

/** The room of a path below `src`: a folder, or a file right below it. */
function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function arrowOf(from: string): (to: string) => string {
  const room = roomOf(from);
  return (to) => {
    const file = to.replace(/^src\//, "");
    return EXCEPTIONS.includes(`${room} -> ${file}`) ? `${room} -> ${file}` : `${room} -> ${roomOf(to)}`;
  };
}

function wrongImports([path, text]: readonly [string, string]): readonly string[] {
  return importsOf(path, text)
    .filter((name) => !isAllowed(path, name))
    .map((name) => `${path} imports ${name}`);
}

function isAllowed(path: string, name: string): boolean {
  const room = roomOf(path);
  if (path.startsWith("simulator/")) return name.startsWith("simulator/") || name.startsWith("node:");
  const isPackage = !/^(src|simulator|test|bench|torture|tools)\//.test(name);
  if (isPackage) return name !== "node:process" && !WITHOUT_PACKAGES.includes(room);
  if (!name.startsWith("src/")) return false;
  const arrow = arrowOf(path)(name);
  return roomOf(name) === room || EXCEPTIONS.includes(arrow) || (ALLOWED[room] ?? []).includes(roomOf(name));
}

function graphOf(files: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...files].map(([path, text]) => [path, importsOf(path, text).filter((name) => files.has(name))] as const),
  );
}

/** One circle for each file with which one is found first, written as the way around. */
function circles(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    const start = way.indexOf(path);
    if (start >= 0) found.push([...way.slice(start), path].join(" -> "));
    if (start >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}
