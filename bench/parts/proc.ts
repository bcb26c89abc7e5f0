import { readFileSync } from "node:fs";

/** Ticks of `/proc/<pid>/stat` in a second; fixed on Linux. */
const TICKS_PER_SECOND = 100;

/** Processor time a process has used, in seconds, in steps of 10 ms; NaN where there is no `/proc`. */
export function cpuSeconds(pid: number): number {
  const fields = read(pid, "stat").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MB (10^6 bytes): now, and the most it ever was. NaN where there is no `/proc`. */
export function residentMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = read(pid, "status");
  const megabytes = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;
  return { now: megabytes("VmRSS"), peak: megabytes("VmHWM") };
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
