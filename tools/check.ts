import { spawnSync } from "node:child_process";

/**
 * `npm run check`: compiler, linter, house rules, and the quick tests that import something changed since the branch
 * left main. It runs all of them even if one fails, builds no bundle, starts no server and installs nothing. It lists
 * the slower tests that import something changed.
 */
const base = baseCommit();
const COMMANDS = [
  ["tsc", "-b"],
  ["tsc", "-p", "tsconfig.tests.json"],
  ["biome", "check", "."],
  ["vitest", "run", "--project=house", "--reporter=dot"],
  ["vitest", "run", "--project=quick", "--reporter=dot", "--passWithNoTests", `--changed=${base}`],
];

const red = COMMANDS.filter(([command = "", ...words]) => spawnSync(command, words, { stdio: "inherit" }).status !== 0);

const list = ["list", "--filesOnly", "--project=real", "--project=long", `--changed=${base}`];
const slow = new Set(spawnSync("vitest", list, { encoding: "utf8" }).stdout.match(/(?<=\] ).*(?=\/[^/]+$)/gm));
if (slow.size > 0) {
  console.log(`Not run, since they need \`npm run build\`: npx vitest run ${[...slow].join(" ")}`);
  console.log(
    "Tests of the built service, which import none of its code: npx vitest run packages/service/test/integration/process",
  );
}
for (const command of red) console.error(`red: ${command.join(" ")}`);
if (red.length > 0) process.exitCode = 1;

/** Where this branch left main; on main, the last pushed commit; without either, HEAD. */
function baseCommit(): string {
  for (const main of ["origin/main", "main"]) {
    const { status, stdout } = spawnSync("git", ["merge-base", "HEAD", main], { encoding: "utf8" });
    if (status === 0) return stdout.trim();
  }
  return "HEAD";
}
