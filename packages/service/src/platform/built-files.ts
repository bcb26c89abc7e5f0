import { readdir, readFile } from "node:fs/promises";
import { ConfigError } from "../domain/errors.js";

/**
 * Reads what the build has made for browsers, beside this program.
 *
 * @param folder its address ends in a slash
 * @throws ConfigError when there is no such folder, or the build was not complete
 */
export async function readBuiltFiles(folder: URL): Promise<BuiltFiles> {
  const names = (await readdir(folder).catch(() => [])).sort();
  const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const));
  const ending = (pattern: RegExp) => files.filter(([name]) => pattern.test(name));
  const [method, api, openapi, openapiWithKeys] = ["method.html", "api.html", "openapi.json", "openapi-pro.json"].map(
    (wanted) => files.find(([name]) => name === wanted)?.[1].toString(),
  );
  if (!method || !api || !openapi || !openapiWithKeys)
    throw new ConfigError(["the files for browsers are missing: run `npm run build`"]);
  return {
    scripts: new Map(ending(/\.js$/).map(([name, bytes]) => [name, bytes.toString()])),
    documents: { method, api, openapi, openapiWithKeys },
    icons: new Map(ending(/\.(png|ico)$/)),
  };
}

interface BuiltFiles {
  /** Texts by file name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** `docs/method.md` and `docs/api.md` as HTML. */
  readonly documents: {
    readonly method: string;
    readonly api: string;
    /** The description of the API, without and with that of API Pro. */
    readonly openapi: string;
    readonly openapiWithKeys: string;
  };
  /** Icons of the site, by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
}
