import { readdir, readFile } from "node:fs/promises";
import { ConfigError } from "../domain/errors.js";

/** What the build has made for browsers, beside this program. */
export interface BuiltFiles {
  /** Texts by file name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** `docs/method.md` as HTML. */
  readonly method: string;
}

/**
 * @param folder its address ends in a slash
 * @throws ConfigError when there is no such folder, or the build was not complete
 */
export async function readBuiltFiles(folder: URL): Promise<BuiltFiles> {
  const files = new Map(
    await Promise.all(
      (await namesIn(folder)).map(async (name) => [name, await readFile(new URL(name, folder), "utf8")] as const),
    ),
  );
  const method = files.get("method.html");
  if (method === undefined) throw new ConfigError(["the files for browsers are missing: run `npm run build`"]);
  return { scripts: new Map([...files].filter(([name]) => name.endsWith(".js"))), method };
}

async function namesIn(folder: URL): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch {
    return [];
  }
}
