import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { nodeVersionFault, VERSION } from "../../src/platform/version.js";
import { ask } from "../support/ask.js";
import { packedPackages } from "../support/packed-packages.js";
import { eventually, originOf, type ServiceProcess, startProgram } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** All that a stranger's machine has on its `PATH`: no compiler, no Python. */
const PROGRAMS = ["npm", "npx", "sh"];

/** Most bytes of the package, as it is downloaded. */
const MAX_PACKED_BYTES = 2_000_000;

let machine: string;
let folder: string;
let tarball: string;

/** How the machine reaches the registry. */
const NETWORK = ["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];

/** What a shell on the machine has set: nothing of the checkout, of npm or of these tests. */
function environment(): Readonly<Record<string, string | undefined>> {
  const network = Object.fromEntries(NETWORK.map((name) => [name, process.env[name]]));
  return { ...network, PATH: join(machine, "bin"), HOME: homedir() };
}

const machinePaths = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));

function onMachine(program: string): string | undefined {
  return machinePaths.map((path) => join(path, program)).find((path) => existsSync(path));
}

beforeAll(async () => {
  machine = mkdtempSync(join(tmpdir(), "peak-machine-"));
  mkdirSync(join(machine, "bin"));
  symlinkSync(process.execPath, join(machine, "bin/node"));
  for (const name of PROGRAMS) symlinkSync(realpathSync(onMachine(name) ?? name), join(machine, "bin", name));
  tarball = join(await packedPackages(), `peak-cycle-index-${VERSION}.tgz`);
  folder = join(machine, "empty");
  mkdirSync(folder, { mode: 0o700 });
  const install = ["install", "--no-audit", "--no-fund", "--prefer-offline", tarball];
  execFileSync("npm", install, {
    cwd: folder,
    env: environment(),
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 120_000,
  });
}, 180_000);

afterAll(() => rmSync(machine, { recursive: true, force: true }));

function run(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const command = startProgram("npx", ["--no-install", "peak", ...args], {
    cwd: folder,
    env: { ...environment(), ...settings },
  });
  onTestFinished(() => command.kill());
  return command;
}

/** Standard error, without what npm remarks on the settings of whoever runs the tests. */
function saidBy({ err }: ServiceProcess): readonly string[] {
  return err.filter((line) => !line.startsWith("npm "));
}

test("is small, has no maps, and asks for three packages only", () => {
  expect(statSync(tarball).size).toBeLessThan(MAX_PACKED_BYTES);
  const installed = join(folder, "node_modules/peak-cycle-index");
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const manifestOf = (path: string) => JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8"));
  const { dependencies } = manifestOf("packages/service");
  expect(manifest).toMatchObject({ name: "peak-cycle-index", version: VERSION, engines: { node: ">=22.14" } });
  expect(Object.keys(manifest.dependencies)).toHaveLength(3);
  expect(dependencies).toMatchObject(manifest.dependencies);
  expect(manifest).not.toHaveProperty("devDependencies");
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  const names = Object.keys(packages).map((path) => path.replace("node_modules/", ""));
  expect(names.filter((name) => !name.startsWith("@resvg/resvg-js-")).sort()).toEqual([
    "@expo-google-fonts/inter",
    "@resvg/resvg-js",
    "better-sqlite3",
    "node-addon-api",
    "peak-cycle-index",
  ]);
  const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "bin/peak.js", "man/peak.1"]));
  for (const folder of ["deploy", "docs"])
    expect(files).toEqual(expect.arrayContaining(readdirSync(join(ROOT, folder)).map((name) => join(folder, name))));
  expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
  const bundle = files.filter((name) => /^dist\/bundle\/.*\.js$/.test(name));
  expect(bundle.length).toBeGreaterThan(5);
  for (const name of bundle) expect(readFileSync(join(installed, name), "utf8")).not.toContain("sourceMappingURL");
});

test("npx peak-cycle-index demo shows a score, draws pictures and can be verified, and leaves nothing behind", async () => {
  const temporary = tempFolder();
  const demo = startProgram("npx", ["--no-install", "peak-cycle-index", "demo"], {
    cwd: folder,
    // A real installation in the same shell, which nothing simulated may reach.
    env: { ...environment(), PORT: "0", TMPDIR: temporary, DATABASE_URL: "postgres://peak:peak@127.0.0.1:1/peak" },
  });
  onTestFinished(() => demo.kill());
  const origin = await originOf(demo);
  const until200 = (path: string) =>
    eventually(path, async () => (await ask(`${origin}${path}`)).status === 200 || undefined, 60_000);
  await until200("/readyz");
  const answer = await ask(`${origin}/api/public/nhci`);
  const { btc } = JSON.parse(answer.text) as { btc: { score: number } };
  expect(btc.score).toBeGreaterThan(0);
  await until200("/embed/nhci-badge.png");

  const verified = run(["verify", origin]);
  expect([(await verified.ended).code, saidBy(verified)]).toEqual([0, []]);

  const left = () => readdirSync(temporary).filter((name) => name.startsWith("peak-demo-")); // npm keeps a cache there
  expect(left()).toHaveLength(1);
  process.kill(-(demo.child.pid ?? 0), "SIGINT");
  await demo.ended;
  expect(saidBy(demo)).toEqual([]);
  await eventually("an empty folder", () => left().length === 0 || undefined);
});

/** A Node that says it is version 20, everywhere; and a real one, where the machine's own is as old. */
const OLD_NODES = [
  {
    what: "says that it is",
    node: process.execPath,
    flags: [
      "--import",
      `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`,
    ],
  },
  ...[onMachine("node")]
    .filter((path) => path !== undefined)
    .filter((path) =>
      nodeVersionFault(execFileSync(path, ["-p", "process.versions.node"], { encoding: "utf8" }).trim()),
    )
    .map((node) => ({ what: "is", node, flags: [] })),
];

test.each(OLD_NODES)(
  "on a Node that $what too old it says in one sentence which it needs, and ends with 2",
  ({ node, flags }) => {
    const main = join(folder, "node_modules/peak-cycle-index/dist/bundle/main.js");
    const { status, stdout, stderr } = spawnSync(node, [...flags, main, "demo"], {
      env: environment(),
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^peak: Node 22\.14 or newer is needed, this is \d+\.\d+\.\d+\n$/);
  },
);
