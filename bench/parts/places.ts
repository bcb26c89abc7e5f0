import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What starts the service, as `npm start` has it. */
export const SERVICE = startOf(readFileSync(`${ROOT}package.json`, "utf8"));

/** A script of the bench that runs as a process of its own. */
export function script(name: string): string {
  return fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}

/**
 * @returns one setting of the context, and the words after `node`: flags, file and command
 * @throws Error when `npm start` is anything else
 */
function startOf(manifest: string) {
  const { scripts } = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  const [, name, value, words] = /(\w+)=(\w+) exec node (.+)$/.exec(scripts["start"] ?? "") ?? [];
  if (name === undefined || words === undefined) throw new Error("npm start does not call node");
  return { env: { [name]: value }, words: words.split(" ") };
}
