/** Bundles the scripts of the widgets and of our own pages, and makes the widgets as small as possible. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { cssDeclarations, DARK, LIGHT } from "peak-cycle-drawing";
import { type MinifyOptions, minify } from "terser";

/** Where the server looks for the scripts. */
const OUT = "packages/service/dist/widgets";

/** File name without extension → source. Every file directly in `site/` is the script of a page. */
const ENTRIES = {
  "nhci-chart": "packages/widgets/src/chart.ts",
  "nhci-badge": "packages/widgets/src/badge.ts",
  frame: "packages/widgets/src/frame.ts",
  ...Object.fromEntries(siteScripts().map((name) => [name, `packages/widgets/src/site/${name}.ts`])),
};

/**
 * Wrapped around the widgets. If a script cannot start, the page is not disturbed and its elements keep their own
 * content. This happens in server-side rendering, in browsers from before 2023 without constructable style sheets, and
 * on pages that removed what it needs.
 */
const [ATTEMPT, OR_NOTHING] = ["try{", "}catch{}"];

/** Terser after esbuild saves another 5 %: it inlines what is used once. */
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
    unsafe_math: true,
    sequences: false, // statements compress better apart
    inline: 1, // inlining functions with arguments makes the compressed file larger
  },
  format: { ascii_only: true },
};

/**
 * Properties that are used only within one script get names of one letter. The names in responses, in events, and in
 * what scripts of different versions share on a page are kept.
 */
const PRIVATE_NAMES = [
  ...["ageHours", "attributes", "buttons", "close", "controls", "days", "descentGuard", "draw", "endpoints"],
  ...["halvings", "hasSwitch", "isCycle", "isHistoryUnreachable", "isLoading", "isMissing", "isNarrow", "isStale"],
  ...["keptMs", "margin", "name", "points", "priceUsd", "priceY", "range", "refresh", "rows", "scoreBottom"],
  ...["scoreY", "shown", "slider", "spoken", "stamp", "state", "styles", "switches", "tag", "titleY", "topRisk"],
  ...["update", "updatedAt", "wanted", "weekly", "weeks", "xAt"],
];

function siteScripts(): readonly string[] {
  return readdirSync("packages/widgets/src/site", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/\.ts$/, ""));
}

/** The colors as CSS variables, used in packages/widgets/src/shared/widget.ts. Pages may choose the background. */
const COLORS = {
  __PEAK_LIGHT__: JSON.stringify(cssDeclarations(LIGHT)),
  __PEAK_PAPER__: JSON.stringify(LIGHT.background),
  __PEAK_DARK__: JSON.stringify(cssDeclarations({ ...DARK, background: `var(--peak-background,${DARK.background})` })),
};

/** The data in the iframe's page has the names of the server's objects. */
const FRAME_DATA = ["ageHours", "days", "descentGuard", "isStale", "priceUsd", "topRisk", "updatedAt"];

async function finished(path: string, text: string): Promise<string> {
  const sloppyText = text.replace('"use strict";', ""); // inside `try` it would have no effect, and no script needs it
  const [isWidget, isFrame] = [path.includes("nhci-"), path.endsWith("frame.js")];
  if (!isWidget && !isFrame) return (await minify(sloppyText, SMALLER)).code ?? "";
  const names = PRIVATE_NAMES.filter((name) => isWidget || !FRAME_DATA.includes(name));
  const properties = { regex: new RegExp(`^(${names.join("|")})$`), builtins: true };
  const { code: once = "" } = await minify(sloppyText, { ...SMALLER, mangle: { properties } });
  const { code = "" } = await minify(once, SMALLER); // the second pass inlines constants: 50 bytes less
  return isWidget ? ATTEMPT + code + OR_NOTHING : code;
}

const options = {
  outdir: OUT,
  bundle: true,
  conditions: ["peak-source"],
  format: "iife", // adds no global names to the page
  platform: "browser",
  target: "es2022",
  charset: "ascii", // a copy must work on a page in any encoding
  minify: true,
  legalComments: "none",
  logLevel: "warning",
  write: false,
} satisfies BuildOptions;

const { outputFiles } = await build({ ...options, entryPoints: ENTRIES, define: COLORS });
const texts = await Promise.all(outputFiles.map(async ({ path, text }) => [path, await finished(path, text)] as const));
// The previous scripts are kept until this build has succeeded; the files that build-site.ts puts next to them are
// always kept.
mkdirSync(OUT, { recursive: true });
for (const name of readdirSync(OUT)) if (name.endsWith(".js")) rmSync(`${OUT}/${name}`);
for (const [path, text] of texts) writeFileSync(path, text);
