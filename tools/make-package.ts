import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * Puts what is published to npm into dist/package: the bundle, the client and the scripts of the embeds as `npm run build`
 * has made them, the documents, and a manifest of its own.
 */
const OUT = "dist/package";

/** What is not in the bundle: two with compiled parts, and the font, which is read as a file. */
const NOT_BUNDLED = ["better-sqlite3", "@resvg/resvg-js", "@expo-google-fonts/inter"];

/** The client as the compiler writes it: a module for browsers and Node, its types, and those of the answers. */
const CLIENT = ["client.js", "client.d.ts", "types.d.ts"];

const { name, version, description, license, type, engines, dependencies } = JSON.parse(
  readFileSync("package.json", "utf8"),
);

const manifest = {
  name,
  version,
  description,
  license,
  keywords: ["bitcoin", "cycle", "index", "api", "self-hosted"],
  type,
  engines,
  // `npx peak-cycle-index` looks for a command with the name of the package.
  bin: { peak: "dist/bundle/main.js", [name]: "dist/bundle/main.js" },
  exports: {
    "./client": { types: "./client/client.d.ts", default: "./client/client.js" },
    "./types": { types: "./client/types.d.ts" },
    "./package.json": "./package.json",
  },
  dependencies: Object.fromEntries(NOT_BUNDLED.map((each) => [each, dependencies[each]])),
};

rmSync(OUT, { recursive: true, force: true });
mkdirSync(`${OUT}/dist/bundle`, { recursive: true });
for (const file of readdirSync("dist/bundle").filter((each) => !each.endsWith(".map"))) {
  const text = readFileSync(`dist/bundle/${file}`, "utf8").replace(/^\/\/# sourceMappingURL=.*\n/m, "");
  writeFileSync(`${OUT}/dist/bundle/${file}`, text, { mode: file === "main.js" ? 0o755 : 0o644 });
}
cpSync("dist/widgets", `${OUT}/dist/widgets`, { recursive: true });
for (const document of ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "docs"]) {
  cpSync(document, `${OUT}/${document}`, { recursive: true });
}
mkdirSync(`${OUT}/client`);
for (const file of CLIENT) copyFileSync(`dist/src/client/${file}`, `${OUT}/client/${file}`);
writeFileSync(`${OUT}/package.json`, `${JSON.stringify(manifest, undefined, 2)}\n`);
