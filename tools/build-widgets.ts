/** Bundles the scripts of the embeds and of our own pages, and makes those of the embeds as small as possible. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { cssDeclarations, DARK, LIGHT } from "peak-cycle-drawing";
import { type MinifyOptions, minify } from "terser";

/** Where the server finds the scripts of the embeds and of the pages. */
const OUT = "packages/service/dist/widgets";

/** File name without its end → source. Every file right in `site/` is the script of a page. */
const ENTRIES = {
  "nhci-chart": "packages/widgets/src/chart.ts",
  "nhci-badge": "packages/widgets/src/badge.ts",
  frame: "packages/widgets/src/frame.ts",
  ...Object.fromEntries(siteScripts().map((name) => [name, `packages/widgets/src/site/${name}.ts`])),
};

/**
 * Stand around the scripts of the embeds. Where a script cannot begin, what the page wrote into its hosts stays and the
 * page is not disturbed: on a server that draws pages of its own, in browsers of before 2023, which cannot be given a
 * style, and in pages that took away what it needs.
 */
const [ATTEMPT, OR_NOTHING] = ["try{", "}catch{}"];

/** Terser after esbuild takes off another twentieth: it inlines what is used once. */
const SMALLER: MinifyOptions = {
  ecma: 2020,
  toplevel: true,
  compress: {
    passes: 4,
    unsafe: true,
    unsafe_arrows: true,
    unsafe_methods: true,
    pure_getters: true,
    keep_fargs: false,
    inline: 1, // functions with arguments inlined are longer when compressed
    hoist_funs: true, // alike things beside each other compress better
  },
};

function siteScripts(): readonly string[] {
  return readdirSync("packages/widgets/src/site", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/\.ts$/, ""));
}

/** The colors as CSS variables: see packages/widgets/src/shared/widget.ts. */
const COLORS = {
  __PEAK_LIGHT__: JSON.stringify(cssDeclarations(LIGHT)),
  __PEAK_DARK__: JSON.stringify(cssDeclarations(DARK)),
};

async function finished(path: string, text: string): Promise<string> {
  const { code: once = "" } = await minify(text, SMALLER);
  if (!path.includes("nhci-")) return once;
  const { code = "" } = await minify(once, SMALLER); // puts constants where they are used: 50 bytes less
  return ATTEMPT + code + OR_NOTHING;
}

const options = {
  outdir: OUT,
  bundle: true,
  conditions: ["peak-source"],
  format: "iife", // leaves no name in the page
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  write: false,
} satisfies BuildOptions;

const { outputFiles } = await build({ ...options, entryPoints: ENTRIES, define: COLORS });
const texts = await Promise.all(outputFiles.map(async ({ path, text }) => [path, await finished(path, text)] as const));
// What was built before stays until all is well.
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [path, text] of texts) writeFileSync(path, text);
