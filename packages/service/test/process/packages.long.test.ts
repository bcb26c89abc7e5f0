/**
 * What an outside user gets: each of the five packages, installed from its tarball in an empty folder on a machine with
 * only Node and npm, and used there.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
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
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { evaluateDays, trackRecord } from "peak-cycle-model";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";
import { nodeVersionFault, VERSION } from "../../src/version.js";
import { ask } from "../support/ask.js";
import { type LiveService, startSettled } from "../support/live-service.js";
import { freePort } from "../support/loopback.js";
import { eventually, originOf, watched } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const INSTALL = ["install", "--no-audit", "--no-fund", "--prefer-offline"];

/** The machine's settings for the registry. */
const NETWORK = ["NODE_EXTRA_CA_CERTS", "HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"];

let machine: string;
let packed: string;
/** Where the service is installed. */
let home: string;

const machinePaths = (process.env["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
const onMachine = (program: string) =>
  machinePaths.map((path) => join(path, program)).find((path) => existsSync(path)) ?? program;

/**
 * The environment of a shell on the machine: no compiler, no Python, and nothing from the checkout, npm or these tests.
 */
function environment(): Readonly<Record<string, string | undefined>> {
  const network = Object.fromEntries(NETWORK.map((name) => [name, process.env[name]]));
  return { ...network, PATH: join(machine, "bin"), HOME: homedir() };
}

beforeAll(async () => {
  machine = mkdtempSync(join(tmpdir(), "peak-machine-"));
  mkdirSync(join(machine, "bin"));
  symlinkSync(process.execPath, join(machine, "bin/node"));
  for (const name of ["npm", "npx", "sh"]) symlinkSync(realpathSync(onMachine(name)), join(machine, "bin", name));
  packed = join(machine, "packed");
  const pack = ["--conditions=peak-source", "--import", "tsx", "tools/pack.ts", packed];
  execFileSync(process.execPath, pack, { cwd: ROOT, stdio: "ignore" });
  home = join(machine, "home");
  mkdirSync(home, { mode: 0o700 });
  install(home, "peak-cycle-index");
}, 180_000);

afterAll(() => rmSync(machine, { recursive: true, force: true }));

const tarballOf = (name: string) => join(packed, `${name}-${VERSION}.tgz`);

/** @returns the names of all installed packages */
function install(folder: string, ...names: readonly string[]): readonly string[] {
  execFileSync("npm", [...INSTALL, ...names.map(tarballOf)], { cwd: folder, env: environment(), stdio: "pipe" });
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return Object.keys(packages).map((path) => path.replace("node_modules/", ""));
}

function run(folder: string, command: string, ...args: readonly string[]) {
  return spawnSync(command, args, { cwd: folder, env: environment(), encoding: "utf8" });
}

test.each([
  ["peak-cycle-index", 2_000_000],
  ["peak-cycle-model", 60_000],
  ["peak-cycle-verify", 80_000],
  ["peak-cycle-client", 15_000],
  ["peak-cycle-mcp", 18_000],
])("%s is small, has no maps, and publint finds nothing wrong with it", (name, maxBytes) => {
  expect(statSync(tarballOf(name)).size).toBeLessThan(maxBytes);
  const files = readdirSync(join(packed, name), { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const publint = [join(ROOT, "node_modules/.bin/publint"), join(packed, name), "--strict"];
  expect(run(home, process.execPath, ...publint)).toMatchObject({ status: 0 });
});

test("every link of a packed page leads to a file of its package, or to the web", () => {
  const pages = readdirSync(packed, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  expect(pages.filter((page) => page.endsWith("README.md")).length).toBeGreaterThan(4);
  const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "code");
  const dead = pages.flatMap((page) =>
    [...withoutCode(readFileSync(join(packed, page), "utf8")).matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, address = ""]) => address)
      .filter((address) => !/^[a-z]+:/.test(address) && !existsSync(join(packed, dirname(page), address)))
      .map((address) => `${page}: ${address}`),
  );
  expect(dead).toEqual([]);
});

describe("the service", () => {
  test("includes its documents, and needs only three packages", () => {
    const installed = join(home, "node_modules/peak-cycle-index");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "peak-cycle-index", version: VERSION, engines: { node: ">=22.14" } });
    const needed = ["@expo-google-fonts/inter", "@resvg/resvg-js", "better-sqlite3"];
    expect(Object.keys(manifest.dependencies).sort()).toEqual(needed);
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "CHANGELOG.md", "bin/peak.js"]));
    for (const folder of ["deploy", "docs"])
      expect(files).toEqual(expect.arrayContaining(readdirSync(join(ROOT, folder)).map((name) => join(folder, name))));
  });

  test("shows a score as a demo, draws pictures, can be verified, and leaves nothing behind", async () => {
    const temporary = tempFolder();
    const npx = (args: readonly string[], settings = {}) => {
      const options = { cwd: home, env: { ...environment(), ...settings } };
      // In its own process group, like in a terminal: killing npx alone would leave its children running.
      const { child, ...program } = watched(spawn("npx", ["--no-install", ...args], { ...options, detached: true }));
      const isOver = () => child.exitCode !== null || child.signalCode !== null;
      const end = (signal: NodeJS.Signals) => isOver() || process.kill(-(child.pid ?? 0), signal);
      onTestFinished(() => void end("SIGKILL"));
      return { child, ...program, end };
    };
    // A real installation in the same shell, which nothing simulated may touch. A verifier expects the URLs of the site
    // that it queries, so the port must be known in advance.
    const demo = npx(["peak-cycle-index", "demo"], {
      PORT: `${await freePort()}`,
      TMPDIR: temporary,
      DATABASE_URL: "postgres://peak:peak@127.0.0.1:1/peak",
    });
    const origin = await originOf(demo);
    const statusOf = async (path: string) => (await ask(`${origin}${path}`)).status;
    for (const path of ["/readyz", "/embed/nhci-badge.png"])
      await eventually(path, async () => (await statusOf(path)) === 200 || undefined, 60_000);
    const { btc } = JSON.parse((await ask(`${origin}/api/public/nhci`)).text) as { btc: { score: number } };
    expect(btc.score).toBeGreaterThan(0);
    expect((await npx(["peak", "verify", origin]).ended).code).toBe(0);
    // npm keeps its cache there.
    const left = () => readdirSync(temporary).filter((name) => name.startsWith("peak-demo-"));
    expect(left()).toHaveLength(1);
    demo.end("SIGINT");
    await demo.ended;
    expect(demo.err.filter((line) => !line.startsWith("npm "))).toEqual([]);
    await eventually("an empty folder", () => left().length === 0 || undefined);
  });

  const SAYS_20 = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.20.2"}})`;
  const own = onMachine("node");
  const isOld = nodeVersionFault(execFileSync(own, ["-p", "process.versions.node"], { encoding: "utf8" }).trim());
  test.each([
    { what: "says that it is", node: process.execPath, flags: ["--import", `data:text/javascript,${SAYS_20}`] },
    ...(isOld ? [{ what: "is", node: own, flags: [] }] : []),
  ])("on a Node that $what too old names the required version in one sentence, and exits with 2", ({ node, flags }) => {
    const { status, stdout, stderr } = run(home, node, ...flags, "node_modules/peak-cycle-index/bin/peak.js", "demo");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^peak: Node 22\.14 or newer is needed; this is \d+\.\d+\.\d+\n$/);
  });
});

test("the model installs on its own, and computes the same figures to the last bit", () => {
  const folder = tempFolder();
  expect(install(folder, "peak-cycle-model")).toEqual(["peak-cycle-model"]);
  const days = syntheticDays(1500);
  writeFileSync(join(folder, "days.json"), JSON.stringify(days));
  const source = `import { readFileSync } from "node:fs";
import { evaluateDays, trackRecord } from "peak-cycle-model";
const days = JSON.parse(readFileSync("days.json", "utf8"));
console.log(JSON.stringify(evaluateDays(days)));
console.log(JSON.stringify(trackRecord(days)));`;
  writeFileSync(join(folder, "use.mjs"), source);
  const { stdout, stderr } = run(folder, "node", "use.mjs");
  expect([stderr, ...stdout.split("\n")]).toEqual(["", ...[evaluateDays(days), trackRecord(days)].map(asJson), ""]);
});

describe("next to a running service", () => {
  let service: LiveService;
  beforeAll(async () => {
    service = await startSettled({ PORT: `${await freePort()}` }); // the URLs in a proof contain the configured port
  }, 60_000);
  afterAll(() => service.end());

  test("the verifier installs on its own, and finds it sound", async () => {
    const folder = tempFolder();
    expect(install(folder, "peak-cycle-verify")).toEqual(["peak-cycle-verify"]);
    await service.until200("/api/public/nhci/proof");
    const verify = (...args: readonly string[]) => run(folder, "npx", "--no-install", "peak-cycle-verify", ...args);
    const sound = verify(service.origin, "--save", "proof.json");
    expect(sound).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nsound\n$/) });
    expect(verify(service.origin, "--since", "proof.json").status).toBe(0);
    expect(verify("http://127.0.0.1:1").status).toBe(3);
    expect(verify()).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: /) });
  });

  test("the client installs on its own, reads its responses, and compiles with its types", async () => {
    const folder = tempFolder();
    expect(install(folder, "peak-cycle-client")).toEqual(["peak-cycle-client"]);
    const { text } = await service.get("/api/public/nhci");
    const typed = (answer: string) =>
      compile(
        folder,
        `import type { CurrentReply } from "peak-cycle-client";\nexport const answer: CurrentReply = ${answer};\n`,
      );
    expect(typed(text)).toBe("");
    expect(typed(text.replace(/"signal":"\w+"/, '"signal":"BUY"'))).toContain("TS2322");
    const source = `import { PeakError, peakClient, type PeakClient } from "peak-cycle-client";
declare const process: { readonly argv: readonly string[] };
const peak: PeakClient = peakClient({ baseUrl: process.argv[2] ?? "" });
const { data, isStale } = await peak.current();
const score: number = data.btc.score;
const rows: number = (await peak.history()).data.data.length;
console.log(JSON.stringify({ score, isStale, rows, error: PeakError.name }));
`;
    expect(compile(folder, source)).toBe("");
    const { score } = (JSON.parse(text) as { btc: { score: number } }).btc;
    const read = JSON.parse(run(folder, "node", "use.mjs", service.origin).stdout);
    expect(read).toEqual({ score, isStale: false, rows: 30, error: "PeakError" });
  });

  test("the tools install with the client and the protocol, whose official client can call them", async () => {
    const folder = tempFolder();
    const protocol = ["@modelcontextprotocol/core", "@modelcontextprotocol/server", "zod"];
    const all = install(folder, "peak-cycle-mcp", "peak-cycle-client");
    expect(all.toSorted()).toEqual([...protocol, "peak-cycle-client", "peak-cycle-mcp"].sort());
    const command = join(folder, "node_modules/.bin/peak-cycle-mcp");
    expect(run(folder, command)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: /) });
    const agent = new Client({ name: "test", version: "1.0.0" });
    await agent.connect(new StdioClientTransport({ command, args: [service.origin] }));
    onTestFinished(() => agent.close());
    const { tools } = await agent.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
    for (const { name } of tools) {
      const { isError, structuredContent } = await agent.callTool({ name, arguments: {} });
      expect([name, isError ?? false, structuredContent]).toMatchObject([name, false, { is_stale: expect.anything() }]);
    }
  });
});

/** Compiles a user's program with the strictest options. @returns the compiler's output */
function compile(folder: string, source: string): string {
  writeFileSync(join(folder, "use.mts"), source);
  const flags = ["--strict", "--module", "nodenext", "--types", "", "--target", "es2022", "use.mts"];
  return run(folder, process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), ...flags).stdout;
}

const asJson = (value: unknown) => JSON.stringify(value);
