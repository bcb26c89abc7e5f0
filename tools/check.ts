import { spawnSync } from "node:child_process";

/**
 * The inner loop: compiler, linter, the rules of the house, and those quick tests that import what has changed since the
 * branch left main. Builds no bundle, starts no server, installs nothing.
 */
const COMMANDS = [
  ["tsc", "-b"],
  ["tsc", "-p", "test"],
  ["biome", "check", "."],
  ["vitest", "run", "--project", "house"],
  ["vitest", "run", "--project", "quick", "--passWithNoTests", `--changed=${baseCommit()}`],
];

/** Where this branch left main; on main itself the commit before what is not pushed yet, else the last commit. */
function baseCommit(): string {
  for (const main of ["origin/main", "main"]) {
    const { status, stdout } = spawnSync("git", ["merge-base", "HEAD", main], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return "HEAD";
}

for (const [command = "", ...words] of COMMANDS) {
  const { status } = spawnSync(command, words, { stdio: "inherit" });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    break;
  }
}
