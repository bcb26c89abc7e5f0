// `npm run package` makes the tarballs of the five packages that are published, from what `npm run build` has made. Each has
// what its users need and nothing else. Packages of this repository that it only uses inside lie inside.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";

/** Where the tarballs go, and the folders that they are made of; another one as the first argument. */
const OUT = process.argv[2] ?? "dist/packages";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** In `packages/`, and how each is put together. */
const PUBLISHED = {
  model: stageLibrary,
  chain: stageLibrary,
  client: stageLibrary,
  mcp: stageLibrary,
  service: stageService,
};

/** What is not in the bundle: two with compiled parts, and the font, which is read as a file. */
const NOT_BUNDLED = ["better-sqlite3", "@resvg/resvg-js", "@expo-google-fonts/inter"];

rmSync(OUT, { recursive: true, force: true });
for (const [folder, stage] of Object.entries(PUBLISHED)) {
  const manifest: Manifest = JSON.parse(readFileSync(`packages/${folder}/package.json`, "utf8"));
  const to = `${OUT}/${manifest.name}`;
  mkdirSync(to, { recursive: true });
  writeFileSync(`${to}/package.json`, `${JSON.stringify(stage(`packages/${folder}`, to, manifest), undefined, 2)}\n`);
  cpSync("LICENSE", `${to}/LICENSE`);
  execFileSync("npm", ["pack", "--silent", resolve(to), "--pack-destination", OUT], { stdio: "inherit" });
}

/** A library as the compiler writes it, with its types. */
function stageLibrary(from: string, to: string, { devDependencies = {}, ...manifest }: Manifest): Manifest {
  copyCompiled(`${from}/dist`, `${to}/dist`);
  const inner = Object.keys(devDependencies).filter((name) => name.startsWith("peak-"));
  for (const name of inner) copyCompiled(`node_modules/${name}/dist`, `${to}/dist/inner/${name}`);
  for (const name of inner) pointInside(`${to}/dist`, name);
  cpSync(`${from}/README.md`, `${to}/README.md`);
  const files = { types: "./dist/index.d.ts", default: "./dist/index.js" };
  // Compilers that do not know `exports` look for the other two.
  return { ...publicFields(manifest), main: files.default, types: files.types, exports: { ".": files } };
}

/** The service: its bundle, the scripts of the embeds, and the documents. */
function stageService(from: string, to: string, manifest: Manifest): Manifest {
  const bundle = `${from}/dist/bundle`;
  for (const file of readdirSync(bundle).filter((each) => !each.endsWith(".map"))) {
    writeText(`${to}/dist/bundle/${file}`, withoutMap(readFileSync(`${bundle}/${file}`, "utf8")));
  }
  cpSync(`${from}/dist/widgets`, `${to}/dist/widgets`, { recursive: true });
  cpSync(`${from}/bin`, `${to}/bin`, { recursive: true });
  for (const document of ["README.md", "CHANGELOG.md", "SECURITY.md", "docs"]) {
    cpSync(document, `${to}/${document}`, { recursive: true });
  }
  const { dependencies = {}, devDependencies: _, ...rest } = manifest;
  const kept = Object.entries(dependencies).filter(([name]) => NOT_BUNDLED.includes(name));
  return { ...publicFields(rest), dependencies: Object.fromEntries(kept) };
}

function publicFields({ scripts: _scripts, ...rest }: Readonly<Record<string, unknown>>): Manifest {
  return rest as Manifest;
}

function copyCompiled(from: string, to: string): void {
  for (const path of readdirSync(from, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|d\.ts)$/.test(path)) continue;
    writeText(join(to, path), withoutMap(readFileSync(join(from, path), "utf8")));
  }
}

/** Makes imports of a package that lies inside relative ones. */
function pointInside(folder: string, name: string): void {
  const index = posix.join(folder, "inner", name, "index.js");
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|d\.ts)$/.test(path)) continue;
    const file = posix.join(folder, path);
    const text = readFileSync(file, "utf8");
    const address = relative(dirname(file), index);
    writeFileSync(file, text.replaceAll(`"${name}"`, `"${address.startsWith(".") ? address : `./${address}`}"`));
  }
}

function withoutMap(text: string): string {
  return text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
