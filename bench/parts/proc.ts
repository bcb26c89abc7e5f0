import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** Processor time all threads of a process have used, in seconds; NaN where there is no `/proc`. */
export function cpuSeconds(pid: number): number {
  const nanoseconds = threadsOf(pid).map((thread) => Number(read(`${pid}/task/${thread}/schedstat`).split(" ")[0]));
  return nanoseconds.length === 0 ? Number.NaN : nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
}

/** Resident memory of a process in MB (10^6 bytes): now, and the most it ever was. NaN where there is no `/proc`. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = read(`${pid}/status`);
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

/**
 * Keeps servers that are compared on one core and the load on another. The cores of a shared machine differ by half at
 * times, and a process stays where it began: two runs of the same server then differ for as long as both live.
 * Does nothing on one core, and where there is no `taskset`.
 */
export function shareOneCore(servers: readonly number[], load: number): void {
  if (availableParallelism() < 2) return;
  for (const pid of servers) keepOn(0, pid);
  keepOn(1, load);
}

/** All threads of the process; those it starts later inherit the core. */
function keepOn(core: number, pid: number): void {
  spawnSync("taskset", ["-acp", `${core}`, `${pid}`], { stdio: "ignore" });
}

function threadsOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
