import { existsSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { VERSION as TOOLS_VERSION } from "../../packages/mcp/src/tools-server.js";
import { MIN_NODE_VERSION, VERSION } from "../../packages/service/src/platform/version.js";
import { readText } from "./tree.js";

interface Manifest {
  readonly version: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly libc?: readonly string[];
}

const manifest = JSON.parse(readText("package.json")) as Manifest;
/** The manifests of the workspaces, by folder. */
const members = Object.fromEntries(
  readdirSync("packages").map((name) => [name, JSON.parse(readText(`packages/${name}/package.json`)) as Manifest]),
);
const service = members["service"] as Manifest;
const { packages } = JSON.parse(readText("package-lock.json")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

test("every dependency is pinned to one exact version", () => {
  for (const { dependencies, optionalDependencies, devDependencies } of [manifest, ...Object.values(members)]) {
    expect(notExact({ ...dependencies, ...optionalDependencies, ...devDependencies })).toEqual([]);
  }
});

test("all packages have one version, which the code says too", () => {
  const versions = [VERSION, TOOLS_VERSION, ...Object.values(members).map(({ version }) => version)];
  expect(versions).toEqual(versions.map(() => manifest.version));
});

test("the oldest Node is the same in every package.json, in the code, in the types and in what the client says", () => {
  for (const { engines } of [manifest, ...Object.values(members)])
    expect(engines).toEqual({ node: `>=${MIN_NODE_VERSION}` });
  expect(readText("packages/client/README.md")).toContain(`Node ${MIN_NODE_VERSION} or newer`);
  expect(manifest.devDependencies["@types/node"]?.split(".")[0]).toBe(MIN_NODE_VERSION.split(".")[0]);
});

test("the Node that npm run finds first is of one version, and the one that .nvmrc and the image name", () => {
  const own = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith("node-"));
  const versions = new Set(own.map((name) => manifest.optionalDependencies[name]));
  expect(versions.size).toBe(1);
  const [major] = [...versions][0]?.split(".") ?? [];
  expect(readText(".nvmrc").trim()).toBe(major);
  expect(readText("Dockerfile")).toContain(`ARG NODE=${major}-bookworm-slim`);
});

test("a package with compiled parts brings them ready for every platform, so that nothing has to be compiled", () => {
  const withSources = readdirSync("node_modules").filter((name) => existsSync(`node_modules/${name}/binding.gyp`));
  expect(withSources).toContain("better-sqlite3");
  for (const name of withSources) {
    for (const platform of ["linux-x64", "linux-arm64", "linuxmusl-x64", "darwin-arm64", "win32-x64"])
      expect(existsSync(`node_modules/${name}/prebuilds/${platform}.node`), `${name} for ${platform}`).toBe(true);
  }
});

test("the Node that npm run finds first is left out where the C library is another one, as on Alpine", () => {
  const linux = Object.entries(packages).filter(([path]) => path.startsWith("node_modules/node-linux-"));
  expect(linux).toHaveLength(2);
  for (const [path, { libc }] of linux) expect(libc, path).toEqual(["glibc"]);
});

// npm writes an entry without one where the registry lacks the binary of another platform: pin a version that has all.
test("the lock file holds a checksum of every package and leads to the public registry only", () => {
  expect(Object.keys(packages).length).toBeGreaterThan(100);
  expect(notFromRegistry(packages)).toEqual([]);
});

test("docs/architecture.md names every package that production asks for, and no other", () => {
  const rows =
    readText("docs/architecture.md")
      .split("## Packages of others")[1]
      ?.match(/^\| `.*$/gm) ?? [];
  const cells = rows.map((row) =>
    row.split(" | ").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  const isOurs = (name: string) => name.startsWith("peak-cycle-");
  const wanted = { ...members["mcp"]?.dependencies, ...service.dependencies, ...manifest.optionalDependencies };
  const direct = Object.keys(wanted).filter((name) => !isOurs(name));
  expect(cells.flatMap(([names]) => names ?? []).sort()).toEqual(direct.sort());
});

function notExact(versions: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(versions).filter((name) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(versions[name]!));
}

function notFromRegistry(locked: Readonly<Record<string, LockedPackage>>): readonly string[] {
  const isForeign = (each: LockedPackage) =>
    each.integrity === undefined ||
    !(each.resolved ?? "https://registry.npmjs.org/").startsWith("https://registry.npmjs.org/");
  return Object.entries(locked)
    .filter(([path, each]) => path !== "" && !path.startsWith("packages/") && each.link !== true && isForeign(each))
    .map(([path]) => nameOf(path));
}

function nameOf(path: string): string {
  return path.split("node_modules/").at(-1)!;
}
