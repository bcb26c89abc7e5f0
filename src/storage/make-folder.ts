import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it; one that is there stays. Step by step, since Node's own `recursive` never ends where
 * mkdir says "no such directory" below a directory that is there, as in /proc and below some automounters.
 *
 * @throws Error with a `code` when it cannot be made, or when something else is there
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
