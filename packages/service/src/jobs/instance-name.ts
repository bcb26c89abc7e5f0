/** The name of an instance in the database, so that operators can find the one that runs the jobs. */

import { readFileSync } from "node:fs";
import { hostname } from "node:os";

/** @returns e.g. `port 8081, peak@8081.service on web-3`; PostgreSQL may cut off the end of the host name */
export function instanceName(port: number): string {
  return `port ${port},${systemdUnit()} on ${hostname()}`.replace(", on", " on");
}

/** The unit that started this process, with a leading space; empty without systemd. */
function systemdUnit(): string {
  try {
    const [, unit] = /\/([^/\n]+\.service)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
    return unit === undefined ? "" : ` ${unit}`;
  } catch {
    return ""; // not Linux
  }
}
