/** Bundles the scripts of the embeds and of our own pages, and makes those of the embeds as small as possible. */

import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { type ColorTokens, DARK, LANGUAGES, LIGHT, nameOf, PHASE_KEYS, translate } from "peak-cycle-drawing";
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
 * Names of properties that only our own code reads and writes in the two embeds, where they become short. None of them is
 * a property of the browser that these scripts use, a field of the API, a field that scripts of different versions exchange
 * (`PollState` in packages/widgets/src/shared/poller.ts), or looked up by a text, as in `colors["muted"]`.
 */
const OWN_NAMES =
  /^(host|element|latest|problems|language|isDark|endpoints|styles|content|insert|update|render|redraw|root|close|refresh|priceUsd|updatedAt|isStale|phases|index|isOld|warns|line|prices|hasPrice|isNarrow|priceTop|priceBottom|scoreTop|scoreY|priceY|scores|points|lasted|count|say|show|hide|days|options|plot|note|phase|tag|children|colors|background|muted|border|accent|link|price|low|high)$/;

/**
 * Stand around the scripts of the embeds. Where a script cannot begin, what the page wrote into its hosts stays and the
 * page is not disturbed: on a server that draws pages of its own, in browsers of before 2023, which cannot be given a style,
 * and in pages that took away what it needs.
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

/** What a badge shows of the texts and colors of the pictures: see packages/widgets/src/badge.ts. */
function badgeTables(): Record<string, string> {
  const texts = LANGUAGES.map((language) => {
    const keys = ["unreachable", "soon", "unknown", ...PHASE_KEYS] as const;
    return [nameOf("btc", language), nameOf("crypto", language), ...keys.map((key) => translate(key, language))].join(
      "|",
    );
  });
  const colors = ({ background, text, muted, border, ...phases }: ColorTokens) => {
    const texts = PHASE_KEYS.map((key) => phases[key]);
    return [background, text, muted, border, ...texts].join(" ");
  };
  return {
    __PEAK_BADGE_PHASES__: JSON.stringify(PHASE_KEYS),
    __PEAK_BADGE_TEXTS__: JSON.stringify(texts),
    __PEAK_BADGE_COLORS__: JSON.stringify([colors(LIGHT), colors(DARK)]),
  };
}

async function finished(path: string, text: string): Promise<string> {
  const { code: once = "" } = await minify(text, SMALLER);
  if (!path.includes("nhci-")) return once;
  const { code = "" } = await minify(once, SMALLER); // puts constants where they are used: 50 bytes less
  const lookedUp = [...code.matchAll(/"(\w+)"/g)].find(([, name = ""]) => OWN_NAMES.test(name));
  if (lookedUp) throw new Error(`${path}: ${lookedUp[0]} is a text, so it must not be in OWN_NAMES`);
  return ATTEMPT + code + OR_NOTHING;
}

const { "nhci-badge": badge, "nhci-chart": chart, ...others } = ENTRIES;
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

const built = await Promise.all([
  build({ ...options, entryPoints: others }),
  build({ ...options, entryPoints: { "nhci-chart": chart }, mangleProps: OWN_NAMES }),
  build({ ...options, entryPoints: { "nhci-badge": badge }, mangleProps: OWN_NAMES, define: badgeTables() }),
]);
const texts = await Promise.all(
  built
    .flatMap(({ outputFiles }) => outputFiles)
    .map(async ({ path, text }) => [path, await finished(path, text)] as const),
);
// What was built before stays until all is well.
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
for (const [path, text] of texts) writeFileSync(path, text);
