import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type BuildOptions, build } from "esbuild";
import { type MinifyOptions, minify } from "terser";
import { PHASE_KEYS, wordOf } from "../src/chart/labels.js";
import { LANGUAGES } from "../src/chart/language.js";
import { DARK, type Ink, LIGHT } from "../src/chart/palette.js";

/** Where the server finds the scripts of the embeds and of the pages. */
const OUT = "dist/widgets";

/** File name without its end → source. Every file right in `site/` is the script of a page. */
const ENTRIES = {
  "nhci-chart": "src/widgets/chart.ts",
  "nhci-badge": "src/widgets/badge.ts",
  frame: "src/widgets/frame.ts",
  ...Object.fromEntries(siteScripts().map((name) => [name, `src/widgets/site/${name}.ts`])),
};

/**
 * Names of properties that no browser, no answer of the API, no other version of a script knows and no text names: in
 * the embeds, which have to be small, they become short.
 */
const OWN_NAMES =
  /^(host|known|troubles|language|isDark|sources|rules|parts|place|words|isOld|update|forgive|show|close|rest|priceUsd|updatedAt|isStale|scoreBottom|priceTop|days|manner|plot|note|refresh|phase|tag|children)$/;

/**
 * Stands before the scripts of the embeds. They do nothing where there is no page, as on a server that draws pages of its
 * own, and in browsers of before 2023, which cannot be given a style: there what the page wrote into its hosts stays.
 */
const ONLY_WHERE = "globalThis.document?.adoptedStyleSheets&&";

/** A second look takes off another twentieth: what is used once is put where it is used. */
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
    inline: 1, // with arguments is longer when packed
  },
};

function siteScripts(): readonly string[] {
  return readdirSync("src/widgets/site", { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name.replace(/\.ts$/, ""));
}

/** What a badge shows of the words and colors of the pictures: see src/widgets/badge/tables.ts. */
function badgeTables(): Record<string, string> {
  const words = LANGUAGES.map((language) => {
    const said = ["stale", "unreachable", "soon", ...PHASE_KEYS] as const;
    return said.map((thing) => wordOf(thing, language)).join("|");
  });
  const colors = ({ paper, ink, soft, line, ...phases }: Ink) =>
    [paper, ink, soft, line, ...PHASE_KEYS.map((key) => phases[key])].map((color) => color.slice(1)).join(" ");
  return {
    __PEAK_BADGE_WORDS__: JSON.stringify(words),
    __PEAK_BADGE_COLORS__: JSON.stringify([colors(LIGHT), colors(DARK)]),
  };
}

async function finished(path: string, text: string): Promise<string> {
  const { code = "" } = await minify(text, SMALLER);
  return path.includes("nhci-") ? ONLY_WHERE + code : code;
}

const { "nhci-badge": badge, "nhci-chart": chart, ...others } = ENTRIES;
const options = {
  outdir: OUT,
  bundle: true,
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
