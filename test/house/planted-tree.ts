import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { ROOT, readText } from "./tree.js";

const run = promisify(execFile);

/** Path in the tree → text. */
export type Files = Readonly<Record<string, string>>;

/** A folder beside the checkout with our own configuration and these files; removed when the test ends. */
export async function plant(configs: readonly string[], files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "peak-house-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const all = [...configs.map((name) => [name, readText(name)] as const), ...Object.entries(files)];
  for (const [path, text] of all) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Runs a tool of this checkout in a planted tree. Its exit code says no more than its output. */
export async function runTool(folder: string, tool: string, args: readonly string[]): Promise<string> {
  const script = join(ROOT, "node_modules", tool);
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: "1" }, maxBuffer: 64 * 1024 * 1024 };
  const failed = (error: { stdout?: string; stderr?: string }) => error;
  const { stdout, stderr } = await run(process.execPath, [script, ...args], options).catch(failed);
  if (stdout === undefined || stdout === "") throw new Error(`${tool} said nothing: ${stderr}`);
  return stdout;
}

/** What the linter objects to in a planted tree, as sorted `path rule`. */
export async function lint(files: Files): Promise<readonly string[]> {
  const folder = await plant(["biome.json"], files);
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  const report = JSON.parse(await runTool(folder, "@biomejs/biome/bin/biome", args)) as {
    summary: { changed: number; unchanged: number };
    diagnostics: { category: string; location: { path: string } }[];
  };
  const checked = report.summary.changed + report.summary.unchanged;
  if (checked < Object.keys(files).length) throw new Error(`only ${checked} files were checked`);
  const found = report.diagnostics.map(({ category, location }) => `${location.path} ${category.split("/").at(-1)}`);
  return [...new Set(found)].sort();
}
