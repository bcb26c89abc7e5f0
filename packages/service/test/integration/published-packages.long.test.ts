// What an outside user gets: each of the four small packages, installed from its tarball in an empty folder, used and
// judged by the tools that packages are judged with. The fifth, the service, has `package.long.test.ts`.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { evaluateDays, trackRecord } from "peak-cycle-model";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { syntheticDays } from "../../../model/test/support/synthetic-market.js";
import { VERSION } from "../../src/platform/version.js";
import { ask } from "../support/ask.js";
import { packedPackages } from "../support/packed-packages.js";
import { eventually } from "../support/service-process.js";
import { tempFolder } from "../support/temp-sqlite.js";
import { type LiveService, settledService } from "./process/live-service.js";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

let packed: string;
let service: LiveService;

beforeAll(async () => {
  packed = await packedPackages();
  service = await settledService();
}, 120_000);

afterAll(() => service.end());

test.each([
  ["peak-cycle-model", 60_000],
  ["peak-cycle-verify", 80_000],
  ["peak-cycle-client", 15_000],
  ["peak-cycle-mcp", 15_000],
])("%s is small, and publint finds nothing wrong with it", (name, maxBytes) => {
  expect(statSync(tarballOf(name)).size).toBeLessThan(maxBytes);
  expect(run(join(ROOT, "node_modules/.bin/publint"), [join(packed, name), "--strict"])).toMatchObject({ status: 0 });
});

test("every link of a packed page leads to a file of its package, or to the web", () => {
  const pages = readdirSync(packed, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  expect(pages.filter((page) => page.endsWith("README.md")).length).toBeGreaterThan(4);
  const dead = pages.flatMap((page) =>
    [...withoutCode(readFileSync(join(packed, page), "utf8")).matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, address = ""]) => address)
      .filter((address) => !/^[a-z]+:/.test(address) && !existsSync(join(packed, dirname(page), address)))
      .map((address) => `${page}: ${address}`),
  );
  expect(dead).toEqual([]);
});

test("the model comes alone, and computes what it computes here, to the last bit", () => {
  const folder = install("peak-cycle-model");
  expect(packagesIn(folder)).toEqual(["peak-cycle-model"]);
  const days = syntheticDays(1500);
  writeFileSync(join(folder, "days.json"), JSON.stringify(days));
  const source = `import { readFileSync } from "node:fs";
import { evaluateDays, trackRecord } from "peak-cycle-model";
const days = JSON.parse(readFileSync("days.json", "utf8"));
console.log(JSON.stringify(evaluateDays(days)));
console.log(JSON.stringify(trackRecord(days)));`;
  writeFileSync(join(folder, "use.mjs"), source);
  const { stdout, stderr } = run(process.execPath, ["use.mjs"], folder);
  expect(stderr).toBe("");
  const [evaluations, record] = stdout.split("\n");
  expect(evaluations).toBe(JSON.stringify(evaluateDays(days)));
  expect(record).toBe(JSON.stringify(trackRecord(days)));
});

test("the verifier comes alone, and its command finds a running service sound", async () => {
  const folder = install("peak-cycle-verify");
  expect(packagesIn(folder)).toEqual(["peak-cycle-verify"]);
  const command = join(folder, "node_modules/.bin/peak-cycle-verify");
  await eventually("a proof", async () => {
    const { status } = await ask(`${service.origin}/api/public/nhci/proof`);
    return status === 200 || undefined;
  });
  const sound = run(command, [service.origin, "--save", "proof.json"], folder);
  expect(sound).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/\nsound\n$/) });
  expect(run(command, [service.origin, "--since", "proof.json"], folder).status).toBe(0);
  expect(run(command, ["http://127.0.0.1:1"], folder).status).toBe(1);
  expect(run(command, [], folder)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: /) });
});

test("the client comes alone, compiles with its types against what a service answers, and reads it", async () => {
  const folder = install("peak-cycle-client");
  expect(packagesIn(folder)).toEqual(["peak-cycle-client"]);
  const { text } = await ask(`${service.origin}/api/public/nhci`, { from: "127.9.0.1" });
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
  const { stdout } = run(process.execPath, ["use.mjs", service.origin], folder);
  const { score } = (JSON.parse(text) as { btc: { score: number } }).btc;
  expect(JSON.parse(stdout)).toEqual({ score, isStale: false, rows: 30, error: "PeakError" });
});

test("the tools come with the client and the protocol, and the protocol's official client calls them", async () => {
  const folder = install("peak-cycle-mcp", "peak-cycle-client");
  expect(packagesIn(folder)).toEqual([
    "@modelcontextprotocol/core",
    "@modelcontextprotocol/server",
    "peak-cycle-client",
    "peak-cycle-mcp",
    "zod",
  ]);
  const command = join(folder, "node_modules/.bin/peak-cycle-mcp");
  expect(run(command, [], folder)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^usage: /) });
  const agent = new Client({ name: "test", version: "1.0.0" });
  await agent.connect(new StdioClientTransport({ command, args: [service.origin] }));
  onTestFinished(() => agent.close());
  const { tools } = await agent.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["peak_now", "peak_history", "peak_record"]);
  for (const { name } of tools) {
    const { isError, structuredContent } = await agent.callTool({ name, arguments: {} });
    expect([name, isError ?? false, structuredContent]).toMatchObject([name, false, { is_stale: expect.any(Boolean) }]);
  }
});

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "").replace(/`[^`\n]*`/g, "code");
}

function tarballOf(name: string): string {
  return join(packed, `${name}-${VERSION}.tgz`);
}

/** What a stranger's shell has set: nothing of npm, which may run these tests. */
const SHELL = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)(?!EXTRA)/.test(name)));

function run(command: string, args: readonly string[], cwd = ROOT) {
  return spawnSync(command, args, { cwd, env: SHELL, encoding: "utf8" });
}

/** Installs tarballs in an empty folder. */
function install(...names: readonly string[]): string {
  const folder = tempFolder();
  const { status, stderr } = run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefer-offline", ...names.map(tarballOf)],
    folder,
  );
  expect(status, stderr).toBe(0);
  return folder;
}

/** The names of all that is installed. */
function packagesIn(folder: string): readonly string[] {
  const lock = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8")) as {
    readonly packages: object;
  };
  return Object.keys(lock.packages)
    .map((path) => path.replace("node_modules/", ""))
    .sort();
}

/** Compiles a stranger's program as strictly as can be. @returns what the compiler says */
function compile(folder: string, source: string): string {
  writeFileSync(join(folder, "use.mts"), source);
  const flags = ["--strict", "--module", "nodenext", "--types", "", "--target", "es2022", "use.mts"];
  return run(join(ROOT, "node_modules/.bin/tsc"), flags, folder).stdout;
}
