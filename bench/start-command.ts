/** How `npm start` starts the service, read from the manifest, so that the bench measures the same flags. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What `npm start` runs: one environment variable, and the words after `node`, which are flags, file and command. */
export const START_COMMAND = startCommand();

/** @throws Error when `npm start` is not one environment variable and a call of node */
function startCommand(): { readonly env: Readonly<Record<string, string>>; readonly words: readonly string[] } {
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
  const { scripts } = manifest as { readonly scripts: Readonly<Record<string, string>> };
  const [, name, value, words] = /(\w+)=(\w+) exec node (.+)$/.exec(scripts["start"] ?? "") ?? [];
  if (name === undefined || value === undefined || words === undefined) throw new Error("npm start does not call node");
  return { env: { [name]: value }, words: words.split(" ") };
}
