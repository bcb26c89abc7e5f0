/** The built service, and figures of processes from /proc. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSimulator } from "peak-cycle-simulator";
import { ask } from "../packages/service/test/support/ask.js";
import { eventually, originOf, type Settings, startPeak } from "../packages/service/test/support/service-process.js";
import { simulatorSettings } from "../packages/service/test/support/simulated-life.js";

const TIMEOUT_MS = 60_000;

/** Resolves once the service has a score. */
export async function startService(settings: Settings) {
  const service = startPeak(["serve"], { PORT: "0", ...settings });
  const origin = await originOf(service);
  await eventually("a score", async () => (await ask(`${origin}/readyz`)).status === 200 || undefined, TIMEOUT_MS);
  return {
    pid: service.child.pid ?? 0,
    port: Number(new URL(origin).port),
    async stop() {
      service.child.kill("SIGTERM");
      await service.ended;
    },
  };
}

/** A database with a fetched and scored history, and the simulated sources it came from. */
export async function prepareData() {
  const simulator = await startSimulator();
  const folder = mkdtempSync(join(tmpdir(), "peak-bench-"));
  const settings: Settings = { SIMULATED_MARKET: "yes", ...simulatorSettings(simulator), DATA_DIR: folder };
  await (await startService(settings)).stop();
  return {
    settings,
    async remove() {
      await simulator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** CPU time used by all threads of a process. */
export function cpuSeconds(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const used = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return used.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9;
}

/** Resident memory of a process in MB (10^6 bytes): now, and at its peak. */
export function residentMb(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes("VmRSS"), most: megabytes("VmHWM") };
}
