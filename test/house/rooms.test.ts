import { posix } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

const SERVICE = "packages/service/src";

/** The rooms of the service, and the files beside them, from the ground up. Each imports from those below it alone. */
const LAYERS = [
  ["domain"],
  ["platform"],
  ["storage"],
  ["metrics"],
  ["sources", "files"],
  ["published"],
  ["jobs"],
  ["pictures"],
  ["pages"],
  ["http"],
  ["settings.ts"],
  ["worker.ts"],
  ["app.ts"],
  ["commands"],
  ["main.ts"],
];

/** Single files that a room below may know. */
const EXCEPTIONS = [
  "metrics -> published/published.ts",
  "pages -> http/limit/policy.ts", // pages say the limit
  "pages -> http/routes/meta.ts", // `/status` draws what `/meta` answers
  "jobs -> settings.ts",
];

test("rooms of the service import only what lies below them", () => {
  const files = codeBelow(SERVICE);
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(wrongImports)).toEqual([]);
});

function wrongImports(path: string): readonly string[] {
  const [from, to] = [roomOf(path), importsOf(path)];
  return to
    .filter((name) => roomOf(name) !== from && !isBelow(roomOf(name), from))
    .map((name) => `${from} -> ${name.slice(SERVICE.length + 1)}`)
    .filter((arrow) => !EXCEPTIONS.includes(arrow));
}

function isBelow(room: string, other: string): boolean {
  const layer = (name: string) => LAYERS.findIndex((rooms) => rooms.includes(name));
  const [from, to] = [layer(other), layer(room)];
  return to >= 0 && to < from;
}

/** Which of the service's own files a file imports, as paths from the checkout. */
function importsOf(path: string): readonly string[] {
  const found = [...readText(path).matchAll(/\b(?:from\s*|import\s*\(?\s*)"(\.[^"\s]+)\.js"/g)];
  return found.map(([, name = ""]) => `${posix.join(posix.dirname(path), name)}.ts`);
}

/** A folder of the service, or a file right in its `src`. */
function roomOf(path: string): string {
  return path.slice(SERVICE.length + 1).split("/")[0] ?? "";
}
