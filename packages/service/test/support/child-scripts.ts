import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { STYLE_SHEETS } from "../../../../tools/style-sheets.js";

/** Scripts of the tests that run as processes of their own. */
const SCRIPTS = {
  "keep-sites": "packages/service/test/support/child/keep-sites.ts",
} as const;

export type ChildScript = keyof typeof SCRIPTS;

const ROOT = new URL("../../../../", import.meta.url);

/** Where the bundled scripts lie: inside the checkout, where packages with compiled parts are found. */
const CHILD_SCRIPTS = new URL("packages/service/dist/test/", ROOT);

/**
 * Bundles the scripts, once a run: of a hundred processes that load them each takes 0.2 s of a core to start, 0.9 s
 * without.
 */
export async function bundleChildScripts(): Promise<void> {
  await build({
    absWorkingDir: fileURLToPath(ROOT),
    entryPoints: SCRIPTS,
    outdir: fileURLToPath(CHILD_SCRIPTS),
    bundle: true,
    conditions: ["peak-source"],
    splitting: true,
    format: "esm",
    platform: "node",
    external: ["better-sqlite3", "@resvg/resvg-js"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [STYLE_SHEETS],
    logLevel: "warning",
  });
}

/** @returns the path of the bundled script */
export function childScript(name: ChildScript): string {
  return fileURLToPath(new URL(`${name}.js`, CHILD_SCRIPTS));
}
