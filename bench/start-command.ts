/** How `npm start` starts the service, read from the manifest, so that the bench measures the same flags. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type ServiceProcess, watched } from "../packages/service/test/support/service-process.js";

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What `npm start` runs: one environment variable, and the words after `node`, which are flags, file and command. */
export const START_COMMAND = startCommand();

/** Runs the service as `npm start` does, on a free port. */
export function startAsInstalled(settings: Readonly<Record<string, string>>): ServiceProcess {
  const { env, words } = START_COMMAND;
  const all = { PATH: process.env["PATH"], ...env, PORT: "0", ...settings };
  return watched(spawn(process.execPath, words, { cwd: ROOT, env: all, stdio: ["ignore", "pipe", "pipe"] }));
}

/** @throws Error when `npm start` is not one environment variable and a call of node */
function startCommand(): { readonly env: Readonly<Record<string, string>>; readonly words: readonly string[] } {
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  const { scripts } = manifest as { readonly scripts: Readonly<Record<string, string>> };
  const [, name, value, words] = /(\w+)=(\w+) exec node (.+)$/.exec(scripts["start"] ?? "") ?? [];
  if (name === undefined || value === undefined || words === undefined) throw new Error("npm start does not call node");
  return { env: { [name]: value }, words: words.split(" ") };
}
