import { readdirSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { build } from "esbuild";

/**
 * Puts the service and its dependencies into a few files under dist/bundle, and the simulator of `peak demo` beside them. The
 * service listens after 0.22 s of CPU instead of 0.54 s with a thousand small files, and takes 12 MB less memory.
 */
const OUT = "dist/bundle";

/** What bundled CommonJS code expects to find. */
const REQUIRE =
  'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);';

rmSync(OUT, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: { main: "src/main.ts", simulator: "simulator/demo.ts" },
  outdir: OUT,
  bundle: true,
  splitting: true, // a command that needs no server does not load one
  format: "esm",
  platform: "node",
  target: "node22",
  external: [
    "better-sqlite3", // these two have compiled parts of their own
    "@resvg/resvg-js",
  ],
  banner: { js: REQUIRE },
  minifyWhitespace: true, // the text of the program stays in memory: 1.7 MB instead of 4
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
  metafile: true,
});
await writeFile(`${OUT}/licenses.txt`, licenses(Object.keys(metafile.inputs)));

/** What the licenses of the packages inside the bundle ask of whoever passes it on. */
function licenses(files: readonly string[]): string {
  const packages = files
    .map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
    .filter((each) => each !== undefined);
  const texts = [...new Set(packages)].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
    const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each));
    const text = file === undefined ? "" : `\n${readFileSync(`${folder}/${file}`, "utf8").trim()}\n`;
    return `${name} ${version}, license ${license}\n${text}`;
  });
  return `Packages inside this program, and their licenses.\n\n${texts.join("\n\n")}`;
}
