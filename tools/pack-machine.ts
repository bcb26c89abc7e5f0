// After tools/pack.ts: one tarball for a machine without npm, with the service, its three packages and Node itself, for
// the platform that this runs on. It unpacks to a folder that is named by the version: docs/operations.md puts it below
// /opt/peak.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { VERSION } from "../packages/service/src/platform/version.js";

/** Where tools/pack.ts has put its packages, and where the tarball goes too. */
const OUT = "dist/packages";

/** Where the folder is put together. */
const STAGE = "dist/machine";

const PLATFORM = `${process.platform}-${process.arch}`;

const COMMAND = `#!/bin/sh
# The folder that the link leads to now, so that a running process keeps its version when the link is switched.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node" "$here/peak.js" "$@"
`;

const node = `node_modules/node-${PLATFORM}/bin/node`;
if (existsSync(node)) pack();
else console.log(`no tarball with Node: the repository brings none for ${PLATFORM}`);

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
  writeFileSync(`${folder}/bin/peak`, COMMAND);
  for (const program of ["peak", "node"]) chmodSync(`${folder}/bin/${program}`, 0o755);
  const file = `peak-${VERSION}-${PLATFORM}.tar.gz`;
  // As root's and readable by all, whoever packs it and however strict the umask is.
  const owner = ["--owner=root:0", "--group=root:0", "--mode=u=rwX,go=rX", "--sort=name"];
  execFileSync("tar", [...owner, "-czf", resolve(OUT, file), "-C", STAGE, VERSION], { stdio: "inherit" });
  console.log(file);
}

/** Without the sources of SQLite and what is compiled for other platforms. */
function copyPackage(name: string, folder: string): void {
  const isWanted = (path: string) =>
    !/\/better-sqlite3\/(deps|src)(\/|$)/.test(path) && (!/\/prebuilds\/./.test(path) || path.includes(`/${PLATFORM}`));
  const to = `${folder}/node_modules/${name}`;
  mkdirSync(to, { recursive: true });
  cpSync(`node_modules/${name}`, to, { recursive: true, filter: isWanted });
}
