/** What npm installs: pinned, from the public registry, and without a compiler on every platform. */

import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION as TOOLS_VERSION } from "../../packages/mcp/src/tools-server.js";
import { MIN_NODE_VERSION, VERSION } from "../../packages/service/src/version.js";
import { readText } from "./tree.js";

type Versions = Readonly<Record<string, string>>;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: Versions;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly devDependencies?: Versions;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readText(`${folder}package.json`));
const root = manifestOf("");
const members = readdirSync("packages").map((name) => manifestOf(`packages/${name}/`));
const { packages }: { readonly packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
  readText("package-lock.json"),
);

test("every dependency is pinned to an exact version", () => {
  const versions = [root, ...members].flatMap((each) => [
    ...Object.entries({ ...each.dependencies, ...each.optionalDependencies, ...each.devDependencies }),
  ]);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("packages, types and pages agree on the version of Peak and on the oldest supported Node", () => {
  const versions = [VERSION, TOOLS_VERSION, ...members.map(({ version }) => version)];
  expect(new Set(versions)).toEqual(new Set([root.version]));
  expect(readText("compose.yaml")).toContain(`image: peak-cycle-index:${VERSION}\n`);
  expect(readText("deploy/kubernetes/peak.yaml")).toContain(`/peak-cycle-index:${VERSION} `);
  expect(readText("docs/operations.md")).toContain(`tar -xzf peak-${VERSION}-linux-x64.tar.gz `);
  const client = manifestOf("packages/client/");
  const others = members.filter(({ name }) => name !== client.name);
  for (const { engines } of [root, ...others]) expect(engines).toEqual({ node: `>=${MIN_NODE_VERSION}` });
  expect(root.devDependencies?.["@types/node"]?.split(".")[0]).toBe(MIN_NODE_VERSION.split(".")[0]);
  const clientNode = client.engines["node"]?.replace(">=", "");
  expect(readText("packages/client/README.md").replace(/\s+/g, " ")).toContain(`Node ${clientNode} or newer`);
});

test("npm run, .nvmrc and the image use the same major version of Node", () => {
  const own = Object.entries(root.optionalDependencies ?? {}).filter(([name]) => name.startsWith("node-"));
  const [version = "", ...others] = new Set(own.map(([, each]) => each));
  expect(others).toEqual([]);
  const major = version.split(".")[0];
  expect(readText(".nvmrc").trim()).toBe(major);
  expect(readText("Dockerfile")).toContain(`FROM node:${major}-\${DEBIAN}-slim AS build`);
});

test("packages with native code ship binaries for every platform", () => {
  const native = readdirSync("node_modules").filter((name) => existsSync(`node_modules/${name}/binding.gyp`));
  const platforms = ["linux-x64", "linux-arm64", "linuxmusl-x64", "darwin-arm64", "win32-x64"];
  const binaries = native.flatMap((name) => platforms.map((each) => `node_modules/${name}/prebuilds/${each}.node`));
  expect(native).toContain("better-sqlite3");
  expect(binaries.filter((path) => !existsSync(path))).toEqual([]);
});

// npm writes no checksum if the registry lacks a binary for some platform. Pin a version that has them all.
test("the lock file has a checksum for every package, all from the public registry", () => {
  const locked = Object.entries(packages).filter(([path, { link }]) => path.startsWith("node_modules/") && !link);
  const registry = "https://registry.npmjs.org/";
  const isWrong = ({ integrity, resolved = registry }: LockedPackage) => !integrity || !resolved.startsWith(registry);
  expect(locked.length).toBeGreaterThan(100);
  expect(locked.filter(([, each]) => isWrong(each)).map(([path]) => path)).toEqual([]);
});

test("docs/architecture.md lists exactly the packages that the product uses", () => {
  const table = readText("docs/architecture.md").split("## Third-party packages")[1] ?? "";
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = ""]) => cell).join();
  const listed = [...cells.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  const used = [manifestOf("packages/mcp/"), manifestOf("packages/service/")].map((each) => each.dependencies);
  const names = Object.keys({ ...used[0], ...used[1], ...root.optionalDependencies });
  expect(listed.sort()).toEqual(names.filter((name) => !name.startsWith("peak-cycle-")).sort());
});
