/** Reads the files that the build created for browsers. */
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import { ConfigError } from "../domain/errors.js";

/** The files that the build created for browsers, in this program's folder. */
export interface BuiltFiles {
  /** Contents by file name. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The site's icons by file name. */
  readonly icons: ReadonlyMap<string, Uint8Array>;
  /** `docs/method.md` and `docs/api.md` as HTML, and the description of the API. */
  readonly documents: { readonly method: string; readonly api: string; readonly openapi: string };
}

/**
 * @param folder a URL with a trailing slash
 * @param apiPro whether the API's description includes API Pro
 * @throws ConfigError if the folder is missing or the build is incomplete
 */
export async function readBuiltFiles(folder: URL, apiPro: boolean): Promise<BuiltFiles> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, folder))] as const));
  const textOf = (fileName: string): string => {
    const [, bytes] = files.find(([name]) => name === fileName) ?? [];
    if (bytes === undefined) throw new ConfigError(["the files for browsers are missing: run `npm run build`"]);
    return bytes.toString();
  };
  const scripts = files.filter(([name]) => extname(name) === ".js");
  return {
    scripts: new Map(scripts.map(([name, bytes]) => [name, bytes.toString()])),
    icons: new Map(files.filter(([name]) => [".png", ".ico"].includes(extname(name)))),
    documents: {
      method: textOf("method.html"),
      api: textOf("api.html"),
      openapi: textOf(apiPro ? "openapi-pro.json" : "openapi.json"),
    },
  };
}
