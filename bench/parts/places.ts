import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the package. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Words after `node` that start the service, as `npm start` has them: flags, file and command. */
export const SERVICE: readonly string[] = wordsOf(readFileSync(`${ROOT}package.json`, "utf8"));

/** A script of the bench that runs as a process of its own. */
export function script(name: string): string {
  return fileURLToPath(new URL(`../${name}.ts`, import.meta.url));
}

/** @throws Error when `npm start` is no plain call of node */
function wordsOf(manifest: string): readonly string[] {
  const { scripts } = JSON.parse(manifest) as { readonly scripts: Readonly<Record<string, string>> };
  const words = /^exec node (.+)$/.exec(scripts["start"] ?? "")?.[1]?.split(" ");
  if (words === undefined) throw new Error("npm start does not call node");
  return words;
}
