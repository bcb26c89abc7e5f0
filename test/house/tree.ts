import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Not ours or not in the repository. */
const APART = new Set([".git", "node_modules", "dist", "data", "coverage"]);

/** Every file below a folder, as paths from the checkout with `/`, sorted. */
export function filesBelow(folder = "."): readonly string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true }).filter(({ name }) => !APART.has(name));
  return entries
    .flatMap((entry) => {
      const path = relative(ROOT, join(ROOT, folder, entry.name));
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

/** Every TypeScript file below these folders. */
export function codeBelow(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => filesBelow(folder)).filter((path) => path.endsWith(".ts"));
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
