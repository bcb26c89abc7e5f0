/** Which folder of the service may import which: docs/architecture.md draws the same picture. */

import { posix } from "node:path";
import { expect, test } from "vitest";
import { codeBelow, readText } from "./tree.js";

const SERVICE = "packages/service/src/";

/** The folders and single files of the service, lowest layer first. Each imports only from those listed before it. */
const LAYERS = [
  ["version.ts"],
  ["domain"],
  ["platform"],
  ["storage"],
  ["sources", "files"],
  ["published"],
  ["metrics"],
  ["ledger"],
  ["jobs"],
  ["pictures"],
  ["pages"],
  ["http"],
  ["settings"],
  ["worker.ts"],
  ["app.ts"],
  ["commands"],
  ["main.ts"],
];

test("each folder of the service imports only from lower layers", () => {
  const files = codeBelow(SERVICE);
  expect(files.length).toBeGreaterThan(150);
  expect(files.flatMap(upwardImports)).toEqual([]);
});

function upwardImports(path: string): readonly string[] {
  const from = roomOf(path);
  const imports = [...readText(path).matchAll(/\b(?:from\s*|import\s*\(?\s*)"(\.[^"\s]+)\.js"/g)];
  return imports
    .map(([, name = ""]) => `${posix.join(posix.dirname(path), name)}.ts`)
    .filter((to) => roomOf(to) !== from && layerOf(to) >= layerOf(path))
    .map((to) => `${from} -> ${to.slice(SERVICE.length)}`);
}

/** @throws Error for a folder that LAYERS does not have */
function layerOf(path: string): number {
  const layer = LAYERS.findIndex((rooms) => rooms.includes(roomOf(path)));
  if (layer === -1) throw new Error(`${path} is in no layer`);
  return layer;
}

function roomOf(path: string): string {
  return path.slice(SERVICE.length).split("/")[0] ?? "";
}
