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
    "worker.ts",
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
  "app.ts": ["jobs.ts", "worker.ts", "config.ts", "chart", ...COMPOSED],
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
  "config.ts -> sources/all.ts",
  "main.ts -> platform/fast-next-tick.ts",
  "main.ts -> platform/version.ts",
];

test("rooms import each other only along the arrows, and every arrow is used", () => {
  const arrows = codeBelow("src").flatMap((path) => importsOf(path, readText(path)).flatMap(arrowOf(path)));
  const named = Object.entries(ALLOWED).flatMap(([from, rooms]) => rooms.map((to) => `${from} -> ${to}`));
  expect([...new Set(arrows)].sort()).toEqual([...named, ...EXCEPTIONS].sort());
});

/** Which of our own files a file imports, as paths from the checkout. */
function importsOf(path: string, text: string): readonly string[] {
  const found = [...text.matchAll(/\b(?:from\s*|import\s*\(?\s*)"(\.[^"\s]+)\.js"/g)];
  return found.map(([, name = ""]) => `${posix.join(posix.dirname(path), name)}.ts`);
}

/** The room of a path below `src`: a folder, or a file right below it. */
function roomOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function arrowOf(from: string): (to: string) => readonly string[] {
  const room = roomOf(from);
  return (to) => {
    const exception = `${room} -> ${to.replace(/^src\//, "")}`;
    if (EXCEPTIONS.includes(exception)) return [exception];
    return roomOf(to) === room ? [] : [`${room} -> ${roomOf(to)}`];
  };
}
