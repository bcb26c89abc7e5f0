import { readdir, readFile } from "node:fs/promises";

/**
 * The scripts for browsers that were built beside this program.
 *
 * @param folder its address ends in a slash
 * @returns texts by file name; none when there is no such folder
 */
export async function readScripts(folder: URL): Promise<ReadonlyMap<string, string>> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".js")).sort();
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const)),
  );
}

async function namesIn(folder: URL): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return [];
  }
}
