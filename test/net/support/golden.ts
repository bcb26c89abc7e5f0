/**
 * Golden files: the expected results of a suite. `UPDATE_GOLDEN=yes npm run test:net` rewrites them, for a separate
 * commit.
 */
import { readFileSync, writeFileSync } from "node:fs";

export function golden(name: string, now: unknown): unknown {
  const file = new URL(`../golden/${name}`, import.meta.url);
  if (process.env["UPDATE_GOLDEN"] === "yes") writeFileSync(file, `${JSON.stringify(now, undefined, 1)}\n`);
  return JSON.parse(readFileSync(file, "utf8"));
}
