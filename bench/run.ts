import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import { join } from "node:path";
import { bundleChildScripts } from "../packages/service/test/support/child-scripts.js";
import { hotEndpointRows } from "./measures/hot-endpoints.js";
import { instancesBehindNginxRows } from "./measures/instances-behind-nginx.js";
import { memoryRows } from "./measures/memory.js";
import { recomputeRows } from "./measures/recompute.js";
import { startRows } from "./measures/start.js";
import { type PreparedData, prepareData } from "./service.js";
import { ROOT } from "./start-command.js";
import { type Row, tableOf } from "./table.js";

/** Measures everything that has a goal, prints the table and writes `bench/results.json`. A missed goal is no failure. */

const MEASURES: readonly [name: string, measure: (data: PreparedData) => Promise<Row[]>][] = [
  ["the hot endpoints", hotEndpointRows],
  ["the model", recomputeRows],
  ["a start", startRows],
  ["memory", memoryRows],
  ["several instances behind nginx", instancesBehindNginxRows],
];

const environment = {
  date: new Date().toISOString(),
  commit: commit(),
  node: process.version,
  machine: {
    cores: cpus().length,
    shared: "other programs were running",
    memoryMb: Math.round(totalmem() / 2 ** 20),
    system: `${platform()} ${arch()}`,
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
  },
};
await bundleChildScripts(readdirSync(join(ROOT, "bench/child")).map((name) => `bench/child/${name}`));
console.error("bench: preparing a database on the simulated market");
const data = await prepareData();
const rows: Row[] = [];
try {
  for (const [name, measure] of MEASURES) {
    console.error(`bench: measuring ${name}`);
    rows.push(...(await measure(data)));
  }
} finally {
  await data.remove();
}

const missed = rows.filter((row) => row.met === false).map((row) => row.name);
const summary = missed.length === 0 ? "Every goal is met." : `Falls short: ${missed.join("; ")}.`;
console.log(`\n${tableOf(rows)}\n\n${summary}`);
writeFileSync(join(ROOT, "bench/results.json"), `${JSON.stringify({ ...environment, missed, rows }, null, 2)}\n`);

/** The commit, with `+` after it when files differ from it; `undefined` where git cannot tell. */
function commit(): string | undefined {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: ROOT, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    return git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain", "--", "src") === "" ? "" : "+");
  } catch {
    return undefined;
  }
}
