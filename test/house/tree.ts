import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Folders of the checkout that are not in the repository. */
const APART = new Set([".git", "node_modules", "dist", "data", "coverage"]);

/** Every file below a folder, as paths from the checkout with `/`, sorted. */
export function filesBelow(folder = ""): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .map((entry) => ({ path: posix.join(folder, entry.name), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !APART.has(path.split("/").at(-1) ?? ""))
    .flatMap(({ path, isFolder }) => (isFolder ? filesBelow(path) : [path]))
    .sort();
}

/** Every TypeScript file below these folders. */
export function codeBelow(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) => filesBelow(folder)).filter((path) => path.endsWith(".ts"));
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}
