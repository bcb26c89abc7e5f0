/**
 * `npm run package` makes the tarballs of the five published packages from the output of `npm run build`. Each contains
 * only what its users need, including private packages of this repository that it uses internally.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";

/** Where the tarballs and their folders go; the first argument overrides it. */
const OUT = process.argv[2] ?? "dist/packages";

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports: { readonly ".": { readonly types: string; readonly default: string } };
  readonly [field: string]: unknown;
}

/** The folders in `packages/`, and how each is assembled. */
const PUBLISHED = {
  model: stageLibrary,
  verify: stageLibrary,
  client: stageLibrary,
  mcp: stageLibrary,
  service: stageService,
};

/** Not bundled: two packages with native code, and the font, which is read as a file. */
const NOT_BUNDLED = ["better-sqlite3", "@resvg/resvg-js", "@expo-google-fonts/inter"];

rmSync(OUT, { recursive: true, force: true });
for (const [folder, stage] of Object.entries(PUBLISHED)) {
  const manifest: Manifest = JSON.parse(readFileSync(`packages/${folder}/package.json`, "utf8"));
  const to = `${OUT}/${manifest.name}`;
  mkdirSync(to, { recursive: true });
  const published = JSON.stringify(stage(`packages/${folder}`, to, manifest), undefined, 2);
  writeFileSync(`${to}/package.json`, `${published}\n`);
  cpSync("LICENSE", `${to}/LICENSE`);
  mendLinks(to);
  execFileSync("npm", ["pack", "--silent", resolve(to), "--pack-destination", OUT], { stdio: "inherit" });
}

/** A library: the compiler's output with its types, and the output of the private packages it uses, below `inner/`. */
function stageLibrary(from: string, to: string, { devDependencies = {}, ...manifest }: Manifest): Manifest {
  const inner = Object.keys(devDependencies).filter((name) => name.startsWith("peak-"));
  copyCompiled(`${from}/dist`, `${to}/dist`, ".", inner);
  for (const name of inner) copyCompiled(`node_modules/${name}/dist`, `${to}/dist`, `inner/${name}`, inner);
  cpSync(`${from}/README.md`, `${to}/README.md`);
  const { types, default: main } = manifest.exports["."];
  // Older compilers ignore `exports` and use the other two.
  return { ...publicFields(manifest), main, types, exports: { ".": { types, default: main } } };
}

/**
 * @param to the package's `dist`, which `below` is relative to
 * @param inner the packages whose imports become relative
 */
function copyCompiled(from: string, to: string, below: string, inner: readonly string[]): void {
  const paths = readdirSync(from, { recursive: true, encoding: "utf8" }).filter((path) => /\.(js|d\.ts)$/.test(path));
  for (const path of paths) {
    const file = posix.join(below, path);
    let text = withoutMap(readFileSync(join(from, path), "utf8"));
    for (const name of inner) {
      const address = posix.relative(posix.dirname(file), `inner/${name}/index.js`);
      text = text.replaceAll(`"${name}"`, `"${address.startsWith(".") ? address : `./${address}`}"`);
    }
    writeText(join(to, file), text);
  }
}

/** The service: its bundle, the widgets, the documents, and the files in deploy/. */
function stageService(from: string, to: string, manifest: Manifest): Manifest {
  const bundle = `${from}/dist/bundle`;
  for (const file of readdirSync(bundle).filter((each) => !each.endsWith(".map"))) {
    writeText(`${to}/dist/bundle/${file}`, withoutMap(readFileSync(`${bundle}/${file}`, "utf8")));
  }
  cpSync(`${from}/dist/widgets`, `${to}/dist/widgets`, { recursive: true });
  cpSync(`${from}/bin`, `${to}/bin`, { recursive: true });
  for (const document of ["README.md", "CHANGELOG.md", "SECURITY.md", ".env.example", "docs", "deploy"]) {
    cpSync(document, `${to}/${document}`, { recursive: true });
  }
  const { dependencies = {}, devDependencies: _, ...rest } = manifest;
  const runtimeDependencies = Object.entries(dependencies).filter(([name]) => NOT_BUNDLED.includes(name));
  return { ...publicFields(rest), dependencies: Object.fromEntries(runtimeDependencies) };
}

/** Replaces links in the README that lead outside the package with their text. */
function mendLinks(to: string): void {
  const text = readFileSync(`${to}/README.md`, "utf8");
  const isInside = (address: string) => /^[a-z]+:/.test(address) || existsSync(join(to, address));
  const readme = text.replaceAll(/\[([^\]]*)\]\(([^)\s#]+)(?:#\S*)?\)/g, (link, words: string, address: string) =>
    isInside(address) ? link : words,
  );
  writeFileSync(`${to}/README.md`, readme);
}

function publicFields({ scripts: _scripts, ...rest }: Readonly<Record<string, unknown>>): Manifest {
  return rest as Manifest;
}

function withoutMap(text: string): string {
  return text.replace(/^\/\/# sourceMappingURL=.*\n?/m, "");
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
