import { spawnSync } from "node:child_process";

/**
 * The inner loop: compiler, linter, the rules of the house, and those quick tests that import what has changed since
 * the branch left main. All of them run, whichever is red. Builds no bundle, starts no server, installs nothing; it
 * names the slower tests that import what has changed.
 */
const base = baseCommit();
const COMMANDS = [
  ["tsc", "-b"],
  ["tsc", "-p", "tsconfig.tests.json"],
  ["biome", "check", "."],
  ["vitest", "run", "--project=house"],
  ["vitest", "run", "--project=quick", "--passWithNoTests", `--changed=${base}`],
];

const red = COMMANDS.filter(([command = "", ...words]) => spawnSync(command, words, { stdio: "inherit" }).status !== 0);

const list = ["list", "--filesOnly", "--project=real", "--project=long", `--changed=${base}`];
const slow = new Set(spawnSync("vitest", list, { encoding: "utf8" }).stdout.match(/(?<=\] ).*(?=\/[^/]+$)/gm));
if (slow.size > 0) {
  console.log(`Not run, they need \`npm run build\` first: npx vitest run ${[...slow].join(" ")}`);
  console.log(
    "Tests that start the built service import nothing of it: npx vitest run packages/service/test/integration/process",
  );
}
for (const command of red) console.error(`red: ${command.join(" ")}`);
if (red.length > 0) process.exitCode = 1;

/** Where this branch left main; on main itself the commit before what is not pushed yet, else the last commit. */
function baseCommit(): string {
  for (const main of ["origin/main", "main"]) {
    const { status, stdout } = spawnSync("git", ["merge-base", "HEAD", main], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return "HEAD";
}
