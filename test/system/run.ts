/**
 * `npm run test:system`, before a release: runs the commands of docs/operations.md for real, and tests the Prometheus
 * rules. Needs root on a Debian and takes about 15 minutes. PEAK_SYSTEM_RELEASE=trixie uses Debian 13 instead of 12.
 * Does not test Kubernetes.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inContainers } from "./in-containers.js";
import { inhibition } from "./inhibition.js";
import { startMachine } from "./machine.js";
import { prepare, STEPS } from "./on-a-machine.js";
import { blocksNotRun } from "./page.js";

/** Keeps the root file system between runs. */
const FOLDER = process.env["PEAK_SYSTEM_DIR"] ?? "/var/tmp/peak-system";

const failures: string[] = [];

async function step(name: string, run: () => Promise<void> | void): Promise<boolean> {
  const from = Date.now();
  try {
    await run();
    console.log(`ok      ${name} (${Math.round((Date.now() - from) / 1000)} s)`);
    return true;
  } catch (error) {
    failures.push(name);
    const text = error instanceof Error ? error.message : String(error);
    console.log(`FAILED  ${name}\n${text.length > 5000 ? `${text.slice(0, 2000)}\n…\n${text.slice(-3000)}` : text}\n`);
    return false;
  }
}

async function onAMachine(): Promise<void> {
  const machine = await startMachine(FOLDER, prepare);
  try {
    for (const [name, run] of Object.entries(STEPS)) {
      if (await step(name, () => run(machine))) continue;
      console.log(machine.run("systemctl --failed --no-pager; journalctl --no-pager -n 25 -u 'peak*' -u 'prom*'").out);
      break;
    }
  } finally {
    machine.end();
  }
}

function rules(): void {
  const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "test/system/alerts.test.yml"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
}

/** Prometheus parses each expression of the dashboard. */
function dashboard(): void {
  const { panels } = JSON.parse(readFileSync("deploy/grafana/peak.json", "utf8")) as Dashboard;
  const rules = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).map(named);
  const file = join(FOLDER, "dashboard.yml");
  writeFileSync(file, JSON.stringify({ groups: [{ name: "dashboard", rules }] })); // JSON is YAML as well
  const { status, stdout, stderr } = spawnSync("promtool", ["check", "rules", file], { encoding: "utf8" });
  if (status !== 0 || !stdout.includes(`${rules.length} rules found`)) throw new Error(`${stdout}${stderr}`);
}

/** Wrapped in a recording rule, because Prometheus checks files of rules; each rule needs a name. */
const named = (expr: string, at: number) => ({ record: `expression_${at}`, expr });

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

function everyBlockRan(): void {
  const left = blocksNotRun();
  if (left.length > 0) throw new Error(`not run:\n\n${left.join("\n\n")}`);
}

mkdirSync(FOLDER, { recursive: true });
const parts = process.argv.slice(2);
const isWanted = (part: string) => parts.length === 0 || parts.includes(part);
if (isWanted("rules")) {
  await step("every alarm fires when it should and only then", rules);
  await step("every expression of the dashboard parses", dashboard);
  await step("an alarm that follows from another one stays silent", inhibition);
}
if (isWanted("machine")) await onAMachine();
if (isWanted("container")) await inContainers(FOLDER, step);
if (parts.length === 0) await step("every block of commands on docs/operations.md has been run", everyBlockRan);
console.log(failures.length === 0 ? "all passed" : `failed: ${failures.join("; ")}`);
if (failures.length > 0) process.exitCode = 1;
