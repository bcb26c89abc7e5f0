/**
 * Runs after tools/pack.ts and makes one tarball for a machine without npm: the service, the three packages it needs
 * and Node, for the platform this runs on. It unpacks to a folder named after the version, which docs/operations.md
 * puts below /opt/peak.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { VERSION } from "../packages/service/src/version.js";

/** Where tools/pack.ts puts its packages, and where the tarball goes. */
const OUT = "dist/packages";

/** Where the folder is assembled. */
const STAGE = "dist/machine";

const PLATFORM = `${process.platform}-${process.arch}`;

const COMMAND = `#!/bin/sh
# Resolves the link now, so a running process keeps its version when the link is switched.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/peak.js" "$@"
`;

const node = `node_modules/node-${PLATFORM}/bin/node`;
if (existsSync(node)) pack();
else console.log(`no tarball with Node: the repository has none for ${PLATFORM}`);

function pack(): void {
  const folder = `${STAGE}/${VERSION}`;
  rmSync(STAGE, { recursive: true, force: true });
  cpSync(`${OUT}/peak-cycle-index`, folder, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) copyPackage(name, folder);
  const native = readdirSync("node_modules/@resvg").filter((name) => name.includes(PLATFORM));
  for (const name of native) copyPackage(`@resvg/${name}`, folder);
  cpSync(node, `${folder}/bin/node`);
  cpSync(`node_modules/node-${PLATFORM}/LICENSE`, `${folder}/bin/node.LICENSE`);
  writeFileSync(`${folder}/bin/peak`, COMMAND);
  for (const program of ["peak", "node"]) chmodSync(`${folder}/bin/${program}`, 0o755);
  const file = `peak-${VERSION}-${PLATFORM}.tar.gz`;
  // Owned by root and readable by all, no matter who packs it and with what umask.
  const owner = ["--owner=root:0", "--group=root:0", "--mode=u=rwX,go=rX", "--sort=name"];
  execFileSync("tar", [...owner, "-czf", resolve(OUT, file), "-C", STAGE, VERSION], { stdio: "inherit" });
  console.log(file);
}

/** Leaves out the sources of SQLite and the binaries of other platforms. */
function copyPackage(name: string, folder: string): void {
  const isWanted = (path: string) =>
    !/\/better-sqlite3\/(deps|src)(\/|$)/.test(path) && (!/\/prebuilds\/./.test(path) || path.includes(`/${PLATFORM}`));
  const to = `${folder}/node_modules/${name}`;
  mkdirSync(to, { recursive: true });
  cpSync(`node_modules/${name}`, to, { recursive: true, filter: isWanted });
}
