/** The files of the checkout. */

import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const NOT_IN_THE_REPOSITORY = new Set([".git", "node_modules", "dist", "data", "coverage"]);

/** Every file below a folder, as sorted paths from the root with `/`. */
export function filesBelow(folder = ""): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter(({ name }) => !NOT_IN_THE_REPOSITORY.has(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
    })
    .sort();
}

/** Every TypeScript file below these folders. */
export function codeBelow(...folders: readonly string[]): readonly string[] {
  return folders.flatMap(filesBelow).filter((path) => path.endsWith(".ts"));
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
