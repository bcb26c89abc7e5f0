/** Runs the checks that a change must pass before review. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/**
 * `npm run check`: compiler, linter, house rules, and the quick tests that import a file changed since the branch left
 * main. All run at the same time, even if one fails. It builds no bundle, starts no server and installs nothing. It
 * lists the slower tests that import a changed file.
 */
// Where this branch left main; on main, the last pushed commit.
const base = git("merge-base", "HEAD", "origin/main") || git("merge-base", "HEAD", "main") || "HEAD";
const QUICK = ["vitest", "run", "--project=quick", "--reporter=dot", "--passWithNoTests", `--changed=${base}`];
const LIST = ["vitest", "list", "--filesOnly", "--project=real", "--project=long", `--changed=${base}`];

// Finding the tests that a change can reach takes ten seconds, even if nothing changed.
const isChanged = git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard") !== "";
const [slow, ...results] = await Promise.all([
  isChanged ? outputOf(LIST) : undefined,
  outputOf(["tsc", "-b"]),
  outputOf(["tsc", "-p", "tsconfig.tests.json"]),
  outputOf(["biome", "check", "."]),
  outputOf(["vitest", "run", "--project=house", "--reporter=dot"]),
  ...(isChanged ? [outputOf(QUICK)] : []),
]);

const folders = new Set(slow?.text.match(/(?<=\] ).*(?=\/[^/]+$)/gm));
if (folders.size > 0) {
  console.log(`Not run, since they need \`npm run build\`: npx vitest run ${[...folders].join(" ")}`);
  console.log("Tests of the built service import none of its code, so they are not listed. To run them:");
  console.log("npx vitest run packages/service/test/process");
}
const red = results.filter(({ code }) => code !== 0);
for (const { words } of red) console.error(`red: ${words.join(" ")}`);
if (red.length > 0) process.exitCode = 1;

/** Runs a command and prints its output in one piece, except for the list. */
async function outputOf(words: readonly string[]) {
  const [command = "", ...args] = words;
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
  const [code] = await once(child, "close");
  if (words !== LIST) process.stdout.write(text);
  return { words, code: code as number | null, text };
}

/** The output of git; empty if it fails. */
function git(...words: readonly string[]): string {
  return spawnSync("git", words, { encoding: "utf8" }).stdout.trim();
}
